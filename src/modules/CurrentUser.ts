export * from "../account/CurrentUser.ts"
