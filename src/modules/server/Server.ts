export * from "../../server/Server.ts"
