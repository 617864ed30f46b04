/**
 * The second factor of users who have turned TOTP on: six digits from their authenticator app.
 *
 * Every way of signing in may fail with `MultiFactorAuthenticationRequired`. `orContinue` turns that into a continuation,
 * which the program completes when the user has given the code, after a reload if need be; `orAsk` asks at once. Turning
 * TOTP on is what `Totp` is for.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./mfa/Continuation.ts"

/** @since 0.1.0 */
export * from "./mfa/prompt.ts"

/** @since 0.1.0 */
export * from "./mfa/requests.ts"
