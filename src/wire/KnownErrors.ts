/**
 * The service's known errors, one class per line, and the families that group them.
 *
 * Each class has a tag for `Effect.catchTag` and the HTTP status; the code on the wire follows from the tag. A family is
 * a type, the union of its members, and a value, the tuple with their tags: `Effect.catchTag(VerificationCodeError, …)`.
 *
 * **Example** (Handling a family of errors)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { KnownErrors, MagicLink } from "latchkey"
 *
 * const isSignedIn = (code: string) =>
 *   MagicLink.signIn({ code }).pipe(
 *     Effect.as(true),
 *     Effect.catchTag(KnownErrors.VerificationCodeError, () => Effect.succeed(false))
 *   )
 * ```
 */
// dprint-ignore-file: each error stays on one long line, so that the file reads as a table.
import { array, boolean, literal, nullOr, number, optional, secret, string, unknown } from "./Codec.ts"
import { accessLevels } from "./Endpoint.ts"
import { accessTokenTags, projectTags } from "./errorTags.ts"
import { KnownError } from "./KnownError.ts"
import type { AccessTokenExpired, RefreshTokenNotFoundOrExpired } from "./sessionErrors.ts"
import { struct } from "./Struct.ts"

export * from "./sessionErrors.ts"

const accessType = () => literal(...accessLevels)
const keyType = () => literal("user", "team")
const restrictedReason = () => struct({ type: string })
const permissionScope = () => literal("team", "project")

/** The request has no access type. Handling: the library always sends one, so check whether a proxy drops headers that start with `x-stack-`. */
export class AccessTypeRequired extends KnownError("AccessTypeRequired", 400) {}
/** The request has an access type but no project id. Handling: check whether a proxy drops headers that start with `x-stack-`. */
export class AccessTypeWithoutProjectId extends KnownError("AccessTypeWithoutProjectId", 400, () => ({ requestType: accessType() })) {}
/** The route accepts several request formats, and none matched. Handling: read `details.overloadErrors`, which has one error for each format. */
export class AllOverloadsFailed extends KnownError("AllOverloadsFailed", 400, () => ({ overloadErrors: array(unknown) })) {}
/** Anonymous sign-up is disabled in the project. Handling: enable anonymous accounts in the project, or show the sign-in page. */
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", 400) {}
/** Native sign-in with Apple fails because the project has no Apple bundle id. Handling: add the app's bundle id to the project's Apple provider. @generation 2026 */
export class AppleBundleIdNotConfigured extends KnownError("AppleBundleIdNotConfigured", 400) {}
/** The service could not parse the request body. Services since 2026 refuse bodies above 10 MiB with it. Handling: send less metadata, or a smaller image; else check whether a proxy changes bodies or content types. */
export class BodyParsingError extends KnownError("BodyParsingError", 400) {}
/** The bot challenge failed; `details.message` has the reason. Handling: show the challenge again. @generation 2026 */
export class BotChallengeFailed extends KnownError("BotChallengeFailed", 400, () => ({ message: string })) {}
/** A header names a branch that the project does not have. Handling: remove the header from `extraRequestHeaders`. */
export class BranchDoesNotExist extends KnownError("BranchDoesNotExist", 400, () => ({ branchId: string })) {}
/** The session to revoke is the request's own. Handling: sign out with `Session.signOut` instead. */
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", 400) {}
/** The call is about the signed-in user, but no user is signed in or the user was deleted. Handling: sign in first. */
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", 400) {}
/** A command-line login failed. Only clients create this error; the service never sends it. Handling: start the login again. */
export class CliAuthError extends KnownError("CliAuthError", 400) {}
/** A command-line login was not confirmed in time. Only clients create this error; the service never sends it. Handling: start the login again. */
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", 400) {}
/** A command-line login's result was requested a second time. Only clients create this error; the service never sends it. Handling: use the refresh token from the first result, or start the login again. */
export class CliAuthUsedError extends KnownError("CliAuthUsedError", 400) {}
/** A permission definition contains an id that is undefined or has another scope. Handling: define the contained permission first, in the same scope. */
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", 400, () => ({ permissionId: string })) {}
/** No project has this id. Handling: check `projectId`. @generation 2026 */
export class CurrentProjectNotFound extends KnownError("CurrentProjectNotFound", 400, () => ({ projectId: string })) {}
/** A verification email was requested for an address that is not the user's primary one. Handling: use `ContactChannels.sendVerificationEmail`, which accepts any contact channel. */
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", 400, () => ({ email: string, primaryEmail: nullOr(string) })) {}
/** The address is not a contact channel of the user. The service defines this error but never sends it. Handling: reload the contact channels. */
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", 400) {}
/** The address must be verified first. The service defines this error but never sends it. Handling: send a verification email. */
export class EmailNotVerified extends KnownError("EmailNotVerified", 400) {}
/** The email address or the password is wrong. The service does not reveal which, to prevent account enumeration. Handling: let the user try again, or reset the password. */
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", 400) {}
/** An email template does not render; `details.error` has the reason. Handling: correct the template's source. @generation 2026 */
export class EmailRenderingError extends KnownError("EmailRenderingError", 400, () => ({ error: string })) {}
/** The access type is not client, server or admin. Handling: check whether a proxy changes headers that start with `x-stack-`. */
export class InvalidAccessType extends KnownError("InvalidAccessType", 400) {}
/** An identity token from Apple is invalid or expired. Handling: sign in with Apple again. @generation 2026 */
export class InvalidAppleCredentials extends KnownError("InvalidAppleCredentials", 400) {}
/** An authorization code is wrong, already used or older than five minutes, or the code verifier or redirect URI does not match. Handling: start the sign-in again. */
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", 400) {}
/** The token or authorization endpoint does not recognize the project or the publishable client key. Handling: check `projectId` and `publishableClientKey`. */
export class InvalidOAuthClientIdOrSecret extends KnownError("InvalidOAuthClientIdOrSecret", 400, () => ({ clientId: nullOr(string) })) {}
/** A command-line login's polling code is unknown. Handling: start the login again. */
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", 400, undefined, undefined, "INVALID_POLLING_CODE") {}
/** An OAuth scope is unknown. Handling: check the requested scopes. */
export class InvalidScope extends KnownError("InvalidScope", 400) {}
/** The provider does not support the service's shared keys. The service defines this error but never sends it. Handling: configure the provider with the project's keys. */
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", 400, () => ({ providerId: string })) {}
/** Projects cannot configure a provider with this id. The service defines this error but never sends it. Handling: use a provider that the service supports. */
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", 400, () => ({ providerId: string })) {}
/** The six-digit code from the authenticator app is wrong or expired. Handling: request the current code; the continuation and the attempt code remain valid. */
export class InvalidTotpCode extends KnownError("InvalidTotpCode", 400) {}
/** The first factor is correct, but the user has a second one. Handling: request the authenticator code and continue within five minutes, with `Mfa.orContinue` or `Mfa.orAsk`. */
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", 400, () => ({ attemptCode: secret })) {}
/** The service has no valid access token from the provider. The recorded services define this error but never send it. Handling: link the account again. @generation 2026 */
export class OAuthAccessTokenNotAvailable extends KnownError("OAuthAccessTokenNotAvailable", 400, () => ({ provider: string, details: optional(unknown) })) {}
/** A provider's access token was requested, but the project uses the provider with the service's shared keys. Handling: configure the provider with the project's keys. */
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys extends KnownError("OAuthAccessTokenNotAvailableWithSharedOAuthKeys", 400) {}
/** The user has connected the provider but has not granted the scope. Handling: link the account again with the scope. */
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", 400) {}
/** The user has not connected the provider. Handling: link the account. */
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", 400) {}
/** Extra scopes were requested, but the project uses the provider with the service's shared keys. Handling: configure the provider with the project's keys, or request no extra scope. */
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", 400) {}
/** The user or the provider denied access. Handling: let the user try again, or choose another sign-in method. */
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", 400) {}
/** Another user signs in with this provider account. Handling: set `allowSignIn` to `false`, or use another account. @generation 2026 */
export class OAuthProviderAccountIdAlreadyUsedForSignIn extends KnownError("OAuthProviderAccountIdAlreadyUsedForSignIn", 400) {}
/** The project does not have this OAuth provider, or it is disabled. Handling: enable it in the project, or show only the providers from `Project.get`. */
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", 400) {}
/** A passkey could not be verified: it is unknown, its signature is wrong, or its origin is not trusted. It is also used if the browser's ceremony fails without a reason. Handling: let the user try again; if it always fails, add the page's origin to the project's trusted domains. */
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", 400) {}
/** Passkeys are disabled in the project. Handling: enable them, or hide the button based on `Project.get`. */
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", 400) {}
/** A new passkey could not be verified, or the browser's ceremony failed without a reason. Handling: start the registration again. */
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", 400) {}
/** The browser or the authenticator rejected the ceremony; `details.code` has the reason. Only clients create this error; the service never sends it. Handling: let the user try again, or choose another sign-in method. */
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", 400, () => ({ message: string, code: string }), undefined, "PASSKEY_WEBAUTHN_ERROR") {}
/** Passwords are disabled in the project. Handling: enable them, or hide the form based on `Project.get`. */
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", 400) {}
/** The old password is wrong, or a new password and its confirmation differ. Handling: let the user type it again. */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", 400) {}
/** The password is longer than `details.maxLength`. The recorded service sends `RequestSchemaError` instead. Handling: request a shorter one. */
export class PasswordTooLong extends KnownError("PasswordTooLong", 400, () => ({ maxLength: number }), { maxLength: "maxLength" }) {}
/** The password is shorter than `details.minLength`. Handling: request a longer one. */
export class PasswordTooShort extends KnownError("PasswordTooShort", 400, () => ({ minLength: number })) {}
/** A permission with this id already exists. Handling: choose another id, or update the definition. */
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", 400, () => ({ permissionId: string })) {}
/** The request has a key but no access type. Handling: check whether a proxy drops headers that start with `x-stack-`. */
export class ProjectKeyWithoutAccessType extends KnownError("ProjectKeyWithoutAccessType", 400) {}
/** A public API key was reported as leaked, but only secret keys can be revoked that way. Handling: ignore it, since public keys are not secret. */
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", 400) {}
/** The callback or redirect URL is on none of the project's trusted domains. Handling: add the domain to the project; in development, allow localhost. */
export class RedirectUrlNotWhitelisted extends KnownError("RedirectUrlNotWhitelisted", 400) {}
/** The project sends email through the service's shared server, which does not support this. Handling: configure an email server for the project. @generation 2026 */
export class RequiresCustomEmailServer extends KnownError("RequiresCustomEmailServer", 400) {}
/** Sign-up is disabled in the project. Handling: let existing users sign in, or enable sign-up. */
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", 400) {}
/** The password to change does not exist: the user never set one. Handling: set one with `Password.set`. */
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", 400) {}
/** No user in the project has this id. Handling: check `details.userId`. */
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", 400, () => ({ userId: string })) {}
/** A code has expired. Most last seven days, those for a second factor five minutes, those for a passkey 65 seconds. Handling: request a new one. */
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", 400) {}
/** A code was tried 20 times. Handling: request a new one. */
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", 400) {}
/** A user's API key was checked as a team's, or a team's as a user's. Handling: check it as `details.actualType`. */
export class WrongApiKeyType extends KnownError("WrongApiKeyType", 400, () => ({ expectedType: keyType(), actualType: keyType() })) {}
/** A project owner's access token has expired. Handling: nothing, because the library refreshes it and retries. */
export class AdminAccessTokenExpired extends KnownError("AdminAccessTokenExpired", 401, () => ({ expiredAtMillis: nullOr(number) })) {}
/** The admin access token's user does not own the project. Handling: choose a project that the user owns. */
export class AdminAccessTokenIsNotAdmin extends KnownError("AdminAccessTokenIsNotAdmin", 401) {}
/** An admin call has no admin key. Handling: pass `superSecretAdminKey` to the layer. */
export class AdminAuthenticationRequired extends KnownError("AdminAuthenticationRequired", 401) {}
/** The access token belongs to an anonymous user, and the request does not allow anonymous users. Handling: check whether a proxy drops the header `x-stack-allow-anonymous-user`. @generation 2026 */
export class AnonymousAuthenticationNotAllowed extends KnownError("AnonymousAuthenticationNotAllowed", 401) {}
/** The API key has expired. Handling: reject the request that sent it; the owner must create a new key. */
export class ApiKeyExpired extends KnownError("ApiKeyExpired", 401) {}
/** The API key was revoked. Handling: reject the request that sent it. */
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", 401) {}
/** A client call has no publishable client key. Handling: pass `publishableClientKey` to the layer. */
export class ClientAuthenticationRequired extends KnownError("ClientAuthenticationRequired", 401) {}
/** The call has neither a client key nor an admin key. Handling: pass the level's key to the layer. */
export class ClientOrAdminAuthenticationRequired extends KnownError("ClientOrAdminAuthenticationRequired", 401) {}
/** The call has neither a client key nor a server key. Handling: pass the level's key to the layer. */
export class ClientOrServerAuthenticationRequired extends KnownError("ClientOrServerAuthenticationRequired", 401) {}
/** The call has no key. Handling: pass the level's key to the layer. */
export class ClientOrServerOrAdminAuthenticationRequired extends KnownError("ClientOrServerOrAdminAuthenticationRequired", 401) {}
/** Owned projects were requested from a project other than `internal`. Handling: sign in to the project `internal`. */
export class ExpectedInternalProject extends KnownError("ExpectedInternalProject", 401) {}
/** The call's access type is too low; `details.allowedAccessTypes` lists the allowed ones. Handling: use the functions for the key's level. */
export class InsufficientAccessType extends KnownError("InsufficientAccessType", 401, () => ({ actualAccessType: accessType(), allowedAccessTypes: array(accessType()) })) {}
/** The access token was issued for another project. Handling: sign in to this project, and use a separate token store for each project. */
export class InvalidProjectForAccessToken extends KnownError("InvalidProjectForAccessToken", 401, () => ({ expectedProjectId: string, actualProjectId: string })) {}
/** The admin access token does not belong to the project `internal`. Handling: sign the owner in to the project `internal`. */
export class InvalidProjectForAdminAccessToken extends KnownError("InvalidProjectForAdminAccessToken", 401) {}
/** The publishable client key is wrong, revoked or expired, or the project does not exist. Handling: check `publishableClientKey` and `projectId`. */
export class InvalidPublishableClientKey extends KnownError("InvalidPublishableClientKey", 401, () => ({ projectId: string })) {}
/** The secret server key is wrong, revoked or expired, or the project does not exist. Handling: check `secretServerKey` and `projectId`. */
export class InvalidSecretServerKey extends KnownError("InvalidSecretServerKey", 401, () => ({ projectId: string })) {}
/** The super secret admin key is wrong, revoked or expired, or the project does not exist. Handling: check `superSecretAdminKey` and `projectId`. */
export class InvalidSuperSecretAdminKey extends KnownError("InvalidSuperSecretAdminKey", 401, () => ({ projectId: string })) {}
/** The user lacks a permission in the project. Handling: grant `details.permissionId`, or hide the feature. */
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", 401, () => ({ userId: string, permissionId: string })) {}
/** The provider rejected the refresh of its access token. The service defines this error but never sends it. Handling: link the account again. */
export class ProviderRejected extends KnownError("ProviderRejected", 401) {}
/** The project setting `requirePublishableClientKey` is on, but the client has no key. Handling: pass `publishableClientKey`, or turn the setting off. @generation 2026 */
export class PublishableClientKeyRequiredForProject extends KnownError("PublishableClientKeyRequiredForProject", 401, () => ({ projectId: nullOr(string) })) {}
/** A server call has no server key. Handling: pass `secretServerKey` to the layer. */
export class ServerAuthenticationRequired extends KnownError("ServerAuthenticationRequired", 401) {}
/** The permission to revoke was not granted to the user directly in the team. Handling: revoke the permission that contains it. */
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", 401, () => ({ teamId: string, userId: string, permissionId: string })) {}
/** The user lacks a permission in the team. Handling: grant `details.permissionId`, or hide the feature. */
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", 401, () => ({ teamId: string, userId: string, permissionId: string })) {}
/** The service cannot parse the access token. Handling: nothing, because the library refreshes it and retries. */
export class UnparsableAccessToken extends KnownError("UnparsableAccessToken", 401) {}
/** The service cannot parse the admin access token. Handling: nothing, because the library refreshes it and retries. */
export class UnparsableAdminAccessToken extends KnownError("UnparsableAdminAccessToken", 401) {}
/** The call requires a signed-in user. Handling: sign in first. */
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", 401) {}
/** The access token belongs to a restricted user, and the request does not allow restricted users. `details.restrictedReason.type` is the reason. Handling: check whether a proxy drops the header `x-stack-allow-anonymous-user`. @generation 2026 */
export class RestrictedUserNotAllowed extends KnownError("RestrictedUserNotAllowed", 403, () => ({ restrictedReason: restrictedReason() })) {}
/** One of the project's sign-up rules rejected the new user. The details have a fixed text, not the rule's message. Handling: show your own text, or change the rule. @generation 2026 */
export class SignUpRejected extends KnownError("SignUpRejected", 403, () => ({ message: string })) {}
/** The invitation is for another email address: the user has not verified the invited one. Services from some weeks in 2026. Handling: sign in with the invited address, or verify it. */
export class TeamInvitationEmailMismatch extends KnownError("TeamInvitationEmailMismatch", 403) {}
/** A restricted user cannot accept an invitation. `details.restrictedReason.type` is the reason. Handling: have the user lift the restriction first, for example by verifying the email address. @generation 2026 */
export class TeamInvitationRestrictedUserNotAllowed extends KnownError("TeamInvitationRestrictedUserNotAllowed", 403, () => ({ restrictedReason: restrictedReason() })) {}
/** The API key does not exist, or the user may not manage the team's keys. Handling: reject the request that sent it, or grant `$manage_api_keys`. */
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", 404) {}
/** No permission has this id, or the permission to revoke was not granted directly. Handling: check `details.permissionId`. */
export class PermissionNotFound extends KnownError("PermissionNotFound", 404, () => ({ permissionId: string })) {}
/** No project has this id. Handling: check `projectId`. */
export class ProjectNotFound extends KnownError("ProjectNotFound", 404, () => ({ projectId: string })) {}
/** The user is not in the team, or the team does not exist. The service does not reveal which. Handling: reload the teams. */
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", 404, () => ({ teamId: string, userId: string })) {}
/** No team has this id. Handling: check `details.teamId`. */
export class TeamNotFound extends KnownError("TeamNotFound", 404, () => ({ teamId: string })) {}
/** No user has this id. Handling: check the id; a server can respond with 404. */
export class UserNotFound extends KnownError("UserNotFound", 404) {}
/** The code does not exist. Handling: let the user open the newest link, or type the code again. */
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", 404) {}
/** A team permission was used as a project permission, or a project permission as a team permission. Handling: use it in `details.actualScope`. */
export class PermissionScopeMismatch extends KnownError("PermissionScopeMismatch", 404, () => ({ permissionId: string, expectedScope: permissionScope(), actualScope: nullOr(permissionScope()) }), undefined, "WRONG_PERMISSION_SCOPE") {}
/** The user spent more than ten minutes at the provider. Handling: start the sign-in again. */
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", 408) {}
/** The invisible bot challenge failed. Handling: show the visible challenge, and send its token with `phase: "visible"`. @generation 2026 */
export class BotChallengeRequired extends KnownError("BotChallengeRequired", 409) {}
/** Another account signs in with this address. Handling: sign in to that account, or use another address. */
export class ContactChannelAlreadyUsedForAuthBySomeoneElse extends KnownError("ContactChannelAlreadyUsedForAuthBySomeoneElse", 409, () => ({ type: string, contactChannelValue: nullOr(string), wouldWorkIfEmailWasVerified: optional(boolean) })) {}
/** The address is already verified. Handling: nothing. */
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", 409) {}
/** The template already exists. The service defines this error but never sends it. Handling: update the template. */
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", 409) {}
/** Another user has linked this provider account. Handling: sign in as that user, or link another account. */
export class OAuthConnectionAlreadyConnectedToAnotherUser extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", 409) {}
/** A team with this id already exists. Handling: choose another id. */
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", 409, () => ({ teamId: string })) {}
/** The user is already in the team. Handling: nothing. */
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", 409) {}
/** The user has linked another account at the same provider. Handling: unlink that account first. */
export class UserAlreadyConnectedToAnotherOAuthConnection extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", 409) {}
/** Another user signs in with this address. Handling: sign in instead, or use another address. */
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", 409, () => ({ email: string, wouldWorkIfEmailWasVerified: optional(boolean) }), undefined, "USER_EMAIL_ALREADY_EXISTS") {}
/** The code was already used. A call that failed after the service accepted the code has used it too. Handling: request a new one. */
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", 409) {}
/** The provider does not respond. Handling: try again later, or offer another sign-in method. @generation 2026 */
export class OAuthProviderTemporarilyUnavailable extends KnownError("OAuthProviderTemporarilyUnavailable", 503) {}

/**
 * An error whose code this library version does not know, for example because the service is newer. It keeps the
 * original code, message and details: up to 4,000 characters for the text and 64,000 for the details.
 */
export class UnsupportedError extends KnownError("UnsupportedError", 500, () => ({ originalErrorCode: string, originalDetails: optional(unknown) }), { originalErrorCode: "originalErrorCode" }) {}

/**
 * An API key that does not identify an owner: unknown, expired, revoked, or for the other kind.
 *
 * @category families
 */
export const ApiKeyNotValid = ["PublicApiKeyCannotBeRevoked", "WrongApiKeyType", "ApiKeyExpired", "ApiKeyRevoked", "ApiKeyNotFound"] as const
export type ApiKeyNotValid = PublicApiKeyCannotBeRevoked | WrongApiKeyType | ApiKeyExpired | ApiKeyRevoked | ApiKeyNotFound

/**
 * An access token that the service rejects: expired, for another project, or malformed.
 *
 * @category families
 */
export const InvalidAccessToken = accessTokenTags
export type InvalidAccessToken = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * A project owner's access token that the service rejects: expired, from a user who does not own the project, or
 * malformed.
 *
 * @category families
 */
export const InvalidAdminAccessToken = ["AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InvalidProjectForAdminAccessToken", "UnparsableAdminAccessToken"] as const
export type InvalidAdminAccessToken = AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InvalidProjectForAdminAccessToken | UnparsableAdminAccessToken

/**
 * Invalid credentials for the project or the access level.
 *
 * @category families
 */
export const InvalidProjectAuthentication = ["AccessTypeRequired", "AccessTypeWithoutProjectId", "InvalidAccessType", "ProjectKeyWithoutAccessType", "AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InsufficientAccessType", "InvalidProjectForAdminAccessToken", "InvalidPublishableClientKey", "InvalidSecretServerKey", "InvalidSuperSecretAdminKey", "UnparsableAdminAccessToken"] as const
export type InvalidProjectAuthentication = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | UnparsableAdminAccessToken

/**
 * Invalid credentials for the session: the access token's errors.
 *
 * @category families
 */
export const InvalidSessionAuthentication = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type InvalidSessionAuthentication = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * A new password that is too long or too short.
 *
 * @category families
 */
export const PasswordRequirementsNotMet = ["PasswordTooLong", "PasswordTooShort"] as const
export type PasswordRequirementsNotMet = PasswordTooLong | PasswordTooShort

/**
 * Invalid or missing credentials for the project or the access level.
 *
 * @category families
 */
export const ProjectAuthenticationError = projectTags
export type ProjectAuthenticationError = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ExpectedInternalProject | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | ServerAuthenticationRequired | UnparsableAdminAccessToken

/**
 * A missing key for a level that the endpoint requires.
 *
 * @category families
 */
export const ProjectAuthenticationRequired = ["AdminAuthenticationRequired", "ClientAuthenticationRequired", "ClientOrAdminAuthenticationRequired", "ClientOrServerAuthenticationRequired", "ClientOrServerOrAdminAuthenticationRequired", "ServerAuthenticationRequired"] as const
export type ProjectAuthenticationRequired = AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ServerAuthenticationRequired

/**
 * A refresh token, or its session, that cannot be used for the request.
 *
 * @category families
 */
export const RefreshTokenError = ["CannotDeleteCurrentSession", "ProviderRejected", "RefreshTokenNotFoundOrExpired"] as const
export type RefreshTokenError = CannotDeleteCurrentSession | ProviderRejected | RefreshTokenNotFoundOrExpired

/**
 * Invalid credentials for the session.
 *
 * @category families
 */
export const SessionAuthenticationError = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type SessionAuthenticationError = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

/**
 * A code from an email that cannot be used: expired, tried too often, unknown or already used.
 *
 * @category families
 */
export const VerificationCodeError = ["VerificationCodeExpired", "VerificationCodeMaxAttemptsReached", "VerificationCodeNotFound", "VerificationCodeAlreadyUsed"] as const
export type VerificationCodeError = VerificationCodeExpired | VerificationCodeMaxAttemptsReached | VerificationCodeNotFound | VerificationCodeAlreadyUsed

