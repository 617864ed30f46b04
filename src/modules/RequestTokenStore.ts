export * from "../session/RequestTokenStore.ts"
