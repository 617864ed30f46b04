export * from "../../server/CurrentUser.ts"
