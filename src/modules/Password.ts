export * from "../auth/Password.ts"
