export * from "../account/Sessions.ts"
