export * from "../../admin/EmailTemplates.ts"
