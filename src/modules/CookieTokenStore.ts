export * from "../session/CookieTokenStore.ts"
