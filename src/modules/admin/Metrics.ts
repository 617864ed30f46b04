export * from "../../admin/Metrics.ts"
