/**
 * Accounts of OAuth providers that are connected to the user who is signed in, and what a program may do with them at the
 * provider.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./getConnectedAccount.ts"

/** @since 0.1.0 */
export * from "./listConnectedAccounts.ts"

/** @since 0.1.0 */
export * from "./getConnectedAccountToken.ts"
