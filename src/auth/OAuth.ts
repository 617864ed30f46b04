/**
 * Signing in with an account of an OAuth provider: the flow, and the requests that it consists of.
 *
 * **Example** (A button, the page that the browser comes back to, and a page for errors)
 *
 * ```ts
 * import { OAuth } from "latchkey"
 *
 * const signIn = OAuth.signIn({ provider: "github" })
 * const callbackPage = OAuth.callback
 * const errorText = (address: string) => OAuth.errorOf(address)?.text
 * ```
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./oauthCallback.ts"

/** @since 0.1.0 */
export * from "./oauthError.ts"

/** @since 0.1.0 */
export * from "./oauthFailure.ts"

/** @since 0.1.0 */
export * from "./oauthRequests.ts"

/** @since 0.1.0 */
export * from "./oauthRouting.ts"

/** @since 0.1.0 */
export * from "./oauthStart.ts"

/** @since 0.1.0 */
export * from "./pkce.ts"
