/** The signed-in user's OAuth accounts, and access tokens for their providers' APIs. */

export * from "./getConnectedAccount.ts"

export * from "./listConnectedAccounts.ts"

export * from "./getConnectedAccountToken.ts"
