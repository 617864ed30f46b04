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
export * from "./oauth/apple.ts"

/** @since 0.1.0 */
export * from "./oauth/callback.ts"

/** @since 0.1.0 */
export * from "./oauth/crossDomain.ts"

/** @since 0.1.0 */
export * from "./oauth/error.ts"

/** @since 0.1.0 */
export * from "./oauth/failure.ts"

/** @since 0.1.0 */
export * from "./oauth/requests.ts"

/** @since 0.1.0 */
export * from "./oauth/routing.ts"

/** @since 0.1.0 */
export * from "./oauth/start.ts"

/** @since 0.1.0 */
export * from "./oauth/pkce.ts"
