export * from "../account/Metadata.ts"
