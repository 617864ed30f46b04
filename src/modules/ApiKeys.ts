export * from "../account/ApiKeys.ts"
