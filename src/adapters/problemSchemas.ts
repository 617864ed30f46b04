/** Schemas for authentication and authorization errors, as problem details. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { ApiError, ServiceUnavailable } from "../call/ApiError.ts"
import { AccessTokenExpired, AccessTokenInvalid } from "../server/AccessToken.ts"
import * as errors from "../server/authenticationErrors.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { JwksUnavailable } from "../server/Jwks.ts"
import { SessionStoreUnavailable } from "../server/SessionStore.ts"

type Tag = AuthProblem.AuthError["_tag"]

const text = /*#__PURE__*/ Schema.optionalKey(Schema.String)

/** A problem's members. Those for other errors are absent. */
const members = {
  detail: Schema.String,
  permission: text,
  scope: text,
  teamId: text,
  reason: text,
  expiredAt: text,
  maxAge: Schema.optionalKey(Schema.Number),
  factor: Schema.optionalKey(Schema.Literal("second")),
  sources: Schema.optionalKey(Schema.Array(Schema.String))
}

type Problem = Schema.Struct.Type<typeof members>

interface TaggedProblem<T extends Tag> extends Problem {
  readonly type: "about:blank"
  readonly title: string
  readonly status: AuthProblem.Status
  readonly code: T
}

/** Creates the schema of an error: a problem in responses, and an instance of its class in programs. */
const make = <T extends Tag, E extends AuthProblem.AuthError & { readonly _tag: T }>(
  tag: T,
  status: AuthProblem.Status,
  decode: (problem: Problem) => E
) =>
  Schema.Struct({
    type: Schema.Literal("about:blank"),
    title: Schema.String,
    status: Schema.Literal(status),
    code: Schema.Literal(tag),
    ...members
  }).pipe(
    Schema.decodeTo(
      Schema.declare((error): error is E => AuthProblem.isAuthError(error) && error._tag === tag),
      SchemaTransformation.transform<E, TaggedProblem<T>>({
        decode,
        encode: (error) => ({ ...AuthProblem.make(error).body, status, code: tag })
      })
    ),
    HttpApiSchema.asJson({ contentType: AuthProblem.contentType })
  ).annotate({ httpApiStatus: status })

// Sound for the versions that a client knows: the reasons and sources come from the server, which may be newer.
type Reason<E extends { readonly reason: unknown }> = E["reason"]

/**
 * The schemas for all authentication and authorization errors, for the `error` option in middleware and endpoints. A client
 * gets instances of the same classes.
 */
export const authErrors = [
  make("SignInRequired", 401, ({ detail: message }) => new errors.SignInRequired({ message })),
  make(
    "AccessTokenExpired",
    401,
    ({ detail: message, expiredAt }) => new AccessTokenExpired({ message, expiredAt: new Date(expiredAt ?? NaN) })
  ),
  make(
    "AccessTokenInvalid",
    401,
    ({ detail: message, reason }) => new AccessTokenInvalid({ message, reason: reason as Reason<AccessTokenInvalid> })
  ),
  make(
    "CredentialsMalformed",
    401,
    ({ detail: message, sources }) =>
      new errors.CredentialsMalformed({ message, source: sources?.[0] as errors.CredentialSource })
  ),
  make(
    "ApiKeyInvalid",
    401,
    ({ detail: message, reason }) =>
      new errors.ApiKeyInvalid({ message, reason: reason as Reason<errors.ApiKeyInvalid> })
  ),
  make("SessionRevoked", 401, ({ detail: message }) => new errors.SessionRevoked({ message })),
  make(
    "CredentialsConflict",
    400,
    ({ detail: message, sources = [] }) =>
      new errors.CredentialsConflict({ message, sources: sources as ReadonlyArray<errors.CredentialSource> })
  ),
  make("CrossSiteRequest", 403, ({ detail: message }) => new errors.CrossSiteRequest({ message })),
  make(
    "PermissionRequired",
    403,
    ({ detail: message, permission = "", teamId }) => new errors.PermissionRequired({ message, permission, teamId })
  ),
  make("InsufficientScope", 403, ({ detail: message, scope = "" }) => new errors.InsufficientScope({ message, scope })),
  make(
    "TeamMembershipRequired",
    403,
    ({ detail: message, teamId = "" }) => new errors.TeamMembershipRequired({ message, teamId })
  ),
  make("VerifiedEmailRequired", 403, ({ detail: message }) => new errors.VerifiedEmailRequired({ message })),
  make("MfaRequired", 403, ({ detail: message }) => new errors.MfaRequired({ message })),
  make(
    "RecentSignInRequired",
    401,
    ({ detail: message, factor, maxAge = 0 }) => new errors.RecentSignInRequired({ message, maxAge, factor })
  ),
  make("JwksUnavailable", 503, ({ detail: message }) => new JwksUnavailable({ message })),
  make("SessionStoreUnavailable", 503, ({ detail: message }) => new SessionStoreUnavailable({ message })),
  // The cause is known to the server only. Its client gets an unavailable service.
  make(
    "ApiError",
    503,
    ({ detail: message }) =>
      new ApiError({ endpoint: "authentication", reason: new ServiceUnavailable({ message, status: 503 }) })
  )
] as const
