export * from "../../server/Users.ts"
