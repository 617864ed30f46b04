export * from "../../admin/Webhooks.ts"
