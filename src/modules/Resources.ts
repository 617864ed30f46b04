export * from "../account/Resources.ts"
