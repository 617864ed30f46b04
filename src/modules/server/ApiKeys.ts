export * from "../../server/ApiKeys.ts"
