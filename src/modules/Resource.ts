export * from "../cache/Resource.ts"
