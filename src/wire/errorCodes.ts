/**
 * The codes of known errors, grouped by how a call handles them.
 *
 * A call decodes the errors that its endpoint lists with their classes. For all other codes it needs to know only
 * whether they exist. A list of codes avoids bundling every class. A test compares the list with the classes.
 *
 * @since 0.1.0
 */
import type { KnownErrorClass } from "./KnownError.ts"
import { findErrorClass, KnownError } from "./KnownError.ts"

/** Wrong or missing keys, an unknown project or branch: the service rejects the program's configuration. */
const projectCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ACCESS_TYPE_REQUIRED ACCESS_TYPE_WITHOUT_PROJECT_ID BRANCH_DOES_NOT_EXIST INVALID_ACCESS_TYPE " +
  "PROJECT_KEY_WITHOUT_ACCESS_TYPE ADMIN_ACCESS_TOKEN_EXPIRED ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN " +
  "ADMIN_AUTHENTICATION_REQUIRED CLIENT_AUTHENTICATION_REQUIRED CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED " +
  "CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED " +
  "EXPECTED_INTERNAL_PROJECT INSUFFICIENT_ACCESS_TYPE INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN " +
  "INVALID_PUBLISHABLE_CLIENT_KEY INVALID_SECRET_SERVER_KEY INVALID_SUPER_SECRET_ADMIN_KEY " +
  "SERVER_AUTHENTICATION_REQUIRED UNPARSABLE_ADMIN_ACCESS_TOKEN PROJECT_NOT_FOUND " +
  "INVALID_OAUTH_CLIENT_ID_OR_SECRET CURRENT_PROJECT_NOT_FOUND PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"
).split(" "))

/** The service rejects the access token. A refresh and a retry may succeed. */
const accessTokenCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ACCESS_TOKEN UNPARSABLE_ACCESS_TOKEN"
).split(" "))

/**
 * The service rejects the admin access token. A refresh and a retry may succeed. `ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN` is
 * not included: its token is valid, but the user does not own the project.
 */
const adminTokenCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ADMIN_ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN " +
  "UNPARSABLE_ADMIN_ACCESS_TOKEN API_KEY_NOT_FOUND"
).split(" "))

/** The access token is valid, but the service does not let its user make this call. */
const userCodes = /*#__PURE__*/ new Set(["RESTRICTED_USER_NOT_ALLOWED", "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED"])

const otherCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ALL_OVERLOADS_FAILED ANONYMOUS_ACCOUNTS_NOT_ENABLED BODY_PARSING_ERROR CANNOT_DELETE_CURRENT_SESSION " +
  "CANNOT_GET_OWN_USER_WITHOUT_USER CLI_AUTH_ERROR CLI_AUTH_EXPIRED_ERROR CLI_AUTH_USED_ERROR " +
  "CONTAINED_PERMISSION_NOT_FOUND EMAIL_IS_NOT_PRIMARY_EMAIL EMAIL_NOT_ASSOCIATED_WITH_USER EMAIL_NOT_VERIFIED " +
  "EMAIL_PASSWORD_MISMATCH INVALID_AUTHORIZATION_CODE INVALID_POLLING_CODE " +
  "INVALID_SCOPE INVALID_SHARED_OAUTH_PROVIDER_ID INVALID_STANDARD_OAUTH_PROVIDER_ID INVALID_TOTP_CODE " +
  "MULTI_FACTOR_AUTHENTICATION_REQUIRED OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS " +
  "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE OAUTH_CONNECTION_NOT_CONNECTED_TO_USER " +
  "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS OAUTH_PROVIDER_ACCESS_DENIED " +
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED PASSKEY_AUTHENTICATION_FAILED PASSKEY_AUTHENTICATION_NOT_ENABLED " +
  "PASSKEY_REGISTRATION_FAILED PASSKEY_WEBAUTHN_ERROR PASSWORD_AUTHENTICATION_NOT_ENABLED " +
  "PASSWORD_CONFIRMATION_MISMATCH PASSWORD_TOO_LONG PASSWORD_TOO_SHORT PERMISSION_ID_ALREADY_EXISTS " +
  "PUBLIC_API_KEY_CANNOT_BE_REVOKED REDIRECT_URL_NOT_WHITELISTED SCHEMA_ERROR SIGN_UP_NOT_ENABLED " +
  "USER_DOES_NOT_HAVE_PASSWORD USER_ID_DOES_NOT_EXIST VERIFICATION_CODE_EXPIRED " +
  "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED WRONG_API_KEY_TYPE API_KEY_EXPIRED API_KEY_REVOKED " +
  "PROJECT_PERMISSION_REQUIRED PROVIDER_REJECTED REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED TEAM_PERMISSION_NOT_FOUND " +
  "TEAM_PERMISSION_REQUIRED USER_AUTHENTICATION_REQUIRED API_KEY_NOT_FOUND PERMISSION_NOT_FOUND " +
  "TEAM_MEMBERSHIP_NOT_FOUND TEAM_NOT_FOUND USER_NOT_FOUND VERIFICATION_CODE_NOT_FOUND WRONG_PERMISSION_SCOPE " +
  "OUTER_OAUTH_TIMEOUT CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE EMAIL_ALREADY_VERIFIED " +
  "EMAIL_TEMPLATE_ALREADY_EXISTS OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER TEAM_ALREADY_EXISTS " +
  "TEAM_MEMBERSHIP_ALREADY_EXISTS USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION USER_EMAIL_ALREADY_EXISTS " +
  "VERIFICATION_CODE_ALREADY_USED APPLE_BUNDLE_ID_NOT_CONFIGURED BOT_CHALLENGE_FAILED BOT_CHALLENGE_REQUIRED " +
  "EMAIL_RENDERING_ERROR INVALID_APPLE_CREDENTIALS OAUTH_ACCESS_TOKEN_NOT_AVAILABLE " +
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE " +
  "REQUIRES_CUSTOM_EMAIL_SERVER SIGN_UP_REJECTED TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED"
).split(" "))

/**
 * Returns `true` if a code rejects the access token.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAccessTokenCode = (code: string): boolean => accessTokenCodes.has(code)

/**
 * Returns `true` if a code rejects the admin access token of a request that has one. `API_KEY_NOT_FOUND` is included,
 * because the token replaces a key.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAdminTokenCode = (code: string): boolean => adminTokenCodes.has(code)

/**
 * Returns `true` if a code rejects the project's configuration.
 *
 * @category guards
 * @since 0.1.0
 */
export const isProjectCode = (code: string): boolean => projectCodes.has(code)

/**
 * Returns `true` if a code rejects a restricted or anonymous user.
 *
 * @category guards
 * @since 0.1.0
 */
export const isUserCode = (code: string): boolean => userCodes.has(code)

/**
 * Returns `true` if a code belongs to a known error.
 *
 * @category guards
 * @since 0.1.0
 */
export const isKnownCode = (code: string): boolean =>
  projectCodes.has(code) || accessTokenCodes.has(code) || userCodes.has(code) || otherCodes.has(code)

const unusualTags: Readonly<Record<string, string>> = {
  INVALID_POLLING_CODE: "InvalidPollingCodeError",
  SCHEMA_ERROR: "RequestSchemaError",
  WRONG_PERMISSION_SCOPE: "PermissionScopeMismatch",
  USER_EMAIL_ALREADY_EXISTS: "UserWithEmailAlreadyExists"
}

/**
 * Returns the tag of a code: `TEAM_NOT_FOUND` becomes `TeamNotFound`.
 *
 * @category conversion
 * @since 0.1.0
 */
export const tagOfCode = (code: string): string =>
  unusualTags[code] ?? code.toLowerCase()
    .replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/Oauth/g, "OAuth")
    .replace("Webauthn", "WebAuthn")

/**
 * Returns the class for a code. If the bundle does not contain it, returns a class with the same tag, code and status,
 * without details.
 *
 * @category getters
 * @since 0.1.0
 */
export const getErrorClass = (code: string, status: number): KnownErrorClass =>
  findErrorClass(code) ?? KnownError(tagOfCode(code), code, status)
