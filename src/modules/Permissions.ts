export * from "../account/Permissions.ts"
