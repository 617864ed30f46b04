export * from "../../admin/Admin.ts"
