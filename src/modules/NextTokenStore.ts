export * from "../session/NextTokenStore.ts"
