/**
 * Signing in with an account of an OAuth provider.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./oauthRequests.ts"
