/**
 * The OAuth accounts of the signed-in user, and access tokens for the APIs of their providers.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./getConnectedAccount.ts"

/** @since 0.1.0 */
export * from "./listConnectedAccounts.ts"

/** @since 0.1.0 */
export * from "./getConnectedAccountToken.ts"
