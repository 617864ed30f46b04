export * from "../../server/Permissions.ts"
