export * from "../../admin/InternalApiKeys.ts"
