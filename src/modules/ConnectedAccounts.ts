export * from "../account/ConnectedAccounts.ts"
