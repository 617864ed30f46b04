export * from "../../server/Authorization.ts"
