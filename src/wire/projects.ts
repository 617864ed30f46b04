/**
 * The project as it travels, and the requests that need no user.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { booleanFromQuery } from "./boolean.ts"
import { endpoint } from "./Endpoint.ts"
import { ProjectNotFound, RequestSchemaError } from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { uuid } from "./uuid.ts"

/**
 * A domain that the project trusts to send its users to, and where the handler pages are on it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Domain {
  /**
   * A URL such as `https://app.example.com`. Services since 2026 take wildcards in the host: `*` stands for characters of one label,
   * and `**` for any number of labels.
   */
  readonly domain: string
  /** Such as `/handler`. */
  readonly handlerPath: string
}

/** @since 0.1.0 */
export const Domain: () => Wire<Domain> = /*#__PURE__*/ memoize(() =>
  struct({ domain: Schema.String, handlerPath: Schema.String })
)

/**
 * What a client may know of the project: which ways in are open, and what users may do by themselves.
 *
 * @category models
 * @since 0.1.0
 */
export interface Project {
  /** `internal` or a UUID. */
  readonly id: string
  readonly displayName: string
  readonly config: {
    readonly signUpEnabled: boolean
    readonly credentialEnabled: boolean
    readonly magicLinkEnabled: boolean
    readonly passkeyEnabled: boolean
    readonly clientTeamCreationEnabled: boolean
    readonly clientUserDeletionEnabled: boolean
    readonly allowUserApiKeys: boolean
    readonly allowTeamApiKeys: boolean
    readonly enabledOauthProviders: ReadonlyArray<{ readonly id: string }>
    /** The trusted domains, which may hold wildcards. Services since 2026. */
    readonly domains?: ReadonlyArray<Domain> | undefined
  }
}

/** @since 0.1.0 */
export const Project: () => Wire<Project> = /*#__PURE__*/ memoize(() =>
  struct({
    id: Schema.String,
    displayName: Schema.String,
    config: struct({
      signUpEnabled: Schema.Boolean,
      credentialEnabled: Schema.Boolean,
      magicLinkEnabled: Schema.Boolean,
      passkeyEnabled: Schema.Boolean,
      clientTeamCreationEnabled: Schema.Boolean,
      clientUserDeletionEnabled: Schema.Boolean,
      allowUserApiKeys: Schema.Boolean,
      allowTeamApiKeys: Schema.Boolean,
      enabledOauthProviders: Schema.Array(struct({ id: Schema.String })),
      domains: Schema.optional(Schema.Array(Domain()))
    })
  })
)

/** @since 0.1.0 */
export const current = endpoint("projects.current", "GET", "/projects/current", {}, () => ({
  success: Project(),
  errors: [ProjectNotFound]
}))

/**
 * What the service says about a feature that a program misses. It takes any name, and answers with a text.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const checkFeatureSupport = endpoint(
  "projects.checkFeatureSupport",
  "POST",
  "/check-feature-support",
  { responseType: "text" },
  () => ({ payload: struct({ featureName: Schema.String }), success: Schema.String })
)

/**
 * A public key that the project's access tokens are signed with (RFC 7517 § 4), as far as it has these parameters.
 *
 * @category models
 * @since 0.1.0
 */
export interface SigningKey {
  /** The kind of key, such as `EC`. */
  readonly kty: string
  /** The algorithm, such as `ES256`. */
  readonly alg: string
  /** Names the key in the header of a token. */
  readonly kid: string
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/**
 * The project's public keys, at the path that the issuer of its access tokens names.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const jwks = endpoint(
  "projects.jwks",
  "GET",
  "/projects/:projectId/.well-known/jwks.json",
  { encoding: "plain", addedFields: ["include_restricted", "include_anonymous"] },
  () => {
    const optional = Schema.optional(Schema.String)
    return {
      params: struct({ projectId: Schema.Union([Schema.Literal("internal"), uuid()]) }),
      query: struct({
        includeRestricted: Schema.optional(booleanFromQuery()),
        includeAnonymous: Schema.optional(booleanFromQuery())
      }),
      success: struct({
        keys: Schema.Array(Schema.Struct({
          kty: Schema.String,
          alg: Schema.String,
          kid: Schema.String,
          crv: optional,
          x: optional,
          y: optional
        }))
      }),
      errors: [RequestSchemaError]
    }
  }
)

/**
 * What the API says at its root: a text for people.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const apiRoot = endpoint("projects.apiRoot", "GET", "//api/v1", { session: true, responseType: "text" }, () => ({
  success: Schema.String
}))

/**
 * Whether the service is up. It lives at the root of the API, beside `/api/v1`.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const health = endpoint("health", "GET", "//health", { encoding: "plain" }, () => ({
  success: struct({ status: Schema.Literal("ok") })
}))
