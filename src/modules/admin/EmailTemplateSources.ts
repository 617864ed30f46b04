export * from "../../admin/EmailTemplateSources.ts"
