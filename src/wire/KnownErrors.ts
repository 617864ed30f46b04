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
import { once } from "./once.ts"

const accessType = /*#__PURE__*/ once(() => Schema.Literals(accessLevels))
const keyType = /*#__PURE__*/ once(() => Schema.Literals(["user", "team"]))
const scope = /*#__PURE__*/ once(() => Schema.Literals(["team", "project"]))

export class AccessTypeRequired extends KnownError("AccessTypeRequired", "ACCESS_TYPE_REQUIRED", 400) {}
export class AccessTypeWithoutProjectId extends KnownError("AccessTypeWithoutProjectId", "ACCESS_TYPE_WITHOUT_PROJECT_ID", 400, () => ({ requestType: accessType() })) {}
export class AllOverloadsFailed extends KnownError("AllOverloadsFailed", "ALL_OVERLOADS_FAILED", 400, () => ({ overloadErrors: Schema.Array(Schema.Unknown) })) {}
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", "ANONYMOUS_ACCOUNTS_NOT_ENABLED", 400) {}
export class BodyParsingError extends KnownError("BodyParsingError", "BODY_PARSING_ERROR", 400) {}
export class BranchDoesNotExist extends KnownError("BranchDoesNotExist", "BRANCH_DOES_NOT_EXIST", 400, () => ({ branchId: Schema.String })) {}
export class CannotDeleteCurrentSession extends KnownError("CannotDeleteCurrentSession", "CANNOT_DELETE_CURRENT_SESSION", 400) {}
export class CannotGetOwnUserWithoutUser extends KnownError("CannotGetOwnUserWithoutUser", "CANNOT_GET_OWN_USER_WITHOUT_USER", 400) {}
export class CliAuthError extends KnownError("CliAuthError", "CLI_AUTH_ERROR", 400) {}
export class CliAuthExpiredError extends KnownError("CliAuthExpiredError", "CLI_AUTH_EXPIRED_ERROR", 400) {}
export class CliAuthUsedError extends KnownError("CliAuthUsedError", "CLI_AUTH_USED_ERROR", 400) {}
export class ContainedPermissionNotFound extends KnownError("ContainedPermissionNotFound", "CONTAINED_PERMISSION_NOT_FOUND", 400, () => ({ permissionId: Schema.String })) {}
export class EmailIsNotPrimaryEmail extends KnownError("EmailIsNotPrimaryEmail", "EMAIL_IS_NOT_PRIMARY_EMAIL", 400, () => ({ email: Schema.String, primaryEmail: Schema.NullOr(Schema.String) })) {}
export class EmailNotAssociatedWithUser extends KnownError("EmailNotAssociatedWithUser", "EMAIL_NOT_ASSOCIATED_WITH_USER", 400) {}
export class EmailNotVerified extends KnownError("EmailNotVerified", "EMAIL_NOT_VERIFIED", 400) {}
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", "EMAIL_PASSWORD_MISMATCH", 400) {}
export class InvalidAccessType extends KnownError("InvalidAccessType", "INVALID_ACCESS_TYPE", 400) {}
export class InvalidAuthorizationCode extends KnownError("InvalidAuthorizationCode", "INVALID_AUTHORIZATION_CODE", 400) {}
export class InvalidOAuthClientIdOrSecret extends KnownError("InvalidOAuthClientIdOrSecret", "INVALID_OAUTH_CLIENT_ID_OR_SECRET", 400, () => ({ clientId: Schema.NullOr(Schema.String) })) {}
export class InvalidPollingCodeError extends KnownError("InvalidPollingCodeError", "INVALID_POLLING_CODE", 400) {}
export class InvalidScope extends KnownError("InvalidScope", "INVALID_SCOPE", 400) {}
export class InvalidSharedOAuthProviderId extends KnownError("InvalidSharedOAuthProviderId", "INVALID_SHARED_OAUTH_PROVIDER_ID", 400, () => ({ providerId: Schema.String })) {}
export class InvalidStandardOAuthProviderId extends KnownError("InvalidStandardOAuthProviderId", "INVALID_STANDARD_OAUTH_PROVIDER_ID", 400, () => ({ providerId: Schema.String })) {}
export class InvalidTotpCode extends KnownError("InvalidTotpCode", "INVALID_TOTP_CODE", 400) {}
export class MultiFactorAuthenticationRequired extends KnownError("MultiFactorAuthenticationRequired", "MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, () => ({ attemptCode: Schema.RedactedFromValue(Schema.String) })) {}
export class OAuthAccessTokenNotAvailableWithSharedOAuthKeys extends KnownError("OAuthAccessTokenNotAvailableWithSharedOAuthKeys", "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400) {}
export class OAuthConnectionDoesNotHaveRequiredScope extends KnownError("OAuthConnectionDoesNotHaveRequiredScope", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE", 400) {}
export class OAuthConnectionNotConnectedToUser extends KnownError("OAuthConnectionNotConnectedToUser", "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", 400) {}
export class OAuthExtraScopeNotAvailableWithSharedOAuthKeys extends KnownError("OAuthExtraScopeNotAvailableWithSharedOAuthKeys", "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS", 400) {}
export class OAuthProviderAccessDenied extends KnownError("OAuthProviderAccessDenied", "OAUTH_PROVIDER_ACCESS_DENIED", 400) {}
export class OAuthProviderNotFoundOrNotEnabled extends KnownError("OAuthProviderNotFoundOrNotEnabled", "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400) {}
export class PasskeyAuthenticationFailed extends KnownError("PasskeyAuthenticationFailed", "PASSKEY_AUTHENTICATION_FAILED", 400) {}
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", "PASSKEY_AUTHENTICATION_NOT_ENABLED", 400) {}
export class PasskeyRegistrationFailed extends KnownError("PasskeyRegistrationFailed", "PASSKEY_REGISTRATION_FAILED", 400) {}
export class PasskeyWebAuthnError extends KnownError("PasskeyWebAuthnError", "PASSKEY_WEBAUTHN_ERROR", 400, () => ({ message: Schema.String, code: Schema.String })) {}
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", "PASSWORD_AUTHENTICATION_NOT_ENABLED", 400) {}
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", "PASSWORD_CONFIRMATION_MISMATCH", 400) {}
export class PasswordTooLong extends KnownError("PasswordTooLong", "PASSWORD_TOO_LONG", 400, () => ({ maxLength: Schema.Number }), { maxLength: "maxLength" }) {}
export class PasswordTooShort extends KnownError("PasswordTooShort", "PASSWORD_TOO_SHORT", 400, () => ({ minLength: Schema.Number })) {}
export class PermissionIdAlreadyExists extends KnownError("PermissionIdAlreadyExists", "PERMISSION_ID_ALREADY_EXISTS", 400, () => ({ permissionId: Schema.String })) {}
export class ProjectKeyWithoutAccessType extends KnownError("ProjectKeyWithoutAccessType", "PROJECT_KEY_WITHOUT_ACCESS_TYPE", 400) {}
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", "PUBLIC_API_KEY_CANNOT_BE_REVOKED", 400) {}
export class RedirectUrlNotWhitelisted extends KnownError("RedirectUrlNotWhitelisted", "REDIRECT_URL_NOT_WHITELISTED", 400) {}
export class SchemaError extends KnownError("SchemaError", "SCHEMA_ERROR", 400, () => ({ message: Schema.String })) {}
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", "SIGN_UP_NOT_ENABLED", 400) {}
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", "USER_DOES_NOT_HAVE_PASSWORD", 400) {}
export class UserIdDoesNotExist extends KnownError("UserIdDoesNotExist", "USER_ID_DOES_NOT_EXIST", 400, () => ({ userId: Schema.String })) {}
export class VerificationCodeExpired extends KnownError("VerificationCodeExpired", "VERIFICATION_CODE_EXPIRED", 400) {}
export class VerificationCodeMaxAttemptsReached extends KnownError("VerificationCodeMaxAttemptsReached", "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED", 400) {}
export class WrongApiKeyType extends KnownError("WrongApiKeyType", "WRONG_API_KEY_TYPE", 400, () => ({ expectedType: keyType(), actualType: keyType() })) {}
export class AccessTokenExpired extends KnownError("AccessTokenExpired", "ACCESS_TOKEN_EXPIRED", 401, () => ({ expiredAtMillis: Schema.NullOr(Schema.Number) })) {}
export class AdminAccessTokenExpired extends KnownError("AdminAccessTokenExpired", "ADMIN_ACCESS_TOKEN_EXPIRED", 401, () => ({ expiredAtMillis: Schema.NullOr(Schema.Number) })) {}
export class AdminAccessTokenIsNotAdmin extends KnownError("AdminAccessTokenIsNotAdmin", "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", 401) {}
export class AdminAuthenticationRequired extends KnownError("AdminAuthenticationRequired", "ADMIN_AUTHENTICATION_REQUIRED", 401) {}
export class ApiKeyExpired extends KnownError("ApiKeyExpired", "API_KEY_EXPIRED", 401) {}
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", "API_KEY_REVOKED", 401) {}
export class ClientAuthenticationRequired extends KnownError("ClientAuthenticationRequired", "CLIENT_AUTHENTICATION_REQUIRED", 401) {}
export class ClientOrAdminAuthenticationRequired extends KnownError("ClientOrAdminAuthenticationRequired", "CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED", 401) {}
export class ClientOrServerAuthenticationRequired extends KnownError("ClientOrServerAuthenticationRequired", "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED", 401) {}
export class ClientOrServerOrAdminAuthenticationRequired extends KnownError("ClientOrServerOrAdminAuthenticationRequired", "CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED", 401) {}
export class ExpectedInternalProject extends KnownError("ExpectedInternalProject", "EXPECTED_INTERNAL_PROJECT", 401) {}
export class InsufficientAccessType extends KnownError("InsufficientAccessType", "INSUFFICIENT_ACCESS_TYPE", 401, () => ({ actualAccessType: accessType(), allowedAccessTypes: Schema.Array(accessType()) })) {}
export class InvalidProjectForAccessToken extends KnownError("InvalidProjectForAccessToken", "INVALID_PROJECT_FOR_ACCESS_TOKEN", 401, () => ({ expectedProjectId: Schema.String, actualProjectId: Schema.String })) {}
export class InvalidProjectForAdminAccessToken extends KnownError("InvalidProjectForAdminAccessToken", "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN", 401) {}
export class InvalidPublishableClientKey extends KnownError("InvalidPublishableClientKey", "INVALID_PUBLISHABLE_CLIENT_KEY", 401, () => ({ projectId: Schema.String })) {}
export class InvalidSecretServerKey extends KnownError("InvalidSecretServerKey", "INVALID_SECRET_SERVER_KEY", 401, () => ({ projectId: Schema.String })) {}
export class InvalidSuperSecretAdminKey extends KnownError("InvalidSuperSecretAdminKey", "INVALID_SUPER_SECRET_ADMIN_KEY", 401, () => ({ projectId: Schema.String })) {}
export class ProjectPermissionRequired extends KnownError("ProjectPermissionRequired", "PROJECT_PERMISSION_REQUIRED", 401, () => ({ userId: Schema.String, permissionId: Schema.String })) {}
export class ProviderRejected extends KnownError("ProviderRejected", "PROVIDER_REJECTED", 401) {}
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401) {}
export class ServerAuthenticationRequired extends KnownError("ServerAuthenticationRequired", "SERVER_AUTHENTICATION_REQUIRED", 401) {}
export class TeamPermissionNotFound extends KnownError("TeamPermissionNotFound", "TEAM_PERMISSION_NOT_FOUND", 401, () => ({ teamId: Schema.String, userId: Schema.String, permissionId: Schema.String })) {}
export class TeamPermissionRequired extends KnownError("TeamPermissionRequired", "TEAM_PERMISSION_REQUIRED", 401, () => ({ teamId: Schema.String, userId: Schema.String, permissionId: Schema.String })) {}
export class UnparsableAccessToken extends KnownError("UnparsableAccessToken", "UNPARSABLE_ACCESS_TOKEN", 401) {}
export class UnparsableAdminAccessToken extends KnownError("UnparsableAdminAccessToken", "UNPARSABLE_ADMIN_ACCESS_TOKEN", 401) {}
export class UserAuthenticationRequired extends KnownError("UserAuthenticationRequired", "USER_AUTHENTICATION_REQUIRED", 401) {}
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", "API_KEY_NOT_FOUND", 404) {}
export class PermissionNotFound extends KnownError("PermissionNotFound", "PERMISSION_NOT_FOUND", 404, () => ({ permissionId: Schema.String })) {}
export class ProjectNotFound extends KnownError("ProjectNotFound", "PROJECT_NOT_FOUND", 404, () => ({ projectId: Schema.String })) {}
export class TeamMembershipNotFound extends KnownError("TeamMembershipNotFound", "TEAM_MEMBERSHIP_NOT_FOUND", 404, () => ({ teamId: Schema.String, userId: Schema.String })) {}
export class TeamNotFound extends KnownError("TeamNotFound", "TEAM_NOT_FOUND", 404, () => ({ teamId: Schema.String })) {}
export class UserNotFound extends KnownError("UserNotFound", "USER_NOT_FOUND", 404) {}
export class VerificationCodeNotFound extends KnownError("VerificationCodeNotFound", "VERIFICATION_CODE_NOT_FOUND", 404) {}
export class PermissionScopeMismatch extends KnownError("PermissionScopeMismatch", "WRONG_PERMISSION_SCOPE", 404, () => ({ permissionId: Schema.String, expectedScope: scope(), actualScope: Schema.NullOr(scope()) })) {}
export class OuterOAuthTimeout extends KnownError("OuterOAuthTimeout", "OUTER_OAUTH_TIMEOUT", 408) {}
export class ContactChannelAlreadyUsedForAuthBySomeoneElse extends KnownError("ContactChannelAlreadyUsedForAuthBySomeoneElse", "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", 409, () => ({ type: Schema.String, contactChannelValue: Schema.NullOr(Schema.String) })) {}
export class EmailAlreadyVerified extends KnownError("EmailAlreadyVerified", "EMAIL_ALREADY_VERIFIED", 409) {}
export class EmailTemplateAlreadyExists extends KnownError("EmailTemplateAlreadyExists", "EMAIL_TEMPLATE_ALREADY_EXISTS", 409) {}
export class OAuthConnectionAlreadyConnectedToAnotherUser extends KnownError("OAuthConnectionAlreadyConnectedToAnotherUser", "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", 409) {}
export class TeamAlreadyExists extends KnownError("TeamAlreadyExists", "TEAM_ALREADY_EXISTS", 409, () => ({ teamId: Schema.String })) {}
export class TeamMembershipAlreadyExists extends KnownError("TeamMembershipAlreadyExists", "TEAM_MEMBERSHIP_ALREADY_EXISTS", 409) {}
export class UserAlreadyConnectedToAnotherOAuthConnection extends KnownError("UserAlreadyConnectedToAnotherOAuthConnection", "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", 409) {}
export class UserWithEmailAlreadyExists extends KnownError("UserWithEmailAlreadyExists", "USER_EMAIL_ALREADY_EXISTS", 409, () => ({ email: Schema.String })) {}
export class VerificationCodeAlreadyUsed extends KnownError("VerificationCodeAlreadyUsed", "VERIFICATION_CODE_ALREADY_USED", 409) {}

/**
 * Stands for a code that the catalogue does not have, such as one that a newer service has added. Nothing is lost: the
 * original code, message and details are kept.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnsupportedError extends KnownError("UnsupportedError", "UNSUPPORTED_ERROR", 500, () => ({
  originalErrorCode: Schema.String,
  originalDetails: Schema.optional(Schema.Unknown)
}), { originalErrorCode: "originalErrorCode" }) {}

export const ApiKeyNotValid = ["PublicApiKeyCannotBeRevoked", "WrongApiKeyType", "ApiKeyExpired", "ApiKeyRevoked", "ApiKeyNotFound"] as const
export type ApiKeyNotValid = PublicApiKeyCannotBeRevoked | WrongApiKeyType | ApiKeyExpired | ApiKeyRevoked | ApiKeyNotFound

export const InvalidAccessToken = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type InvalidAccessToken = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

export const InvalidAdminAccessToken = ["AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InvalidProjectForAdminAccessToken", "UnparsableAdminAccessToken"] as const
export type InvalidAdminAccessToken = AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InvalidProjectForAdminAccessToken | UnparsableAdminAccessToken

export const InvalidProjectAuthentication = ["AccessTypeRequired", "AccessTypeWithoutProjectId", "InvalidAccessType", "ProjectKeyWithoutAccessType", "AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "InsufficientAccessType", "InvalidProjectForAdminAccessToken", "InvalidPublishableClientKey", "InvalidSecretServerKey", "InvalidSuperSecretAdminKey", "UnparsableAdminAccessToken"] as const
export type InvalidProjectAuthentication = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | UnparsableAdminAccessToken

export const InvalidSessionAuthentication = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type InvalidSessionAuthentication = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

export const PasswordRequirementsNotMet = ["PasswordTooLong", "PasswordTooShort"] as const
export type PasswordRequirementsNotMet = PasswordTooLong | PasswordTooShort

export const ProjectAuthenticationError = ["AccessTypeRequired", "AccessTypeWithoutProjectId", "InvalidAccessType", "ProjectKeyWithoutAccessType", "AdminAccessTokenExpired", "AdminAccessTokenIsNotAdmin", "AdminAuthenticationRequired", "ClientAuthenticationRequired", "ClientOrAdminAuthenticationRequired", "ClientOrServerAuthenticationRequired", "ClientOrServerOrAdminAuthenticationRequired", "ExpectedInternalProject", "InsufficientAccessType", "InvalidProjectForAdminAccessToken", "InvalidPublishableClientKey", "InvalidSecretServerKey", "InvalidSuperSecretAdminKey", "ServerAuthenticationRequired", "UnparsableAdminAccessToken"] as const
export type ProjectAuthenticationError = AccessTypeRequired | AccessTypeWithoutProjectId | InvalidAccessType | ProjectKeyWithoutAccessType | AdminAccessTokenExpired | AdminAccessTokenIsNotAdmin | AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ExpectedInternalProject | InsufficientAccessType | InvalidProjectForAdminAccessToken | InvalidPublishableClientKey | InvalidSecretServerKey | InvalidSuperSecretAdminKey | ServerAuthenticationRequired | UnparsableAdminAccessToken

export const ProjectAuthenticationRequired = ["AdminAuthenticationRequired", "ClientAuthenticationRequired", "ClientOrAdminAuthenticationRequired", "ClientOrServerAuthenticationRequired", "ClientOrServerOrAdminAuthenticationRequired", "ServerAuthenticationRequired"] as const
export type ProjectAuthenticationRequired = AdminAuthenticationRequired | ClientAuthenticationRequired | ClientOrAdminAuthenticationRequired | ClientOrServerAuthenticationRequired | ClientOrServerOrAdminAuthenticationRequired | ServerAuthenticationRequired

export const RefreshTokenError = ["CannotDeleteCurrentSession", "ProviderRejected", "RefreshTokenNotFoundOrExpired"] as const
export type RefreshTokenError = CannotDeleteCurrentSession | ProviderRejected | RefreshTokenNotFoundOrExpired

export const SessionAuthenticationError = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const
export type SessionAuthenticationError = AccessTokenExpired | InvalidProjectForAccessToken | UnparsableAccessToken

export const VerificationCodeError = ["VerificationCodeExpired", "VerificationCodeMaxAttemptsReached", "VerificationCodeNotFound", "VerificationCodeAlreadyUsed"] as const
export type VerificationCodeError = VerificationCodeExpired | VerificationCodeMaxAttemptsReached | VerificationCodeNotFound | VerificationCodeAlreadyUsed

