/** The signed-in user's OAuth accounts, and access tokens for the APIs of their providers. */

export * from "./getConnectedAccount.ts"

export * from "./listConnectedAccounts.ts"

export * from "./getConnectedAccountToken.ts"
