export * from "../account/Reverification.ts"
