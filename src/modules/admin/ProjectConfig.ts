export * from "../../admin/ProjectConfig.ts"
