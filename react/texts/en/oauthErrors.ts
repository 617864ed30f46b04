/** The wording that is shared by messages for errors and by pages without an error. */
import type { ErrorCode } from "../../../src/auth/OAuth.ts"

/** Returns a length in characters. */
export const characters = (count: number): string => count === 1 ? "1 character" : `${count} characters`

/** The errors in sign-ins with a provider, by the code that the service adds to the address. */
export const oauthErrors: Readonly<Record<ErrorCode, string>> = {
  OUTER_OAUTH_TIMEOUT: "Sign-in took too long. Try again.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "This sign-in method isn't available.",
  OAUTH_PROVIDER_ACCESS_DENIED: "You canceled, or the provider denied access.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "The sign-in provider is unavailable. Try again later.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "You've already connected another account with this provider. Disconnect it first.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "This account is already connected to another user.",
  SIGN_UP_NOT_ENABLED: "You don't have an account yet, and sign-ups are turned off.",
  SIGN_UP_REJECTED: "You can't sign up with this account.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "An account with this email already exists. Use the sign-in method that you used before.",
  REDIRECT_URL_NOT_WHITELISTED: "This app isn't set up to sign you in from this page. Contact its developer.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "This app isn't set up to request this access. Contact its developer.",
  INVALID_AUTHORIZATION_CODE: "Your sign-in has expired. Sign in again."
}
