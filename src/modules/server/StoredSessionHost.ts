export * from "../../server/StoredSessionHost.ts"
