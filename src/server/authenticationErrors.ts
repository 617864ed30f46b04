/** Authentication and authorization errors. */
import * as Data from "effect/Data"

/** The source of a request's credentials: a header's name, or `cookie`. */
export type CredentialSource =
  | "authorization"
  | "x-stack-auth"
  | "x-hexclave-auth"
  | "x-stack-access-token"
  | "x-hexclave-access-token"
  | "x-api-key"
  | "cookie"

/** A header with credentials cannot be parsed. Status 401. */
export class CredentialsMalformed extends Data.TaggedError("CredentialsMalformed")<{
  readonly message: string
  readonly source: CredentialSource
}> {
  readonly code = "CREDENTIALS_MALFORMED" as const
}

/** The request has credentials for two users, teams or sessions. Status 400, as `invalid_request` in RFC 6750 § 3.1. */
export class CredentialsConflict extends Data.TaggedError("CredentialsConflict")<{
  readonly message: string
  readonly sources: ReadonlyArray<CredentialSource>
}> {
  readonly code = "CREDENTIALS_CONFLICT" as const
}

/** A request with cookies and an unsafe method comes from another origin (CSRF). Status 403. */
export class CrossSiteRequest extends Data.TaggedError("CrossSiteRequest")<{ readonly message: string }> {
  readonly code = "CROSS_SITE_REQUEST" as const
}

/** The API key is unknown, revoked or expired. Other projects' keys are unknown. Status 401. */
export class ApiKeyInvalid extends Data.TaggedError("ApiKeyInvalid")<{
  readonly message: string
  readonly reason: "malformed" | "unknown" | "revoked" | "expired"
}> {
  readonly code = "API_KEY_INVALID" as const
}

/**
 * The session in a header has ended: the service refused its refresh token, or with `freshness: "session"` no longer lists
 * it. Status 401.
 */
export class SessionRevoked extends Data.TaggedError("SessionRevoked")<{ readonly message: string }> {
  readonly code = "SESSION_REVOKED" as const
}

/** The request has no signed-in user. Status 401. */
export class SignInRequired extends Data.TaggedError("SignInRequired")<{ readonly message: string }> {
  readonly code = "SIGN_IN_REQUIRED" as const
}

/** The user lacks a permission. Status 403, as `insufficient_scope` in RFC 6750 § 3.1. */
export class PermissionRequired extends Data.TaggedError("PermissionRequired")<{
  readonly message: string
  readonly permission: string
  readonly teamId: string | undefined
}> {
  readonly code = "PERMISSION_REQUIRED" as const
}

/** The user is not a member of the team. Status 403. */
export class TeamMembershipRequired extends Data.TaggedError("TeamMembershipRequired")<{
  readonly message: string
  readonly teamId: string
}> {
  readonly code = "TEAM_MEMBERSHIP_REQUIRED" as const
}

/** The user's primary email is not verified. Status 403. */
export class VerifiedEmailRequired extends Data.TaggedError("VerifiedEmailRequired")<{ readonly message: string }> {
  readonly code = "VERIFIED_EMAIL_REQUIRED" as const
}

/** The user has no second factor. Status 403. */
export class MfaRequired extends Data.TaggedError("MfaRequired")<{ readonly message: string }> {
  readonly code = "MFA_REQUIRED" as const
}
