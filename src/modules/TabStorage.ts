export * from "../platform/TabStorage.ts"
