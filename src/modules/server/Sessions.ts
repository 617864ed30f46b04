export * from "../../server/Sessions.ts"
