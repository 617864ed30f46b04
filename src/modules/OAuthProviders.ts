export * from "../account/OAuthProviders.ts"
