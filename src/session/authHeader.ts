/** The header with an app user's tokens. */

/**
 * The header in which an app's browser code sends its tokens to the app's server: JSON with `refreshToken` and
 * `accessToken`, which are `null` if no user is signed in.
 */
export const authHeader = "x-stack-auth"
