export * from "../account/Project.ts"
