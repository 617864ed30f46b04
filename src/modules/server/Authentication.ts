export * from "../../server/Authentication.ts"
