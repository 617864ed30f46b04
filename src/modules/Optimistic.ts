export * from "../account/Optimistic.ts"
