/**
 * Problem details (RFC 9457) for authentication and authorization errors, with the challenges from RFC 6750.
 *
 * A problem contains fixed texts only: no token, no key, and no message from the service. `RecentSignInRequired` can have a
 * separate text, with the reason for an unknown sign-in time.
 *
 * | status | errors |
 * |---|---|
 * | 400 | `CredentialsConflict` |
 * | 401 | `SignInRequired`, `RecentSignInRequired`, `AccessTokenExpired`, `AccessTokenInvalid`, `CredentialsMalformed`, `ApiKeyInvalid`, `SessionRevoked` |
 * | 403 | `CrossSiteRequest`, `PermissionRequired`, `InsufficientScope`, `TeamMembershipRequired`, `VerifiedEmailRequired`, `MfaRequired` |
 * | 503 | `JwksUnavailable`, `SessionStoreUnavailable`, `ApiError` |
 *
 * **Example** (A `fetch` handler)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authorization, AuthProblem, type Principal } from "latchkey/server"
 *
 * declare const route: Effect.Effect<Response, AuthProblem.AuthError, Authorization.Authorization | Principal>
 *
 * const safe = Effect.catch(route, (error) => Effect.succeed(AuthProblem.toResponse(error)))
 * ```
 */
import * as Duration from "effect/Duration"
import { ApiError } from "../call/ApiError.ts"
import { secondFactorAcr } from "../wire/stepUp.ts"
import { AccessTokenExpired, AccessTokenInvalid } from "./AccessToken.ts"
import type { AuthenticateError } from "./Authentication.ts"
import * as errors from "./authenticationErrors.ts"
import { isScope } from "./identifiers.ts"
import { JwksUnavailable } from "./Jwks.ts"
import { SessionStoreUnavailable } from "./SessionStore.ts"
import type { InvalidReason } from "./tokenChecks.ts"

/** Authentication and authorization errors. */
export type AuthError =
  | AuthenticateError
  | errors.SignInRequired
  | errors.PermissionRequired
  | errors.InsufficientScope
  | errors.TeamMembershipRequired
  | errors.VerifiedEmailRequired
  | errors.MfaRequired
  | errors.RecentSignInRequired

/** Problem statuses. */
export type Status = 400 | 401 | 403 | 503

/** A problem's body, with the type `application/problem+json`. */
export interface Body {
  readonly type: "about:blank"
  readonly title: string
  readonly status: Status
  readonly detail: string
  /** The error's tag. */
  readonly code: AuthError["_tag"]
  /** The missing permission, with `PermissionRequired`. */
  readonly permission?: string
  /** The missing scope, with `InsufficientScope`. */
  readonly scope?: string
  /** The team, with `PermissionRequired` and `TeamMembershipRequired`. */
  readonly teamId?: string
  /** The reason in `AccessTokenInvalid` and `ApiKeyInvalid`. */
  readonly reason?: InvalidReason | errors.ApiKeyInvalid["reason"]
  /** The access token's expiry in ISO 8601, with `AccessTokenExpired`. */
  readonly expiredAt?: string
  /** The longest time since the sign-in in seconds, with `RecentSignInRequired`. */
  readonly maxAge?: number
  /** `"second"` if the sign-in must include a second factor, with `RecentSignInRequired`. */
  readonly factor?: "second"
  /** The headers with credentials, with `CredentialsConflict` and `CredentialsMalformed`. */
  readonly sources?: ReadonlyArray<errors.CredentialSource>
}

/** A problem: the status, the headers and the body for a response. */
export interface AuthProblem {
  readonly status: Status
  /** Headers with names in lower case, such as `www-authenticate` and `retry-after`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** The errors in RFC 6750 § 3.1 and RFC 9470 § 3. A request without credentials gets a challenge without an error. */
type ChallengeError = "invalid_request" | "invalid_token" | "insufficient_scope" | "insufficient_user_authentication"

interface Description {
  readonly status: Status
  readonly detail: string
  readonly challenge?: ChallengeError | "none"
}

const unavailable: Description = { status: 503, detail: "Authentication is unavailable. Try again later" }

const makeDenied = (detail: string): Description => ({ status: 403, detail, challenge: "insufficient_scope" })

const descriptions: { readonly [Tag in AuthError["_tag"]]: Description } = {
  SignInRequired: { status: 401, detail: "Sign in to continue", challenge: "none" },
  AccessTokenExpired: { status: 401, detail: "The access token has expired", challenge: "invalid_token" },
  AccessTokenInvalid: { status: 401, detail: "The access token is invalid", challenge: "invalid_token" },
  CredentialsMalformed: { status: 401, detail: "The credentials are malformed", challenge: "invalid_token" },
  ApiKeyInvalid: { status: 401, detail: "The API key is invalid", challenge: "invalid_token" },
  SessionRevoked: { status: 401, detail: "The session has been revoked", challenge: "invalid_token" },
  CredentialsConflict: {
    status: 400,
    detail: "The request has credentials of two users or sessions",
    challenge: "invalid_request"
  },
  CrossSiteRequest: { status: 403, detail: "The request comes from another origin" },
  PermissionRequired: makeDenied("A permission is required"),
  InsufficientScope: makeDenied("A scope is required"),
  TeamMembershipRequired: makeDenied("Membership in the team is required"),
  VerifiedEmailRequired: makeDenied("A verified email address is required"),
  MfaRequired: {
    status: 403,
    detail: "Two-factor authentication is required",
    challenge: "insufficient_user_authentication"
  },
  RecentSignInRequired: {
    status: 401,
    detail: "Sign in again to continue",
    challenge: "insufficient_user_authentication"
  },
  SessionStoreUnavailable: unavailable,
  JwksUnavailable: unavailable,
  ApiError: unavailable
}

const titles: { readonly [S in Status]: string } = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  503: "Service Unavailable"
}

/** The media type for problems. */
export const contentType = "application/problem+json"

/**
 * Returns `true` if a value is an authentication or authorization error, which {@link make} accepts. Other errors with the
 * same tags are not.
 */
export const isAuthError = (error: unknown): error is AuthError =>
  Object.values(classes).some((one) => error instanceof one)

const classes: {
  readonly [Tag in AuthError["_tag"]]: new(...args: never) => Extract<AuthError, { readonly _tag: Tag }>
} = {
  ...errors,
  AccessTokenExpired,
  AccessTokenInvalid,
  JwksUnavailable,
  SessionStoreUnavailable,
  ApiError
}

/** Creates the problem for an error. */
export const make = (error: AuthError): AuthProblem => {
  const { challenge, detail, status } = descriptions[error._tag]
  const headers: Record<string, string> = { "content-type": contentType, "cache-control": "no-store" }
  if (challenge !== undefined) headers["www-authenticate"] = makeChallenge(challenge, detail, error)
  const seconds = error._tag === "ApiError" ? retryAfterSeconds(error) : undefined
  if (seconds !== undefined) headers["retry-after"] = seconds
  return { status, headers, body: { type: "about:blank", title: titles[status], status, detail, ...detailsOf(error) } }
}

/** Creates the web response to an error. */
export const toResponse = (error: AuthError): Response => {
  const { body, headers, status } = make(error)
  return new Response(JSON.stringify(body), { status, headers })
}

/** Returns the members that depend on the error, which can replace the detail. */
const detailsOf = (error: AuthError): Pick<Body, "code"> & Partial<Omit<Body, "type" | "title" | "status">> => {
  const code = error._tag
  switch (error._tag) {
    case "PermissionRequired":
      return { code, permission: error.permission, ...(error.teamId === undefined ? {} : { teamId: error.teamId }) }
    case "InsufficientScope":
      return { code, scope: error.scope }
    case "TeamMembershipRequired":
      return { code, teamId: error.teamId }
    case "AccessTokenInvalid":
    case "ApiKeyInvalid":
      return { code, reason: error.reason }
    case "AccessTokenExpired":
      // A time that `Date` cannot represent has no ISO form.
      return Number.isNaN(error.expiredAt.getTime()) ? { code } : { code, expiredAt: error.expiredAt.toISOString() }
    case "RecentSignInRequired":
      return {
        code,
        maxAge: error.maxAge,
        ...(error.factor === undefined ? {} : { factor: error.factor }),
        ...(error.detail === undefined ? {} : { detail: error.detail })
      }
    case "CredentialsConflict":
      return { code, sources: error.sources }
    case "CredentialsMalformed":
      return { code, sources: [error.source] }
    default:
      return { code }
  }
}

/** The descriptions contain no quote and no backslash, as RFC 6750 § 3 requires. */
const makeChallenge = (challenge: ChallengeError | "none", detail: string, error: AuthError): string => {
  if (challenge === "none") return "Bearer"
  return `Bearer error="${challenge}", error_description="${detail}"${parametersOf(error)}`
}

/** The challenge's further parameters (RFC 6750 § 3, RFC 9470 § 3). */
const parametersOf = (error: AuthError): string => {
  switch (error._tag) {
    case "PermissionRequired":
      return scopeParameter(error.permission)
    case "InsufficientScope":
      return scopeParameter(error.scope)
    case "RecentSignInRequired":
      return `${error.factor === undefined ? "" : `, acr_values="${secondFactorAcr}"`}, max_age="${error.maxAge}"`
    default:
      return ""
  }
}

const scopeParameter = (scope: string): string => isScope(scope) ? `, scope="${scope}"` : ""

/** The delay in the `Retry-After` header (RFC 9110 § 10.2.3), in whole seconds. */
const retryAfterSeconds = ({ reason }: ApiError): string | undefined =>
  reason._tag === "RateLimited" && reason.retryAfter !== undefined
    ? String(Math.ceil(Duration.toSeconds(reason.retryAfter)))
    : undefined
