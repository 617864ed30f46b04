/**
 * The codes of the catalogue, by what a call does with them.
 *
 * A call decodes the errors that its endpoint lists with their classes. For every other code it has to know whether the
 * catalogue has it, without pulling every class into each bundle: hence this list of bare codes. A test holds it against
 * the classes.
 *
 * @since 0.1.0
 */
import type { KnownErrorClass } from "./KnownError.ts"
import { findErrorClass, KnownError } from "./KnownError.ts"

/** Wrong or missing keys, an unknown project or branch: the program's configuration is refused, whatever it asked for. */
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

/** The access token is refused: a refresh and one more try may mend it. */
const accessTokenCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ACCESS_TOKEN UNPARSABLE_ACCESS_TOKEN"
).split(" "))

/**
 * The admin access token is refused: a refresh and a second request may succeed. `ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN` is not
 * among them: the token is valid, but its user does not own the project, whichever token is sent.
 */
const adminTokenCodes = /*#__PURE__*/ new Set(/*#__PURE__*/ (
  "ADMIN_ACCESS_TOKEN_EXPIRED INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN " +
  "UNPARSABLE_ADMIN_ACCESS_TOKEN API_KEY_NOT_FOUND"
).split(" "))

/** The access token is valid, and the service does not let its user make this call. */
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
 * Says whether a code tells that the access token is refused.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAccessTokenCode = (code: string): boolean => accessTokenCodes.has(code)

/**
 * Says whether a code tells that the admin access token is refused, to somebody who has sent one. A key that is not found
 * may be the one that the token stands for.
 *
 * @category guards
 * @since 0.1.0
 */
export const isAdminTokenCode = (code: string): boolean => adminTokenCodes.has(code)

/**
 * Says whether a code tells that the project's configuration is refused.
 *
 * @category guards
 * @since 0.1.0
 */
export const isProjectCode = (code: string): boolean => projectCodes.has(code)

/**
 * Returns `true` if a code refuses the user of the access token: a restricted or an anonymous one.
 *
 * @category guards
 * @since 0.1.0
 */
export const isUserCode = (code: string): boolean => userCodes.has(code)

/**
 * Says whether the catalogue has a code.
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
 * Returns the class of a code: the catalogue's own when the program's bundle holds it, else one of the same tag, code and
 * status whose details are left out.
 *
 * @category getters
 * @since 0.1.0
 */
export const getErrorClass = (code: string, status: number): KnownErrorClass =>
  findErrorClass(code) ?? KnownError(tagOfCode(code), code, status)
