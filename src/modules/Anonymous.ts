export * from "../auth/Anonymous.ts"
