export * from "../account/Session.ts"
