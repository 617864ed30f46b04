export * from "../../admin/TeamPermissionDefinitions.ts"
