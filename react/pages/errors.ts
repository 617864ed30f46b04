/**
 * What people are told of each error that a step of a page may meet.
 *
 * @since 0.1.0
 */
import { type ErrorCode, textOf } from "../../src/auth/oauth/errorTexts.ts"
import type { ApiError, ApiErrorReason } from "../../src/call/ApiError.ts"
import type { CodeRefused, OAuthFailed } from "../../src/pages/HandlerPages.ts"
import type { SettingsError } from "./settings/SettingsError.ts"
import type { ShownPage, StepError } from "./ShownPage.ts"

/**
 * Every error that a page may have to tell of.
 *
 * @category models
 * @since 0.1.0
 */
export type PageError = StepError<ShownPage> | CodeRefused["error"] | OAuthFailed["error"] | SettingsError

type ErrorTexts<Errors extends { readonly _tag: string }> = {
  readonly [Tag in Errors["_tag"]]: (error: Extract<Errors, { readonly _tag: Tag }>) => string
}

const text = (text: string) => (): string => text
const oauth = (code: ErrorCode): () => string => text(textOf(code))
const own = ({ message }: { readonly message: string }): string => message

const gone = text("You are not signed in any more. Please sign in again.")
const elsewhere = text("This app is not set up for that. Please tell whoever runs it.")
const unhandled = text("An unhandled error occurred. Please report this to the developer.")

/** By the tag of the error. */
export const errors: ErrorTexts<Exclude<PageError, ApiError>> = {
  ApiKeyNotFound: text("There is no such key any more."),
  BotChallengeFailed: text("You did not pass the security check. Try again."),
  BotChallengeRequired: text("Complete the security check and try again."),
  CannotDeleteCurrentSession: text("This session ends when you sign out."),
  CannotGetOwnUserWithoutUser: gone,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text("Another user already signs in with this email."),
  EmailAlreadyVerified: text("The address is verified already."),
  EmailPasswordMismatch: text("Wrong e-mail or password."),
  HostUnavailable: text("This device or browser cannot do that here."),
  InvalidAuthorizationCode: oauth("INVALID_AUTHORIZATION_CODE"),
  InvalidTotpCode: text("The TOTP code is invalid. Please try again."),
  OAuthCallbackError: own,
  OAuthConnectionAlreadyConnectedToAnotherUser: oauth("OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER"),
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: oauth("OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"),
  OAuthProviderAccessDenied: oauth("OAUTH_PROVIDER_ACCESS_DENIED"),
  OAuthProviderNotFoundOrNotEnabled: oauth("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"),
  OAuthProviderTemporarilyUnavailable: oauth("OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE"),
  OldPasswordWrong: text("The present password is wrong."),
  OuterOAuthTimeout: oauth("OUTER_OAUTH_TIMEOUT"),
  PasskeyAuthenticationFailed: text("The passkey was not accepted."),
  PasskeyAuthenticationNotEnabled: text("Passkeys cannot be used here."),
  PasskeyRegistrationFailed: text("The passkey could not be added."),
  PasskeyWebAuthnError: text("No passkey was used. Please try again."),
  PasswordAuthenticationNotEnabled: text("Passwords cannot be used here."),
  PasswordConfirmationMismatch: text("The two passwords are not the same."),
  PasswordTooLong: ({ details }) => `Password too long. Maximum length is ${details.maxLength}.`,
  PasswordTooShort: ({ details }) => `Password too short. Minimum length is ${details.minLength}.`,
  ProjectNotFound: elsewhere,
  RedirectUrlNotTrusted: text("This link would lead away from here, so nothing was done."),
  RedirectUrlNotWhitelisted: elsewhere,
  RequestSchemaError: text("The service does not take this. Please look at what you have typed."),
  SignUpNotEnabled: text(
    "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it."
  ),
  SignUpRejected: oauth("SIGN_UP_REJECTED"),
  TeamMembershipNotFound: text("You are not a member of this team any more."),
  TeamNotSelected: text("The team was created, but it is not the selected one."),
  UserAlreadyConnectedToAnotherOAuthConnection: oauth("USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION"),
  UserAuthenticationRequired: text("You are not signed in any more, or somebody else is. Please sign in again."),
  UserDoesNotHavePassword: text("You have no password yet."),
  UserNotFound: gone,
  UserWithEmailAlreadyExists: text("There is an account with this address already."),
  VerificationCodeAlreadyUsed: text("The code was used already."),
  VerificationCodeExpired: text("The code is too old."),
  VerificationCodeMaxAttemptsReached: text("The code was tried too often."),
  VerificationCodeNotFound: text("The code is wrong."),
  WebAuthnNotSupported: text("Passkeys cannot be used on this device.")
}

/** By the reason of an `ApiError`. */
export const reasons: ErrorTexts<ApiErrorReason> = {
  NetworkFailure: text("The service could not be reached. Please look at your connection and try again."),
  RateLimited: text("That was too often in a short time. Please wait a moment and try again."),
  RequestRefused: text("The service does not take this."),
  ServiceUnavailable: text("The service cannot do that now. Please try again later."),
  InvalidResponse: unhandled,
  ResponseTooLarge: unhandled,
  UnsupportedError: unhandled,
  ProjectRefused: elsewhere,
  UserRestricted: unhandled,
  UnsupportedGeneration: unhandled,
  UndeclaredError: own,
  ClockSkewError: unhandled
}
