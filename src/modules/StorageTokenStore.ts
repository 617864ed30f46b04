export * from "../session/StorageTokenStore.ts"
