export * from "../../server/AccessToken.ts"
