export * from "../auth/OAuth.ts"
