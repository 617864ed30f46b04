/**
 * Two-factor authentication with TOTP: six digits from an authenticator app.
 *
 * Every sign-in can fail with `MultiFactorAuthenticationRequired`. `orContinue` turns that error into a continuation, which
 * the app completes with the user's code, even after a reload. `orAsk` prompts for the code immediately. `Totp` turns
 * TOTP on and off.
 */

export * from "./mfa/Continuation.ts"

export * from "./mfa/prompt.ts"

export * from "./mfa/requests.ts"
