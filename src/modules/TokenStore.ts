export * from "../session/TokenStore.ts"
