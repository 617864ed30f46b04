export * from "../cache/Cache.ts"
