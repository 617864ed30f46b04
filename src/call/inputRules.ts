/**
 * The messages for input that is rejected without a request.
 *
 * @since 0.1.0
 */

/**
 * The messages by rule.
 *
 * @category constants
 * @since 0.1.0
 */
export const inputRules = {
  clientKey: "publishableClientKey is required for OAuth with a service of 2025. Pass it, or set " +
    "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
  keyOwner: "Pass either userId or teamId, not both: an API key belongs to a user or to a team",
  totpSecret: "secret must be Base64 of at least 16 bytes"
}

/** @since 0.1.0 */
export type InputRule = keyof typeof inputRules
