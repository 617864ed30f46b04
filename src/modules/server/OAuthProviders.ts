export * from "../../server/OAuthProviders.ts"
