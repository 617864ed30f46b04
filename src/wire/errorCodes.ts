/**
 * The known errors, grouped by how a call handles them.
 *
 * A call decodes the errors that its endpoint lists with their classes. For all other codes it needs to know only
 * whether they exist. A list of tags avoids bundling every class. A test compares the list with the classes.
 */
import { toCode } from "../platform/CodedError.ts"
import { accessTokenTags, projectTags as authenticationTags } from "./errorTags.ts"
import type { KnownErrorClass } from "./KnownError.ts"
import { findErrorClass, KnownError } from "./KnownError.ts"
import { otherTags } from "./otherTags.ts"

/** Wrong or missing keys, an unknown project or branch: the service rejects the program's configuration. */
const projectTags: ReadonlyArray<string> = [
  ...authenticationTags,
  "BranchDoesNotExist",
  "ProjectNotFound",
  "InvalidOAuthClientIdOrSecret",
  "CurrentProjectNotFound",
  "PublishableClientKeyRequiredForProject"
]

/**
 * The service rejects the admin access token. A refresh and a retry may succeed. `AdminAccessTokenIsNotAdmin` is not
 * included: its token is valid, but the user does not own the project.
 */
const adminTokenTags = [
  "AdminAccessTokenExpired",
  "InvalidProjectForAdminAccessToken",
  "UnparsableAdminAccessToken",
  "ApiKeyNotFound"
]

/** The access token is valid, but the service does not let its user make this call. */
const userTags = ["RestrictedUserNotAllowed", "AnonymousAuthenticationNotAllowed"]

/** The tags of the codes that do not follow from them. */
const exceptionalTags: ReadonlyMap<string, string> = new Map([
  ["INVALID_POLLING_CODE", "InvalidPollingCodeError"],
  ["PASSKEY_WEBAUTHN_ERROR", "PasskeyWebAuthnError"],
  ["WRONG_PERMISSION_SCOPE", "PermissionScopeMismatch"],
  ["SCHEMA_ERROR", "RequestSchemaError"],
  ["USER_EMAIL_ALREADY_EXISTS", "UserWithEmailAlreadyExists"]
])

/** Returns the tag of a code: `TEAM_NOT_FOUND` becomes `TeamNotFound`. */
export const toTag = (code: string): string =>
  exceptionalTags.get(code) ??
    code.toLowerCase()
      .replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/Oauth/g, "OAuth")

/** Returns the code of a tag: `TeamNotFound` becomes `TEAM_NOT_FOUND`. */
export const getCode = (tag: string): string =>
  [...exceptionalTags].find((entry) => entry[1] === tag)?.[0] ?? toCode(tag)

/** Returns `true` if a code belongs to one of the tags. */
const isCodeOf = (tags: ReadonlyArray<string>, code: string): boolean => {
  const tag = toTag(code)
  // Several codes have the same tag, such as `OAUTH_ERROR` and `O_AUTH_ERROR`.
  return tags.includes(tag) && getCode(tag) === code
}

/** Returns `true` if a code rejects the access token. */
export const isAccessTokenCode = (code: string): boolean => isCodeOf(accessTokenTags, code)

/**
 * Returns `true` if a code rejects the admin access token of a request that has one. `ApiKeyNotFound` is included,
 * because the token replaces a key.
 */
export const isAdminTokenCode = (code: string): boolean => isCodeOf(adminTokenTags, code)

/** Returns `true` if a code rejects the project's configuration. */
export const isProjectCode = (code: string): boolean => isCodeOf(projectTags, code)

/** Returns `true` if a code rejects a restricted or anonymous user. */
export const isUserCode = (code: string): boolean => isCodeOf(userTags, code)

/** Returns `true` if a code belongs to a known error. */
export const isKnownCode = (code: string): boolean =>
  isCodeOf(projectTags, code) || isCodeOf(accessTokenTags, code) || isCodeOf(userTags, code) ||
  isCodeOf(otherTags, code)

/**
 * Returns the class for a code. If the bundle does not contain it, returns a class with the same tag, code and status,
 * without details.
 */
export const getErrorClass = (code: string, status: number): KnownErrorClass =>
  findErrorClass(code) ?? KnownError(toTag(code), status, undefined, undefined, code)
