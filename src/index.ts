/**
 * The client level: sessions, sign-in methods, and the data of the signed-in user.
 *
 * @since 0.1.0
 */
export * as ApiKeys from "./account/ApiKeys.ts"
export * as ConnectedAccounts from "./account/ConnectedAccounts.ts"
export * as ContactChannels from "./account/ContactChannels.ts"
export * as CurrentUser from "./account/CurrentUser.ts"
export * as Metadata from "./account/Metadata.ts"
export * as NotificationPreferences from "./account/NotificationPreferences.ts"
export * as OAuthProviders from "./account/OAuthProviders.ts"
export * as Optimistic from "./account/Optimistic.ts"
export * as OwnedProjects from "./account/OwnedProjects.ts"
export * as Permissions from "./account/Permissions.ts"
export * as Project from "./account/Project.ts"
export * as Resources from "./account/Resources.ts"
export * as Session from "./account/Session.ts"
export * as Sessions from "./account/Sessions.ts"
export * as TeamInvitations from "./account/TeamInvitations.ts"
export * as TeamMembers from "./account/TeamMembers.ts"
export * as Teams from "./account/Teams.ts"
export * as Anonymous from "./auth/Anonymous.ts"
export * as BotChallenge from "./auth/BotChallenge.ts"
export * as Cli from "./auth/Cli.ts"
export * as EmailCode from "./auth/EmailCode.ts"
export * as MagicLink from "./auth/MagicLink.ts"
export * as Mfa from "./auth/Mfa.ts"
export * as OAuth from "./auth/OAuth.ts"
export * as Passkey from "./auth/Passkey.ts"
export * as Password from "./auth/Password.ts"
export type { SignedIn, SignedInOrUp } from "./auth/startSession.ts"
export * as Totp from "./auth/Totp.ts"
export * as Cache from "./cache/Cache.ts"
export * as Resource from "./cache/Resource.ts"
export { ApiError, type ApiErrorReason } from "./call/ApiError.ts"
export * as ApiErrors from "./call/ApiError.ts"
export type { Diagnostics } from "./call/diagnostics.ts"
export { RequestHeaders } from "./call/headers.ts"
export { type Retryable, RetryPolicy } from "./call/RetryPolicy.ts"
export {
  fromFetch,
  Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse
} from "./call/Transport.ts"
export * as Browser from "./hosts/Browser.ts"
export * as RequestHost from "./hosts/RequestHost.ts"
export * as Navigation from "./navigation/Navigation.ts"
export * as HandlerPages from "./pages/HandlerPages.ts"
export { Alert, ReportError } from "./platform/Alert.ts"

/** @since 0.1.0 */
export { Connectivity } from "./platform/Connectivity.ts"
export * as Cookies from "./platform/Cookies.ts"
export * as Locks from "./platform/Locks.ts"
export * as Page from "./platform/Page.ts"
export { PageVisibility } from "./platform/PageVisibility.ts"
export { SecureRandom } from "./platform/SecureRandom.ts"
export * as SessionStorage from "./platform/SessionStorage.ts"
export * as WebAuthn from "./platform/WebAuthn.ts"
export * as AccessToken from "./session/AccessToken.ts"
export * as Claims from "./session/Claims.ts"
export * as Client from "./session/Client.ts"
export * as CookieStore from "./session/CookieStore.ts"
export * as NextStore from "./session/NextStore.ts"
export { InvalidOptions } from "./session/options.ts"
export * as RequestStore from "./session/RequestStore.ts"
export * as StorageStore from "./session/StorageStore.ts"
export * as Tokens from "./session/Tokens.ts"
export * as TokenStore from "./session/TokenStore.ts"
export type { Json, JsonObject } from "./wire/Json.ts"
export type { CodeOf, KnownError } from "./wire/KnownError.ts"
export type { KnownErrorCodes } from "./wire/knownErrorCodes.ts"
export * as KnownErrors from "./wire/KnownErrors.ts"

/** Wraps secrets, so that logs and errors do not contain them: `Redacted.make(text)` and `Redacted.value(secret)`. */
export * as Redacted from "effect/Redacted"
