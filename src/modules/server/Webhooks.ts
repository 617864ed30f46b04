export * from "../../server/Webhooks.ts"
