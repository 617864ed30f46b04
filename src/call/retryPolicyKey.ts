/**
 * The key of `RetryPolicy`.
 *
 * @since 0.1.0
 */

/**
 * The key of `RetryPolicy`. Browsers load the default policy only for failures, so it is apart from the policy.
 *
 * @category constants
 * @since 0.1.0
 */
export const retryPolicyKey = "latchkey/call/RetryPolicy"
