/** Error messages for users. */
import type { ApiError, ApiErrorReason } from "../../../src/call/ApiError.ts"
import type { PageError } from "../../pages/PageError.ts"
import { failures } from "./failures.ts"
import { characters, oauthErrors } from "./oauthErrors.ts"

export { oauthErrors } from "./oauthErrors.ts"

/** A text, or a function that returns an error's text. */
type ErrorTexts<Errors extends { readonly _tag: string }> = {
  readonly [Tag in Errors["_tag"]]: string | ((error: Extract<Errors, { readonly _tag: Tag }>) => string)
}

const signedOut = "You've been signed out. Sign in again."
const misconfigured = "This app isn't set up correctly. Contact its developer."

/** The page errors, by tag. */
export const errors: ErrorTexts<Exclude<PageError, ApiError>> = {
  ApiKeyNotFound: "This API key no longer exists.",
  BodyParsingError: "The data is too large. Make it smaller and try again.",
  BotChallengeFailed: "The security check failed. Try again.",
  BotChallengeRequired: "Complete the security check and try again.",
  CannotDeleteCurrentSession: "To end this session, sign out.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Another account already uses this email to sign in.",
  EmailAlreadyVerified: "This email is already verified.",
  EmailPasswordMismatch: "Wrong email or password.",
  HostUnavailable: "Your browser doesn't support this. Try another browser.",
  InvalidAuthorizationCode: oauthErrors.INVALID_AUTHORIZATION_CODE,
  InvalidTotpCode: "Wrong code. Try again.",
  OAuthCallbackError: "Sign-in failed. Try again.",
  OAuthConnectionAlreadyConnectedToAnotherUser: oauthErrors.OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: oauthErrors.OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS,
  OAuthProviderAccessDenied: oauthErrors.OAUTH_PROVIDER_ACCESS_DENIED,
  OAuthProviderNotFoundOrNotEnabled: oauthErrors.OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED,
  OAuthProviderTemporarilyUnavailable: oauthErrors.OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE,
  OuterOAuthTimeout: oauthErrors.OUTER_OAUTH_TIMEOUT,
  PasskeyAuthenticationFailed: "We couldn't verify your passkey. Try again.",
  PasskeyAuthenticationNotEnabled: "Passkeys are turned off for this app.",
  PasskeyRegistrationFailed: "We couldn't add your passkey. Try again.",
  PasskeyWebAuthnError: "The passkey request was canceled or timed out. Try again.",
  PasswordAuthenticationNotEnabled: "Passwords are turned off for this app.",
  PasswordConfirmationMismatch: "Passwords don't match.",
  PasswordTooLong: ({ details }) => `Use at most ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Use at least ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Confirm it's you, and try again.",
  RedirectUrlNotTrusted: "This link goes to a site that isn't trusted.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Check what you entered and try again.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "You signed in as another user. Use your current account." : signedOut,
  SignUpNotEnabled: "Sign-ups are turned off for this app.",
  SignUpRejected: oauthErrors.SIGN_UP_REJECTED,
  TeamInvitationEmailMismatch: "This invitation is for another email address.",
  TeamMembershipNotFound: "You're no longer a member of this team.",
  TeamNotSelected: "Team created, but we couldn't switch to it.",
  TeamPermissionRequired: "You don't have permission to do this.",
  UserAlreadyConnectedToAnotherOAuthConnection: oauthErrors.USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION,
  UserAuthenticationRequired: "You've been signed out, or another user has signed in. Sign in again.",
  UserDoesNotHavePassword: "You don't have a password yet.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "An account with this email already exists.",
  VerificationCodeAlreadyUsed: "This code has already been used.",
  VerificationCodeExpired: "This code has expired.",
  VerificationCodeMaxAttemptsReached: "Too many attempts. Request a new code.",
  VerificationCodeNotFound: "Wrong code. Try again.",
  WebAuthnNotSupported: "This device doesn't support passkeys.",
  WrongCurrentPassword: "Wrong current password."
}

/** The reasons that users see as an unexpected error: an error in the app or the service, or a version that does not match. */
type UnexpectedReason =
  | "ClockSkewError"
  | "InvalidResponse"
  | "ResponseTooLarge"
  | "UnsupportedError"
  | "UnsupportedGeneration"

/** The other `ApiError` reasons, by tag. */
export const reasons: ErrorTexts<Exclude<ApiErrorReason, { readonly _tag: UnexpectedReason }>> = {
  NetworkFailure: ({ diagnostics }) => diagnostics.offline ? failures.offline : failures.unreachable,
  RateLimited: "Too many attempts. Wait a moment and try again.",
  RequestRefused: "The server refused this. Check what you entered and try again.",
  ServiceUnavailable: "The server is unavailable. Try again later.",
  ProjectRefused: misconfigured,
  UserRestricted: "Your account is restricted. Contact support.",
  UndeclaredError: ({ message }) => message
}
