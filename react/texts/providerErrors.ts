/** Messages for errors that the service reports in two ways. */
import type { oauthErrors } from "./en/oauthErrors.ts"
import type { Texts } from "./texts.ts"

/** The sign-in errors that the service reports as a code in a URL or as a call's error. */
type ProviderErrors = Pick<
  Texts["errors"],
  | "InvalidAuthorizationCode"
  | "OAuthConnectionAlreadyConnectedToAnotherUser"
  | "OAuthExtraScopeNotAvailableWithSharedOAuthKeys"
  | "OAuthProviderAccessDenied"
  | "OAuthProviderNotFoundOrNotEnabled"
  | "OAuthProviderTemporarilyUnavailable"
  | "OuterOAuthTimeout"
  | "SignUpRejected"
  | "UserAlreadyConnectedToAnotherOAuthConnection"
>

/** Returns the errors' messages from the codes' messages. */
export const providerErrors = (texts: typeof oauthErrors): ProviderErrors => ({
  InvalidAuthorizationCode: texts.INVALID_AUTHORIZATION_CODE,
  OAuthConnectionAlreadyConnectedToAnotherUser: texts.OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER,
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: texts.OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS,
  OAuthProviderAccessDenied: texts.OAUTH_PROVIDER_ACCESS_DENIED,
  OAuthProviderNotFoundOrNotEnabled: texts.OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED,
  OAuthProviderTemporarilyUnavailable: texts.OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE,
  OuterOAuthTimeout: texts.OUTER_OAUTH_TIMEOUT,
  SignUpRejected: texts.SIGN_UP_REJECTED,
  UserAlreadyConnectedToAnotherOAuthConnection: texts.USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION
})
