export * from "../../admin/Project.ts"
