/**
 * Error messages for users.
 *
 * @since 0.1.0
 */
import type { ErrorCode } from "../../../src/auth/OAuth.ts"
import type { ApiError, ApiErrorReason } from "../../../src/call/ApiError.ts"
import type { PageError } from "../../pages/PageError.ts"
import { failures } from "./failures.ts"

/** Returns a number of characters. */
export const characters = (count: number): string => count === 1 ? "1 character" : `${count} characters`

/** The errors of sign-ins with a provider, by the code that the service adds to the address. */
export const oauthErrors: Readonly<Record<ErrorCode, string>> = {
  OUTER_OAUTH_TIMEOUT: "Sign-in took too long. Try again.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "This sign-in method isn't available.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Sign-in was canceled or denied. Try again.",
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

type ErrorTexts<Errors extends { readonly _tag: string }> = {
  readonly [Tag in Errors["_tag"]]: (error: Extract<Errors, { readonly _tag: Tag }>) => string
}

const text = (text: string) => (): string => text
const oauth = (code: ErrorCode): () => string => text(oauthErrors[code])
const signedOut = text("You've been signed out. Sign in again.")
const misconfigured = text("This app isn't set up correctly. Contact its developer.")
const unexpected = text(failures.unexpected)

/** The errors of pages, by tag. */
export const errors: ErrorTexts<Exclude<PageError, ApiError>> = {
  ApiKeyNotFound: text("This API key no longer exists."),
  BotChallengeFailed: text("The security check failed. Try again."),
  BotChallengeRequired: text("Complete the security check and try again."),
  CannotDeleteCurrentSession: text("To end this session, sign out."),
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text("Another account already uses this email to sign in."),
  EmailAlreadyVerified: text("This email is already verified."),
  EmailPasswordMismatch: text("Wrong email or password."),
  HostUnavailable: text("Your browser doesn't support this. Try another browser."),
  InvalidAuthorizationCode: oauth("INVALID_AUTHORIZATION_CODE"),
  InvalidTotpCode: text("Wrong code. Try again."),
  OAuthCallbackError: text("Sign-in failed. Try again."),
  OAuthConnectionAlreadyConnectedToAnotherUser: oauth("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER"),
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: oauth("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"),
  OAuthProviderAccessDenied: oauth("OAUTH_PROVIDER_ACCESS_DENIED"),
  OAuthProviderNotFoundOrNotEnabled: oauth("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"),
  OAuthProviderTemporarilyUnavailable: oauth("OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE"),
  OuterOAuthTimeout: oauth("OUTER_OAUTH_TIMEOUT"),
  PasskeyAuthenticationFailed: text("We couldn't verify your passkey. Try again."),
  PasskeyAuthenticationNotEnabled: text("Passkeys are turned off for this app."),
  PasskeyRegistrationFailed: text("We couldn't add your passkey. Try again."),
  PasskeyWebAuthnError: text("The passkey request was canceled or timed out. Try again."),
  PasswordAuthenticationNotEnabled: text("Passwords are turned off for this app."),
  PasswordConfirmationMismatch: text("Passwords don't match."),
  PasswordTooLong: ({ details }) => `Use at most ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Use at least ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RedirectUrlNotTrusted: text("This link goes to a site that isn't trusted."),
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: text("Check what you entered and try again."),
  SignUpNotEnabled: text("Sign-ups are turned off for this app."),
  SignUpRejected: oauth("SIGN_UP_REJECTED"),
  TeamMembershipNotFound: text("You're no longer a member of this team."),
  TeamNotSelected: text("Team created, but we couldn't switch to it."),
  TeamPermissionRequired: text("You don't have permission to do this."),
  UserAlreadyConnectedToAnotherOAuthConnection: oauth("USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION"),
  UserAuthenticationRequired: text("You've been signed out, or another user has signed in. Sign in again."),
  UserDoesNotHavePassword: text("You don't have a password yet."),
  UserNotFound: signedOut,
  UserWithEmailAlreadyExists: text("An account with this email already exists."),
  VerificationCodeAlreadyUsed: text("This code has already been used."),
  VerificationCodeExpired: text("This code has expired."),
  VerificationCodeMaxAttemptsReached: text("Too many attempts. Request a new code."),
  VerificationCodeNotFound: text("Wrong code. Try again."),
  WebAuthnNotSupported: text("This device doesn't support passkeys."),
  WrongCurrentPassword: text("Wrong current password.")
}

/** The reasons of an `ApiError`, by tag. */
export const reasons: ErrorTexts<ApiErrorReason> = {
  NetworkFailure: ({ diagnostics }) => diagnostics.offline ? failures.offline : failures.unreachable,
  RateLimited: text("Too many attempts. Wait a moment and try again."),
  RequestRefused: text("The server refused this. Check what you entered and try again."),
  ServiceUnavailable: text("The server is unavailable. Try again later."),
  InvalidResponse: unexpected,
  ResponseTooLarge: unexpected,
  UnsupportedError: unexpected,
  ProjectRefused: misconfigured,
  UserRestricted: text("Your account is restricted. Contact support."),
  UnsupportedGeneration: unexpected,
  UndeclaredError: ({ message }) => message,
  ClockSkewError: text("The server's clock is wrong. Try again later.")
}
