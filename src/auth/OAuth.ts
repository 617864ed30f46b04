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
 */

export { type AuthorizationOptions, authorizationUrl, type OAuthProviderId } from "./oauth/authorize.ts"

export * from "./oauth/callback.ts"

export {
  type AuthorizationError,
  type CallbackError,
  type ErrorCode,
  errorOf,
  InvalidAuthorizationResponse,
  OAuthCallbackError,
  type RedirectedError
} from "./oauth/errors.ts"

export {
  crossDomainUrl,
  exchange,
  type ExchangeError,
  type SignedInWithProvider,
  signInWithApple,
  type SignInWithAppleError
} from "./oauth/exchange.ts"

export { CodeChallenge } from "./oauth/pkce.ts"

export * from "./oauth/start.ts"
