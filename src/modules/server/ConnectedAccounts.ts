export * from "../../server/ConnectedAccounts.ts"
