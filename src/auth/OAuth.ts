/**
 * Sign-in with the account of an OAuth provider.
 *
 * `signIn` sends the browser to the provider, and `callbackAndRedirect` completes the flow on the callback page.
 *
 * **Example** (A button, the callback page, and an error page)
 *
 * ```ts
 * import { OAuth } from "latchkey"
 *
 * const signIn = OAuth.signIn({ provider: "github" })
 * const callbackPage = OAuth.callbackAndRedirect
 * const errorCode = (address: string) => OAuth.errorOf(address)?.code
 * ```
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export { type AuthorizationOptions, authorizationUrl, type OAuthProviderId } from "./oauth/authorize.ts"

/** @since 0.1.0 */
export * from "./oauth/callback.ts"

/** @since 0.1.0 */
export {
  type AuthorizationError,
  type CallbackError,
  type ErrorCode,
  errorOf,
  InvalidAuthorizationResponse,
  OAuthCallbackError,
  type RedirectedError
} from "./oauth/errors.ts"

/** @since 0.1.0 */
export {
  crossDomainUrl,
  exchange,
  type ExchangeError,
  type SignedInWithProvider,
  signInWithApple,
  type SignInWithAppleError
} from "./oauth/exchange.ts"

/** @since 0.1.0 */
export { CodeChallenge } from "./oauth/pkce.ts"

/** @since 0.1.0 */
export * from "./oauth/start.ts"
