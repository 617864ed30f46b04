/**
 * What the page for errors of OAuth flows tells. The service leads a browser there with the error in the query, where
 * anybody may write anything: of it only the code counts, and only if it is known here.
 *
 * @since 0.1.0
 */

const texts = {
  OUTER_OAUTH_TIMEOUT: "The sign-in has taken too long. Please sign in again.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Signing in with this provider is not possible here.",
  OAUTH_PROVIDER_ACCESS_DENIED: "The sign-in was cancelled, or the provider did not allow it. Please try again.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "You are connected to another account of this provider already. Disconnect that one first.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "This account is connected to another user already.",
  SIGN_UP_NOT_ENABLED: "There is no user with this account, and new ones cannot sign up here.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "There is a user with this e-mail address already. Sign in the way you did before.",
  REDIRECT_URL_NOT_WHITELISTED: "This app is not set up for signing in from here. Please tell whoever runs it.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "This app is not set up to ask the provider for that. Please tell whoever runs it.",
  INVALID_AUTHORIZATION_CODE: "The sign-in is over already. Please sign in again."
} as const

/**
 * The codes that there is a text for.
 *
 * @category models
 * @since 0.1.0
 */
export type ErrorCode = keyof typeof texts

/**
 * An error of a flow, as its page tells it.
 *
 * @category models
 * @since 0.1.0
 */
export interface RedirectedError {
  /** None for a code that there is no text for. */
  readonly code: ErrorCode | undefined
  /** What to tell the user. Never a text of the address. */
  readonly text: string
}

/**
 * Reads the error that the service has led a browser to a page with. Total: an address without one has none, and of an
 * error that is not known here only that there was one is told.
 *
 * **Example** (A page for errors)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuth, Page } from "latchkey"
 *
 * const text = Effect.gen(function*() {
 *   const page = yield* Page.Page
 *   return OAuth.errorOf(yield* page.url)?.text ?? "Something went wrong."
 * })
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const errorOf = (address: string | URL): RedirectedError | undefined => {
  const code = URL.canParse(address) ? new URL(address).searchParams.get("errorCode") : null
  if (code === null) return undefined
  return isErrorCode(code)
    ? { code, text: texts[code] }
    : { code: undefined, text: "Signing in has failed. Please try again." }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(texts, code)
