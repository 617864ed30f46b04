export * from "../account/Teams.ts"
