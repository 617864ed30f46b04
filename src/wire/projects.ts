/** The codec for the project for clients, and the endpoints that need no user. */
import { array, boolean, booleanFromString, type Codec, literal, optional, string, union } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { ProjectNotFound, RequestSchemaError } from "./KnownErrors.ts"
import { plainStruct, struct } from "./Struct.ts"
import { uuid } from "./uuid.ts"

/** A trusted domain, and the path of the handler pages on it. */
export interface Domain {
  /**
   * A URL such as `https://app.example.com`. Services since 2026 accept wildcards in the host: `*` matches characters
   * of one label, and `**` matches any number of labels.
   */
  readonly domain: string
  /** For example `/handler`. */
  readonly handlerPath: string
}

export const Domain: Codec<Domain> = /*#__PURE__*/ struct(() => ({ domain: string, handlerPath: string }))

/** The project with the fields that clients may see: its sign-in methods, and what users may do. */
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
    /** The trusted domains, which may contain wildcards. @generation 2026 */
    readonly domains?: ReadonlyArray<Domain> | undefined
  }
}

export const Project: Codec<Project> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: string,
  config: struct({
    signUpEnabled: boolean,
    credentialEnabled: boolean,
    magicLinkEnabled: boolean,
    passkeyEnabled: boolean,
    clientTeamCreationEnabled: boolean,
    clientUserDeletionEnabled: boolean,
    allowUserApiKeys: boolean,
    allowTeamApiKeys: boolean,
    enabledOauthProviders: array(struct({ id: string })),
    domains: optional(array(Domain))
  })
}))

export const current = endpoint("projects.current", "GET", "/projects/current", {}, () => ({
  success: Project,
  errors: [ProjectNotFound]
}))

/** The service's message about a feature that it does not support. The endpoint accepts any feature name. */
export const checkFeatureSupport = endpoint(
  "projects.checkFeatureSupport",
  "POST",
  "/check-feature-support",
  { responseType: "text" },
  () => ({ payload: struct({ featureName: string }), success: string })
)

/** A public key that verifies the project's access tokens (RFC 7517 § 4), with the parameters that it has. */
export interface SigningKey {
  /** The key type, such as `EC`. */
  readonly kty: string
  /** The algorithm, such as `ES256`. */
  readonly alg: string
  /** The key id in a token's header. */
  readonly kid: string
  readonly crv?: string | undefined
  readonly x?: string | undefined
  readonly y?: string | undefined
}

/** The project's public keys, at the path that belongs to the issuer of its access tokens. */
export const jwks = endpoint(
  "projects.jwks",
  "GET",
  "/projects/:projectId/.well-known/jwks.json",
  { encoding: "plain", addedFields: ["include_restricted", "include_anonymous"] },
  () => {
    const optionalText = optional(string)
    return {
      params: struct({ projectId: union(() => [literal("internal"), uuid]) }),
      query: struct({
        includeRestricted: optional(booleanFromString),
        includeAnonymous: optional(booleanFromString)
      }),
      success: struct({
        keys: array(plainStruct({
          kty: string,
          alg: string,
          kid: string,
          crv: optionalText,
          x: optionalText,
          y: optionalText
        }))
      }),
      errors: [RequestSchemaError]
    }
  }
)

/** The API's root, which returns a text for people. */
export const apiRoot = endpoint("projects.apiRoot", "GET", "//api/v1", { session: true, responseType: "text" }, () => ({
  success: string
}))

/** The health check of the service, at the API's root, beside `/api/v1`. */
export const health = endpoint("health", "GET", "//health", { encoding: "plain" }, () => ({
  success: struct({ status: literal("ok") })
}))
