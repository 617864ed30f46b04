export * from "../../admin/ProjectPermissionDefinitions.ts"
