/** The header with the tokens of an app's user. */

/**
 * The header in which an app's browser code sends its tokens to the app's server: JSON with `refreshToken` and
 * `accessToken`, which are `null` if no user is signed in.
 *
 * @category constants
 */
export const authHeader = "x-stack-auth"
