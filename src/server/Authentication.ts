/** Request authentication: returns a request's principal. */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { millisOf } from "../call/duration.ts"
import { trace } from "../call/trace.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { checkedLayer } from "../session/checkedLayer.ts"
import { checkDomain } from "../session/cookieBackend.ts"
import { type OptionNames, pickOptions, toPlain } from "../session/optionNames.ts"
import { check, type InvalidOptions, levelNames } from "../session/options.ts"
import { layerEnvironment } from "../session/optionSource.ts"
import { type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import * as TokenStore from "../session/TokenStore.ts"
import * as AccessToken from "./AccessToken.ts"
import { AgentKeys } from "./agents/AgentKeys.ts"
import { makeAgentKeys } from "./agents/makeAgentKeys.ts"
import type {
  Authenticated,
  AuthenticateError,
  AuthenticateOptionalError,
  AuthenticateOptions,
  AuthenticationRequest
} from "./Authenticated.ts"
import * as authenticateRequest from "./authenticateRequest.ts"
import * as Authorization from "./Authorization.ts"
import { authorizationNames } from "./AuthorizationChecks.ts"
import * as Jwks from "./Jwks.ts"
import * as refusedCredentials from "./refusedCredentials.ts"
import * as Server from "./Server.ts"
import { jwksNames, toOrigin } from "./verificationOptions.ts"

/** Authenticates one project's requests. */
export class Authentication extends withLayerHint(
  Context.Service<Authentication, {
    readonly authenticate: (
      request: AuthenticationRequest,
      options?: AuthenticateOptions
    ) => Effect.Effect<Authenticated, AuthenticateError>
  }>()("latchkey/server/Authentication"),
  "Authentication.layer"
) {}

/** Authenticates a request. */
export const authenticate = (
  request: AuthenticationRequest,
  options?: AuthenticateOptions
): Effect.Effect<Authenticated, AuthenticateError, Authentication> =>
  trace(
    "Authentication.authenticate",
    Effect.flatMap(Authentication, (service) => service.authenticate(request, options))
  )

/**
 * Authenticates a request to a route that needs no user. Refused credentials, such as an expired access token, make the request
 * signed out. The principal then has the reason `credentialsRefused` and the error.
 *
 * **When to use**
 *
 * For pages that signed-out users see too, so that a stale token does not lock a visitor out. The adapters do this for routes
 * that need no user.
 *
 * **Gotchas**
 *
 * A request's cookies never replace a refused header.
 *
 * **Example** (A page for all)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Authentication } from "latchkey/server"
 *
 * const home = (request: Request) =>
 *   Effect.map(
 *     Authentication.authenticateOptional(request),
 *     ({ headers, principal }) => new Response(principal._tag === "User" ? "Welcome back!" : "Welcome!", { headers })
 *   )
 * ```
 */
export const authenticateOptional = (
  request: AuthenticationRequest,
  options?: AuthenticateOptions
): Effect.Effect<Authenticated, AuthenticateOptionalError, Authentication> =>
  refusedCredentials.toSignedOut(authenticate(request, options))

/** Options for authentication. */
export interface AuthenticationOptions
  extends Server.ServerOptions, Omit<AccessToken.AccessTokenOptions, "capacity">, Authorization.Options
{
  /**
   * The app's public origin, such as `https://app.example.com`. Requests with cookies and an unsafe method must come from it.
   *
   * By default, it is derived from the request's headers. A client can forge these, so pass the origin unless a proxy
   * allows only the app's hosts.
   */
  readonly origin?: string | undefined
  /** Other origins whose pages may send requests with the session's cookies. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** The domain that shares the session with its subdomains, as the cookie stores' option. */
  readonly domain?: string | undefined
  /**
   * The time until a valid API key is checked again; 30 seconds by default. During that time, a revoked key is still
   * accepted. 0 checks the key for every request.
   */
  readonly apiKeyTimeToLive?: Duration.Input | undefined
}

const { capacity: _, ...verificationNames } = AccessToken.accessTokenNames

const authenticationNames: OptionNames<AuthenticationOptions> = {
  ...levelNames,
  ...verificationNames,
  ...authorizationNames,
  origin: true,
  trustedOrigins: true,
  domain: true,
  apiKeyTimeToLive: true
}

/** Checks the options, and creates the service. */
const makeService = Effect.fnUntraced(function*(options: AuthenticationOptions) {
  const { apiKeyTimeToLive = 30_000, domain, origin, projectId, trustedOrigins = [] } = options
  const ownOrigin = origin === undefined ? undefined : toOrigin(origin)
  const origins = [...trustedOrigins].map(toOrigin).filter((origin) => origin !== undefined)
  const rule = "must be an absolute http or https URL"
  yield* check("origin", origin === undefined || ownOrigin !== undefined, rule)
  yield* check("trustedOrigins", origins.length === trustedOrigins.length, `must be a list of origins: each ${rule}`)
  yield* checkDomain({ domain })
  const timeToLive = millisOf(apiKeyTimeToLive)
  yield* check("apiKeyTimeToLive", timeToLive >= 0, "must be a duration that is not negative")
  return Authentication.of({
    authenticate: yield* authenticateRequest.make({
      projectId,
      domain,
      origin: ownOrigin,
      trustedOrigins: new Set(origins),
      apiKeyTimeToLive: timeToLive
    })
  })
})

/** The services that all layers for authentication provide. */
type Provided = Authentication | Authorization.Authorization | AccessToken.AccessTokenVerifier | Server.Server

/**
 * Layer for authentication, authorization, access token verification, and the server level without a session.
 * Building it sends no request.
 *
 * **Example** (Greet a request's user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Authentication } from "latchkey/server"
 *
 * const layer = Authentication.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: Redacted.make("ssk_…"),
 *   origin: "https://app.example.com"
 * })
 *
 * const greet = (request: Request) =>
 *   Effect.gen(function*() {
 *     const { headers, principal } = yield* Authentication.authenticate(request)
 *     const name = principal._tag === "User" ? principal.claims.name : "visitor"
 *     return new Response(`Hello, ${name}!`, { headers })
 *   })
 * ```
 */
export const layer = (options: AuthenticationOptions): Layer.Layer<Provided, InvalidOptions> =>
  layerWithoutJwks(options).pipe(Layer.provide(Jwks.layer(pickOptions(options, jwksNames))))

/** Layer for authentication that reads its options from the environment, as `Server.layerConfig` does. */
export const layerConfig = (
  options: ConfigOptions<AuthenticationOptions> = {}
): Layer.Layer<Provided, InvalidOptions | Config.ConfigError> =>
  Layer.unwrap(
    Effect.map(
      readOptions<AuthenticationOptions>(options, { secretServerKey: readSecret("secretServerKey") }),
      layer
    )
  ).pipe(Layer.provide(layerEnvironment))

/** Layer for authentication with other keys, such as `Jwks.layerStatic`. */
export const layerWithoutJwks = (
  options: AuthenticationOptions
): Layer.Layer<Provided, InvalidOptions, Jwks.Jwks> =>
  checkedLayer(
    toPlain(options),
    authenticationNames,
    Layer.mergeAll(
      Layer.effect(Authentication, makeService(options)),
      Authorization.layer(pickOptions(options, authorizationNames)),
      Layer.effect(AgentKeys, makeAgentKeys)
    ).pipe(
      Layer.provideMerge(Layer.merge(
        AccessToken.layer(pickOptions(options, verificationNames)),
        Layer.effect(Server.Server, Server.make(pickOptions(options, levelNames))).pipe(
          Layer.provide(TokenStore.layerNone)
        )
      ))
    )
  )

export type { ConfigOptions } from "../session/readOptions.ts"
export type {
  Authenticated,
  AuthenticateError,
  AuthenticateOptionalError,
  AuthenticateOptions,
  AuthenticationRequest
} from "./Authenticated.ts"
