/**
 * Every error of the service's catalogue, one class a line, and the families that group them.
 *
 * Each class has the tag that `Effect.catchTag` takes, the code on the wire and the HTTP status. A family is a type (the
 * union of its members) and a value of the same name (the tuple of their tags): `Effect.catchTag(VerificationCodeError, …)`.
 *
 * @since 0.1.0
 */
// One line an error, however long: the catalogue is read as a table.
// dprint-ignore-file
import * as Schema from "effect/Schema"
import { accessLevels } from "./Endpoint.ts"
import { KnownError } from "./KnownError.ts"
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"

const accessType = /*#__PURE__*/ memoize(() => Schema.Literals(accessLevels))
const keyType = /*#__PURE__*/ memoize(() => Schema.Literals(["user", "team"]))
const restrictedReason = /*#__PURE__*/ memoize(() => struct({ type: Schema.String }))
const optionalBoolean = /*#__PURE__*/ memoize(() => Schema.optional(Schema.Boolean))
const optionalText = /*#__PURE__*/ memoize(() => Schema.optional(Schema.NullOr(Schema.String)))
const permissionScope = /*#__PURE__*/ memoize(() => Schema.Literals(["team", "project"]))

/** A request came without an access type. Do: nothing, the library always sends one; a proxy on the way may drop headers that begin with `x-stack-`. */
export class AccessTypeRequired extends KnownError("AccessTypeRequired", "ACCESS_TYPE_REQUIRED", 400) {}
/** A request had an access type and no project id. Do: check that nothing on the way drops headers that begin with `x-stack-`. */
export class AccessTypeWithoutProjectId extends KnownError("AccessTypeWithoutProjectId", "ACCESS_TYPE_WITHOUT_PROJECT_ID", 400, () => ({ requestType: accessType() })) {}
/** A route with several forms refused each of them, for reasons of its own. Do: read `details.overloadErrors`, one error for each form. */
export class AllOverloadsFailed extends KnownError("AllOverloadsFailed", "ALL_OVERLOADS_FAILED", 400, () => ({ overloadErrors: Schema.Array(Schema.Unknown) })) {}
/** An anonymous sign-up, in a project that has none. Do: let the project enable anonymous accounts, or ask the visitor to sign in. */
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", "ANONYMOUS_ACCOUNTS_NOT_ENABLED", 400) {}
/** The project has no bundle id of an Apple app, so that native sign-in with Apple cannot be checked. Services of 2026. Do: add the app's bundle id to the project's Apple provider. */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", "APPLE_BUNDLE_ID_NOT_CONFIGURED", 400) {}
/** The body of a request could not be read. Do: check that nothing on the way changes bodies or content types. */
export class BodyParsingError extends KnownError("BodyParsingError", "BODY_PARSING_ERROR", 400) {}
/** The bot challenge was not passed; `details.message` has the reason. Services of 2026. Do: show the challenge again. */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", "BOT_CHALLENGE_FAILED", 400, () => ({ message: Schema.String })) {}
/** A header named a branch of the project that does not exist. Do: take the header out of `extraRequestHeaders`. */
export class BranchDoesNotExist extends KnownError("BranchDoesNotExist", "BRANCH_DOES_NOT_EXIST", 400, () => ({ branchId: Schema.String })) {}
/** A session was to be ended by itself. Do: sign out instead, with `Session.signOut`. */
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", "CANNOT_DELETE_CURRENT_SESSION", 400) {}
/** A call was about the own user, and nobody is signed in, or the user is gone. Do: sign in first. */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", "CANNOT_GET_OWN_USER_WITHOUT_USER", 400) {}
/** A command-line login failed. The service never sends this error, a client makes it. Do: start the login again. */
export class CliAuthError extends KnownError("CliAuthError", "CLI_AUTH_ERROR", 400) {}
/** A command-line login was not confirmed in time. The service never sends this error, a client makes it. Do: start the login again. */
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", "CLI_AUTH_EXPIRED_ERROR", 400) {}
/** A command-line login was asked for its result a second time. The service never sends this error, a client makes it. Do: use the refresh token that it gave the first time, or start again. */
export class CliAuthUsedError extends KnownError("CliAuthUsedError", "CLI_AUTH_USED_ERROR", 400) {}
/** A permission definition contains an id that is not defined, or not in the same scope. Do: define the contained permission first, in teams or in the project as its container. */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", "CONTAINED_PERMISSION_NOT_FOUND", 400, () => ({ permissionId: Schema.String })) {}
/** No project has the id. Services of 2026. Do: check `projectId`. */
export class CurrentProjectNotFound extends KnownError("CurrentProjectNotFound", "CURRENT_PROJECT_NOT_FOUND", 400, () => ({ projectId: Schema.String })) {}
/** A verification mail was asked for an address that is not the user's primary one. Do: send it for the contact channel, with `ContactChannels.sendVerificationEmail`. */
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", "EMAIL_IS_NOT_PRIMARY_EMAIL", 400, () => ({ email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) })) {}
/** An address belongs to no contact channel of the user. The service defines this error and never sends it. Do: reload the contact channels. */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", "EMAIL_NOT_ASSOCIATED_WITH_USER", 400) {}
/** An address has to be verified first. The service defines this error and never sends it. Do: send a verification mail. */
export class EmailNotVerified extends KnownError("EmailNotVerified", "EMAIL_NOT_VERIFIED", 400) {}
/** The address or the password is wrong. Which of the two is not told, so that nobody can find out who has an account. Do: let the user try again, or reset the password. */
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", "EMAIL_PASSWORD_MISMATCH", 400) {}
/** An email template does not render; `details.error` has the reason. Services of 2026. Do: correct the source of the template. */
export class EmailRenderingError extends KnownError("EmailRenderingError", "EMAIL_RENDERING_ERROR", 400, () => ({ error: Schema.String })) {}
/** The access type is none of client, server and admin. Do: check that nothing on the way changes headers that begin with `x-stack-`. */
export class InvalidAccessType extends KnownError("InvalidAccessType", "INVALID_ACCESS_TYPE", 400) {}
/** An identity token of Apple is invalid or expired. Services of 2026. Do: sign in with Apple again. */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", "INVALID_APPLE_CREDENTIALS", 400) {}
/** An authorization code is wrong, used up or older than five minutes, or does not fit the code verifier or the redirect URI. Do: start the sign-in again. */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", "INVALID_AUTHORIZATION_CODE", 400) {}
/** The token endpoint or the authorization endpoint knows no such project, or not this publishable client key. Do: check `projectId` and `publishableClientKey`. */
export class InvalidOAuthClientIdOrSecret extends KnownError("InvalidOAuthClientIdOrSecret", "INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400, () => ({ clientId: Schema.NullOr(Schema.String) })) {}
/** The polling code of a command-line login is unknown. Do: start the login again. */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", "INVALID_POLLING_CODE", 400) {}
/** An OAuth scope is not known. Do: check the scopes that were asked for. */
export class InvalidScope extends KnownError("InvalidScope", "INVALID_SCOPE", 400) {}
/** A provider cannot be used with the service's shared keys. The service defines this error and never sends it. Do: configure the provider with keys of the project's own. */
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", "INVALID_SHARED_OAUTH_PROVIDER_ID", 400, () => ({ providerId: Schema.String })) {}
/** A provider id is not one that a project can configure. The service defines this error and never sends it. Do: choose one of the providers that the service knows. */
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", "INVALID_STANDARD_OAUTH_PROVIDER_ID", 400, () => ({ providerId: Schema.String })) {}
/** The six digits of the authenticator app are wrong or too old. Do: let the user type the code that the app shows now; the continuation, or the attempt code, is as good as before. */
export class InvalidTotpCode extends KnownError("InvalidTotpCode", "INVALID_TOTP_CODE", 400) {}
/** The first factor is right, and the user has a second one. Do: ask for the code of the authenticator app, and go on within five minutes: `Mfa.orContinue` and `Mfa.orAsk` do it. */
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", "MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, () => ({ attemptCode: Schema.RedactedFromValue(Schema.String) })) {}
/** The provider gave no access token. The service defines this error and never sends it. Services of 2026. Do: link the account again. */
export class OAuthAccessTokenNotAvailable extends KnownError("OAuthAccessTokenNotAvailable", "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE", 400, () => ({ provider: Schema.String, details: Schema.optional(Schema.Unknown) })) {}
/** An access token of a provider was asked for that the project uses with the service's shared keys. Do: configure the provider with keys of the project's own. */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys extends KnownError("OAuthAccessTokenNotAvailableWithSharedOAuthKeys", "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400) {}
/** The user has connected the provider, and not granted the scope. Do: link the account again with the scope. */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", 400) {}
/** The user has not connected the provider. Do: link the account. */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", 400) {}
/** Extra scopes were asked of a provider that the project uses with the service's shared keys. Do: configure the provider with keys of the project's own, or ask for no extra scope. */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400) {}
/** The user, or the provider, declined. Do: let the user try again, or choose another way in. */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", "OAUTH_PROVIDER_ACCESS_DENIED", 400) {}
/** Another user signs in with this account of the provider. Services of 2026. Do: set `allowSignIn` to `false`, or choose another account. */
export class OAuthProviderAccountIdAlreadyUsedForSignIn extends KnownError("OAuthProviderAccountIdAlreadyUsedForSignIn", "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN", 400) {}
/** The project does not have the OAuth provider. Do: enable it in the project, or offer those of `Project.get` only. */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400) {}
/** A passkey could not be verified: unknown, signed by another, or for a page that the project does not trust; or the ceremony went wrong without the browser saying why. Do: let the user try again; if it never works, add the page's origin to the project's trusted domains. */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", "PASSKEY_AUTHENTICATION_FAILED", 400) {}
/** Passkeys are not enabled for the project. Do: enable them, or hide the button by `Project.get`. */
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", "PASSKEY_AUTHENTICATION_NOT_ENABLED", 400) {}
/** A new passkey could not be verified, or the ceremony went wrong without the browser saying why. Do: start the registration again. */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", "PASSKEY_REGISTRATION_FAILED", 400) {}
/** The browser or the authenticator refused; `details.code` says why. The service never sends this error, a client makes it. Do: let the user try again, or choose another way in. */
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", "PASSKEY_WEBAUTHN_ERROR", 400, () => ({ message: Schema.String, code: Schema.String })) {}
/** Passwords are not enabled for the project. Do: enable them, or hide the form by `Project.get`. */
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", "PASSWORD_AUTHENTICATION_NOT_ENABLED", 400) {}
/** The old password is wrong; where a new one is typed twice, the two differ. Do: let the user type it again. */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", "PASSWORD_CONFIRMATION_MISMATCH", 400) {}
/** A password is longer than `details.maxLength`. The recorded service answers `RequestSchemaError` instead. Do: ask for a shorter one. */
export class PasswordTooLong extends KnownError("PasswordTooLong", "PASSWORD_TOO_LONG", 400, () => ({ maxLength: Schema.Number }), { maxLength: "maxLength" }) {}
/** A password is shorter than `details.minLength`. Do: ask for a longer one. */
export class PasswordTooShort extends KnownError("PasswordTooShort", "PASSWORD_TOO_SHORT", 400, () => ({ minLength: Schema.Number })) {}
/** A permission is already defined with this id. Do: choose another id, or update the definition. */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", "PERMISSION_ID_ALREADY_EXISTS", 400, () => ({ permissionId: Schema.String })) {}
/** A request had a key and no access type. Do: check that nothing on the way drops headers that begin with `x-stack-`. */
export class ProjectKeyWithoutAccessType extends KnownError("ProjectKeyWithoutAccessType", "PROJECT_KEY_WITHOUT_ACCESS_TYPE", 400) {}
/** A public API key was reported as leaked, which revokes secret keys only. Do: nothing: public keys may be seen by everybody. */
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", "PUBLIC_API_KEY_CANNOT_BE_REVOKED", 400) {}
/** A callback or redirect URL is on none of the project's trusted domains. Do: add the domain to the project, or allow localhost while developing. */
export class RedirectUrlNotWhitelisted extends KnownError("RedirectUrlNotWhitelisted", "REDIRECT_URL_NOT_WHITELISTED", 400) {}
/** The project sends email through the shared server of the service, which does not allow this. Services of 2026. Do: configure an email server for the project. */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", "REQUIRES_CUSTOM_EMAIL_SERVER", 400) {}
/** Something in the request is not of the kind that the service takes. The library finds some of it before it sends anything. Do: read `details.message`, which names the field. */
export class RequestSchemaError extends KnownError("RequestSchemaError", "SCHEMA_ERROR", 400, () => ({ message: Schema.String })) {}
/** The project takes no new users. Do: let existing users sign in, or enable sign-up. */
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", "SIGN_UP_NOT_ENABLED", 400) {}
/** The password of a user was to be changed who has none. Do: set one, with `Password.set`. */
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", "USER_DOES_NOT_HAVE_PASSWORD", 400) {}
/** No user of the project has the id. Do: check `details.userId`. */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", "USER_ID_DOES_NOT_EXIST", 400, () => ({ userId: Schema.String })) {}
/** A code is older than its life: seven days for most, five minutes for a second factor, 65 seconds for a passkey. Do: ask for a new one. */
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", "VERIFICATION_CODE_EXPIRED", 400) {}
/** A code was tried 20 times. Do: ask for a new one. */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED", 400) {}
/** An API key of a user was checked as one of a team, or the other way round. Do: check it as `details.actualType`. */
export class WrongApiKeyType extends KnownError("WrongApiKeyType", "WRONG_API_KEY_TYPE", 400, () => ({ expectedType: keyType(), actualType: keyType() })) {}
/** An access token is past its end. Do: nothing: the library refreshes it and tries again. As a `ClockSkewError` it says that the service refuses what it has just issued. */
export class AccessTokenExpired extends KnownError("AccessTokenExpired", "ACCESS_TOKEN_EXPIRED", 401, () => ({ expiredAtMillis: Schema.NullOr(Schema.Number), projectId: optionalText(), userId: optionalText(), refreshTokenId: optionalText() })) {}
/** The access token of a project's owner is past its end. Do: nothing: the library refreshes it and tries again. */
export class AdminAccessTokenExpired extends KnownError("AdminAccessTokenExpired", "ADMIN_ACCESS_TOKEN_EXPIRED", 401, () => ({ expiredAtMillis: Schema.NullOr(Schema.Number) })) {}
/** The user of an admin access token does not own the project. Do: choose one of the user's own projects. */
export class AdminAccessTokenIsNotAdmin extends KnownError("AdminAccessTokenIsNotAdmin", "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", 401) {}
/** A call at the admin level came without its key. Do: give the layer a `superSecretAdminKey`. */
export class AdminAuthenticationRequired extends KnownError("AdminAuthenticationRequired", "ADMIN_AUTHENTICATION_REQUIRED", 401) {}
/** The access token is one of an anonymous user, and the request does not allow those. Services of 2026. Do: check that nothing on the way drops the header `x-stack-allow-anonymous-user`. */
export class AnonymousAuthenticationNotAllowed extends KnownError("AnonymousAuthenticationNotAllowed", "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401) {}
/** An API key is past its end. Do: refuse the request that brought it; its owner creates a new one. */
export class ApiKeyExpired extends KnownError("ApiKeyExpired", "API_KEY_EXPIRED", 401) {}
/** An API key was revoked. Do: refuse the request that brought it. */
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", "API_KEY_REVOKED", 401) {}
/** A call at the client level came without its key. Do: give the layer a `publishableClientKey`. */
export class ClientAuthenticationRequired extends KnownError("ClientAuthenticationRequired", "CLIENT_AUTHENTICATION_REQUIRED", 401) {}
/** A call came without a key of the client or the admin level. Do: give the layer its key. */
export class ClientOrAdminAuthenticationRequired extends KnownError("ClientOrAdminAuthenticationRequired", "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED", 401) {}
/** A call came without a key of the client or the server level. Do: give the layer its key. */
export class ClientOrServerAuthenticationRequired extends KnownError("ClientOrServerAuthenticationRequired", "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED", 401) {}
/** A call came without a key of any level. Do: give the layer its key. */
export class ClientOrServerOrAdminAuthenticationRequired extends KnownError("ClientOrServerOrAdminAuthenticationRequired", "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED", 401) {}
/** Owned projects were asked of another project than `internal`. Do: sign in to the project `internal`. */
export class ExpectedInternalProject extends KnownError("ExpectedInternalProject", "EXPECTED_INTERNAL_PROJECT", 401) {}
/** The level of a call is too low; `details.allowedAccessTypes` would do. Do: use the functions of the level that the key is for; their types say which it is. */
export class InsufficientAccessType extends KnownError("InsufficientAccessType", "INSUFFICIENT_ACCESS_TYPE", 401, () => ({ actualAccessType: accessType(), allowedAccessTypes: Schema.Array(accessType()) })) {}
/** An access token belongs to another project. Do: sign in to this one; keep a token store for each project. */
export class InvalidProjectForAccessToken extends KnownError("InvalidProjectForAccessToken", "INVALID_PROJECT_FOR_ACCESS_TOKEN", 401, () => ({ expectedProjectId: Schema.String, actualProjectId: Schema.String })) {}
/** An admin access token belongs to another project than `internal`. Do: sign the owner in to the project `internal`. */
export class InvalidProjectForAdminAccessToken extends KnownError("InvalidProjectForAdminAccessToken", "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN", 401) {}
/** The publishable client key is wrong, revoked or expired, or there is no such project. Do: check `publishableClientKey` and `projectId`. */
export class InvalidPublishableClientKey extends KnownError("InvalidPublishableClientKey", "INVALID_PUBLISHABLE_CLIENT_KEY", 401, () => ({ projectId: Schema.String })) {}
/** The secret server key is wrong, revoked or expired, or there is no such project. Do: check `secretServerKey` and `projectId`. */
export class InvalidSecretServerKey extends KnownError("InvalidSecretServerKey", "INVALID_SECRET_SERVER_KEY", 401, () => ({ projectId: Schema.String })) {}
/** The super secret admin key is wrong, revoked or expired, or there is no such project. Do: check `superSecretAdminKey` and `projectId`. */
export class InvalidSuperSecretAdminKey extends KnownError("InvalidSuperSecretAdminKey", "INVALID_SUPER_SECRET_ADMIN_KEY", 401, () => ({ projectId: Schema.String })) {}
/** The user lacks a permission in the project. Do: grant `details.permissionId`, or do not offer it. */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", "PROJECT_PERMISSION_REQUIRED", 401, () => ({ userId: Schema.String, permissionId: Schema.String })) {}
/** A provider refused to refresh its access token. The service defines this error and never sends it. Do: link the account again. */
export class ProviderRejected extends KnownError("ProviderRejected", "PROVIDER_REJECTED", 401) {}
/** The project setting `requirePublishableClientKey` is on, and the client has no key. Services of 2026. Do: pass `publishableClientKey`, or turn the setting off. */
export class PublishableClientKeyRequiredForProject extends KnownError("PublishableClientKeyRequiredForProject", "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", 401, () => ({ projectId: Schema.NullOr(Schema.String) })) {}
/** A session has ended: it was revoked, has expired, or its user is gone. Do: ask the user to sign in; the library has signed out already. */
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401) {}
/** A call at the server level came without its key. Do: give the layer a `secretServerKey`. */
export class ServerAuthenticationRequired extends KnownError("ServerAuthenticationRequired", "SERVER_AUTHENTICATION_REQUIRED", 401) {}
/** A permission was to be revoked that the user does not hold directly in the team. Do: revoke the permission that contains it instead. */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", "TEAM_PERMISSION_NOT_FOUND", 401, () => ({ teamId: Schema.String, userId: Schema.String, permissionId: Schema.String })) {}
/** The user lacks a permission in the team. Do: grant `details.permissionId`, or do not offer it. */
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", "TEAM_PERMISSION_REQUIRED", 401, () => ({ teamId: Schema.String, userId: Schema.String, permissionId: Schema.String })) {}
/** An access token is no token of the service's. Do: nothing: the library refreshes it and tries again. */
export class UnparsableAccessToken extends KnownError("UnparsableAccessToken", "UNPARSABLE_ACCESS_TOKEN", 401) {}
/** An admin access token is no token of the service's. Do: nothing: the library refreshes it and tries again. */
export class UnparsableAdminAccessToken extends KnownError("UnparsableAdminAccessToken", "UNPARSABLE_ADMIN_ACCESS_TOKEN", 401) {}
/** The call needs a user, and nobody is signed in. Do: sign in first. */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", "USER_AUTHENTICATION_REQUIRED", 401) {}
/** The access token is one of a restricted user, and the request does not allow those. `details.restrictedReason.type` is the reason. Services of 2026. Do: check that nothing on the way drops the header `x-stack-allow-anonymous-user`. */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", "RESTRICTED_USER_NOT_ALLOWED", 403, () => ({ restrictedReason: restrictedReason() })) {}
/** A sign-up rule of the project rejects the new user. Services of 2026. Do: show the reason in `details.message`, or change the rule. */
export class SignUpRejected extends KnownError("SignUpRejected", "SIGN_UP_REJECTED", 403, () => ({ message: Schema.String })) {}
/** A restricted user cannot accept an invitation. `details.restrictedReason.type` is the reason. Services of 2026. Do: let the user lift the restriction first, such as by verifying the email address. */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED", 403, () => ({ restrictedReason: restrictedReason() })) {}
/** There is no such API key, or the user may not manage those of the team. Do: refuse the request that brought it, or grant `$manage_api_keys`. */
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", "API_KEY_NOT_FOUND", 404) {}
/** No permission is defined with the id, or it was to be revoked and is not held directly. Do: check `details.permissionId`. */
export class PermissionNotFound extends KnownError("PermissionNotFound", "PERMISSION_NOT_FOUND", 404, () => ({ permissionId: Schema.String })) {}
/** There is no project with the id. Do: check `projectId`. */
export class ProjectNotFound extends KnownError("ProjectNotFound", "PROJECT_NOT_FOUND", 404, () => ({ projectId: Schema.String })) {}
/** The user is no member of the team, or there is no such team: members alone learn which. Do: reload the teams. */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", "TEAM_MEMBERSHIP_NOT_FOUND", 404, () => ({ teamId: Schema.String, userId: Schema.String })) {}
/** There is no team with the id. Do: check `details.teamId`. */
export class TeamNotFound extends KnownError("TeamNotFound", "TEAM_NOT_FOUND", 404, () => ({ teamId: Schema.String })) {}
/** There is no user with the id. Do: check the id. */
export class UserNotFound extends KnownError("UserNotFound", "USER_NOT_FOUND", 404) {}
/** There is no such code. Do: let the user follow the newest link, or type the code again. */
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", "VERIFICATION_CODE_NOT_FOUND", 404) {}
/** A permission of teams was used as one of the project, or the other way round. Do: use it in `details.actualScope`. */
export class PermissionScopeMismatch extends KnownError("PermissionScopeMismatch", "WRONG_PERMISSION_SCOPE", 404, () => ({ permissionId: Schema.String, expectedScope: permissionScope(), actualScope: Schema.NullOr(permissionScope()) })) {}
/** The user was at the provider for more than ten minutes. Do: start the sign-in again. */
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", "OUTER_OAUTH_TIMEOUT", 408) {}
/** The invisible bot challenge was not passed. Services of 2026. Do: show the visible challenge, and send its token with `phase: "visible"`. */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", "BOT_CHALLENGE_REQUIRED", 409) {}
/** Another account signs in with the address. Do: sign in to that account, or choose another address. */
export class ContactChannelAlreadyUsedForAuthBySomeoneElse extends KnownError("ContactChannelAlreadyUsedForAuthBySomeoneElse", "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", 409, () => ({ type: Schema.String, contactChannelValue: Schema.NullOr(Schema.String), wouldWorkIfEmailWasVerified: optionalBoolean() })) {}
/** The address is verified already. Do: nothing. */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", "EMAIL_ALREADY_VERIFIED", 409) {}
/** A template exists already. The service defines this error and never sends it. Do: update it instead. */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", "EMAIL_TEMPLATE_ALREADY_EXISTS", 409) {}
/** Another user has linked this account of the provider. Do: sign in as that user, or link another account. */
export class OAuthConnectionAlreadyConnectedToAnotherUser extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", 409) {}
/** A team exists already with the id. Do: choose another id. */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", "TEAM_ALREADY_EXISTS", 409, () => ({ teamId: Schema.String })) {}
/** The user is a member of the team already. Do: nothing. */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", "TEAM_MEMBERSHIP_ALREADY_EXISTS", 409) {}
/** The user has linked another account of the same provider. Do: unlink that one first. */
export class UserAlreadyConnectedToAnotherOAuthConnection extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", 409) {}
/** Another user signs in with the address. Do: sign in instead, or choose another address. */
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", "USER_EMAIL_ALREADY_EXISTS", 409, () => ({ email: Schema.String, wouldWorkIfEmailWasVerified: optionalBoolean() })) {}
/** A code was used before. A call that failed after it had taken the code has used it as well. Do: ask for a new one. */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", "VERIFICATION_CODE_ALREADY_USED", 409) {}
/** The provider does not answer. Services of 2026. Do: try again later, or offer another way to sign in. */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", "OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE", 503) {}

/**
 * Stands for a code that the catalogue does not have, such as one that a newer service has added. It keeps the original
 * code, message and details, cut to 4,000 characters of text and 64,000 of details.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnsupportedError extends KnownError("UnsupportedError", "UNSUPPORTED_ERROR", 500, () => ({
  originalErrorCode: Schema.String,
  originalDetails: Schema.optional(Schema.Unknown)
}), { originalErrorCode: "originalErrorCode" }) {}

/**
 * An API key that says nothing about who holds it: unknown, of the other kind, expired or revoked.
 *
 * @category families
 * @since 0.1.0
 */
export const ApiKeyNotValid = ["PublicApiKeyCannotBeRevoked", "WrongApiKeyType", "ApiKeyExpired", "ApiKeyRevoked", "ApiKeyNotFound"] as const
export type ApiKeyNotValid = PublicApiKeyCannotBeRevoked | WrongApiKeyType | ApiKeyExpired | ApiKeyRevoked | ApiKeyNotFound

/**
 * An access token that does not do: expired, of another project, or unreadable.
 *
 * @category families
 * @since 0.1.0
 */
export const InvalidAccessToken = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type InvalidAccessToken = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * The access token of a project's owner does not do: expired, of nobody who owns the project, or unreadable.
 *
 * @category families
 * @since 0.1.0
 */
export const InvalidAdminAccessToken = ["AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InvalidProjectForAdminAccessToken", "UnparsableAdminAccessToken"] as const
export type InvalidAdminAccessToken = AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InvalidProjectForAdminAccessToken | UnparsableAdminAccessToken

/**
 * What a request says of its project and its level is wrong.
 *
 * @category families
 * @since 0.1.0
 */
export const InvalidProjectAuthentication = ["AccessTypeRequired", "AccessTypeWithoutProjectId", "InvalidAccessType", "ProjectKeyWithoutAccessType", "AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InsufficientAccessType", "InvalidProjectForAdminAccessToken", "InvalidPublishableClientKey", "InvalidSecretServerKey", "InvalidSuperSecretAdminKey", "UnparsableAdminAccessToken"] as const
export type InvalidProjectAuthentication = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | UnparsableAdminAccessToken

/**
 * What a request says of its session is wrong: the errors of an access token.
 *
 * @category families
 * @since 0.1.0
 */
export const InvalidSessionAuthentication = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type InvalidSessionAuthentication = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * A new password is too long or too short.
 *
 * @category families
 * @since 0.1.0
 */
export const PasswordRequirementsNotMet = ["PasswordTooLong", "PasswordTooShort"] as const
export type PasswordRequirementsNotMet = PasswordTooLong | PasswordTooShort

/**
 * What a request says of its project and its level is wrong, or missing.
 *
 * @category families
 * @since 0.1.0
 */
export const ProjectAuthenticationError = ["AccessTypeRequired", "AccessTypeWithoutProjectId", "InvalidAccessType", "ProjectKeyWithoutAccessType", "AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "AdminAuthenticationRequired", "ClientAuthenticationRequired", "ClientOrAdminAuthenticationRequired", "ClientOrServerAuthenticationRequired", "ClientOrServerOrAdminAuthenticationRequired", "ExpectedInternalProject", "InsufficientAccessType", "InvalidProjectForAdminAccessToken", "InvalidPublishableClientKey", "InvalidSecretServerKey", "InvalidSuperSecretAdminKey", "ServerAuthenticationRequired", "UnparsableAdminAccessToken"] as const
export type ProjectAuthenticationError = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ExpectedInternalProject | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | ServerAuthenticationRequired | UnparsableAdminAccessToken

/**
 * A request lacks the key of a level that the endpoint asks for.
 *
 * @category families
 * @since 0.1.0
 */
export const ProjectAuthenticationRequired = ["AdminAuthenticationRequired", "ClientAuthenticationRequired", "ClientOrAdminAuthenticationRequired", "ClientOrServerAuthenticationRequired", "ClientOrServerOrAdminAuthenticationRequired", "ServerAuthenticationRequired"] as const
export type ProjectAuthenticationRequired = AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ServerAuthenticationRequired

/**
 * A refresh token, or the session behind it, cannot be used as it was meant to.
 *
 * @category families
 * @since 0.1.0
 */
export const RefreshTokenError = ["CannotDeleteCurrentSession", "ProviderRejected", "RefreshTokenNotFoundOrExpired"] as const
export type RefreshTokenError = CannotDeleteCurrentSession | ProviderRejected | RefreshTokenNotFoundOrExpired

/**
 * What a request says of its session is wrong.
 *
 * @category families
 * @since 0.1.0
 */
export const SessionAuthenticationError = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type SessionAuthenticationError = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * A code from a mail does not do: expired, tried too often, unknown or used up.
 *
 * @category families
 * @since 0.1.0
 */
export const VerificationCodeError = ["VerificationCodeExpired", "VerificationCodeMaxAttemptsReached", "VerificationCodeNotFound", "VerificationCodeAlreadyUsed"] as const
export type VerificationCodeError = VerificationCodeExpired | VerificationCodeMaxAttemptsReached | VerificationCodeNotFound | VerificationCodeAlreadyUsed

