/** Authentication and authorization errors. */
import { CodedError } from "../platform/CodedError.ts"

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
export class CredentialsMalformed extends CodedError("CredentialsMalformed")<{
  readonly message: string
  readonly source: CredentialSource
}> {}

/** The request has credentials for two users, teams or sessions. Status 400, as `invalid_request` in RFC 6750 § 3.1. */
export class CredentialsConflict extends CodedError("CredentialsConflict")<{
  readonly message: string
  readonly sources: ReadonlyArray<CredentialSource>
}> {}

/** A request with cookies and an unsafe method comes from another origin (CSRF). Status 403. */
export class CrossSiteRequest extends CodedError("CrossSiteRequest")<{ readonly message: string }> {}

/**
 * The API key is unknown, revoked or expired. Other projects' keys are unknown. With the reason `agent`, it belongs to an agent that
 * the route does not accept: see `allowAgentsFor`. Status 401.
 */
export class ApiKeyInvalid extends CodedError("ApiKeyInvalid")<{
  readonly message: string
  readonly reason: "malformed" | "unknown" | "revoked" | "expired" | "agent"
}> {}

/**
 * The session in a header has ended: the service refused its refresh token, or with `freshness: "session"` no longer lists
 * it. Status 401.
 */
export class SessionRevoked extends CodedError("SessionRevoked")<{ readonly message: string }> {}

/** The request has no signed-in user. Status 401. */
export class SignInRequired extends CodedError("SignInRequired")<{ readonly message: string }> {}

/** The user lacks a permission. Status 403, as `insufficient_scope` in RFC 6750 § 3.1. */
export class PermissionRequired extends CodedError("PermissionRequired")<{
  readonly message: string
  readonly permission: string
  readonly teamId: string | undefined
}> {}

/** The agent's API key lacks a scope. Status 403, as `insufficient_scope` in RFC 6750 § 3.1. */
export class InsufficientScope extends CodedError("InsufficientScope")<{
  readonly message: string
  readonly scope: string
}> {}

/** The user is not a member of the team. Status 403. */
export class TeamMembershipRequired extends CodedError("TeamMembershipRequired")<{
  readonly message: string
  readonly teamId: string
}> {}

/** The user's primary email is not verified. Status 403. */
export class VerifiedEmailRequired extends CodedError("VerifiedEmailRequired")<{ readonly message: string }> {}

/** The user has no second factor. Status 403. */
export class MfaRequired extends CodedError("MfaRequired")<{ readonly message: string }> {}

export { RecentSignInRequired } from "../session/RecentSignInRequired.ts"
