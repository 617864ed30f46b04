export * from "../session/AccessToken.ts"
