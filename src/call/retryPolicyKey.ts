/** The key for `RetryPolicy`. */

/** The key for `RetryPolicy`. Browsers load the default policy only for failures, so it is apart from the policy. */
export const retryPolicyKey = "latchkey/call/RetryPolicy"
