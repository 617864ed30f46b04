/**
 * The texts for errors of OAuth flows.
 *
 * @since 0.1.0
 */

const texts = {
  OUTER_OAUTH_TIMEOUT: "Signing in took too long. Try again.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "You can't sign in with this provider here.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Sign-in was canceled, or the provider denied access. Try again.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "The provider isn't available right now. Try again later.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Another account of this provider is already connected. Disconnect it first.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "This account is already connected to another user.",
  SIGN_UP_NOT_ENABLED: "No user has this account, and sign-up is turned off.",
  SIGN_UP_REJECTED: "You can't sign up with this account.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "A user with this email already exists. Sign in the way you did before.",
  REDIRECT_URL_NOT_WHITELISTED: "This app isn't set up for signing in from here. Contact its developer.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "This app isn't set up to ask the provider for this access. Contact its developer.",
  INVALID_AUTHORIZATION_CODE: "This sign-in has expired. Sign in again."
} as const

/**
 * The codes that have a text.
 *
 * @category models
 * @since 0.1.0
 */
export type ErrorCode = keyof typeof texts

/**
 * Returns `true` if a code has a text.
 *
 * @category guards
 * @since 0.1.0
 */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(texts, code)

/**
 * Returns the text of a code.
 *
 * @category getters
 * @since 0.1.0
 */
export const textOf = (code: ErrorCode): string => texts[code]
