export * from "../../server/Teams.ts"
