/**
 * A project's public keys, which verify its access tokens.
 *
 * `Jwks.layer` fetches the keys from the service with the first token and caches them. `Jwks.layerStatic` uses given keys and
 * sends no request.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { CodedError } from "../platform/CodedError.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { check, type InvalidOptions, type Options } from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { type ConfigOptions, readOptions } from "../session/readOptions.ts"
import { parseJson } from "../wire/Json.ts"
import { fetchKeySet } from "./fetchKeySet.ts"
import { importKeys, parseKeySet } from "./keySet.ts"
import { makeKeySetCache } from "./keySetCache.ts"
import { checkVerificationNames, jwksNames, readMillis, readProjectId, readServerUrl } from "./verificationOptions.ts"

/** The project's keys are needed and cannot be fetched: no earlier keys are known, or none has the id. Respond with 503. */
export class JwksUnavailable extends CodedError("JwksUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A project's public keys (RFC 7517). */
export class Jwks extends withLayerHint(
  Context.Service<Jwks, {
    /** Returns the key with an id, or `undefined` if the project has no such key. */
    readonly getKey: (kid: string) => Effect.Effect<CryptoKey | undefined, JwksUnavailable>
  }>()("latchkey/server/Jwks"),
  "Jwks.layer or Jwks.layerStatic"
) {}

/** Options for fetched keys. */
export interface JwksOptions extends Pick<Options, "allowInsecureApiUrl" | "apiUrl" | "projectId"> {
  /** The timeout of the request for the keys; 5 seconds by default. */
  readonly requestTimeout?: Duration.Input | undefined
  /** The time after which the keys are fetched again; 10 minutes by default. */
  readonly lifetime?: Duration.Input | undefined
  /** The shortest time between two fetches for tokens with an unknown key; 30 seconds by default. */
  readonly cooldown?: Duration.Input | undefined
}

/**
 * Layer for a project's keys, fetched from the service. Building it sends no request.
 *
 * **Details**
 *
 * - Concurrent requests share one fetch. It continues if they are interrupted.
 * - After `lifetime`, a request uses the cached keys and fetches new ones in the background. After twice `lifetime`, it waits
 *   up to one second for them. While the service is down, the cached keys are used, and each fetch is `cooldown` apart.
 * - A token with an unknown key id causes a fetch, at most one in `cooldown`.
 * - If the first fetch's request is lost, or fails with a 5xx, it is repeated once. If the first fetch fails, all
 *   requests fail with `JwksUnavailable` for two seconds. Then the next request tries again.
 * - With a `SharedCache`, for example from `latchkey/redis`, processes share the set. The cache must be trusted: its keys
 *   decide which tokens are valid.
 *
 * @see `AccessToken` for an example
 */
export const layer = (options: JwksOptions): Layer.Layer<Jwks, InvalidOptions> => Layer.effect(Jwks, make(options))

/** Layer for fetched keys that reads its options from the environment, with the variables of `Client.layerConfig`. */
export const layerConfig = (
  options: ConfigOptions<JwksOptions> = {}
): Layer.Layer<Jwks, InvalidOptions | Config.ConfigError> =>
  Layer.effect(Jwks, Effect.flatMap(readOptions<JwksOptions>(options), (options) => withEnvironment(make(options))))

const make = Effect.fnUntraced(function*(
  options: JwksOptions
): Effect.fn.Return<Jwks["Service"], InvalidOptions, Scope.Scope> {
  yield* checkVerificationNames(options, jwksNames)
  const source = {
    projectId: yield* readProjectId(options),
    apiUrl: yield* readServerUrl(options),
    requestTimeout: Duration.millis(yield* readMillis("requestTimeout", options.requestTimeout, 5000)),
    lifetime: yield* readMillis("lifetime", options.lifetime, 600_000),
    cooldown: yield* readMillis("cooldown", options.cooldown, 30_000)
  }
  const getKey = yield* makeKeySetCache(
    (kid, now, known) =>
      Effect.map(fetchKeySet(source, kid, now, known), ({ failure, fetched }) => ({
        fetched,
        failure: failure && new JwksUnavailable({
          message: `The keys of the project cannot be fetched from ${source.apiUrl}: ${failure.message}`,
          cause: failure
        })
      })),
    source
  )
  return { getKey }
})

/** A JWK set (RFC 7517 § 5), as the service returns it at `.well-known/jwks.json`. */
export interface JsonWebKeySet {
  readonly keys: ReadonlyArray<object>
}

/**
 * Layer for given keys, as a JWK set or its JSON text. Sends no request. Fails with `InvalidOptions` if the set is malformed or
 * has no public key for ES256. Other keys are skipped.
 *
 * **When to use**
 *
 * Use this in edge functions, which start often and may not share a fetch between requests. Deploy again after a rotation of
 * the project's keys.
 *
 * **Example** (Keys from an environment variable)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { AccessToken, Jwks } from "latchkey/server"
 *
 * const makeLayer = (env: { readonly PROJECT_ID: string; readonly PROJECT_JWKS: string }) =>
 *   AccessToken.layer({ projectId: env.PROJECT_ID }).pipe(Layer.provide(Jwks.layerStatic(env.PROJECT_JWKS)))
 * ```
 */
export const layerStatic = (jwks: JsonWebKeySet | string): Layer.Layer<Jwks, InvalidOptions> =>
  Layer.effect(
    Jwks,
    Effect.gen(function*() {
      const parsed = parseKeySet(typeof jwks === "string" ? parseJson(jwks) : jwks)
      yield* check("jwks", parsed !== undefined, "must be a JWK set: an object with a list of keys, or its JSON text")
      const keys = yield* importKeys(parsed!)
      yield* check("jwks", keys.size > 0, "must have a public key with kty EC, crv P-256 and a kid")
      return { getKey: (kid: string) => Effect.succeed(keys.get(kid)?.key) }
    })
  )

export type { ConfigOptions } from "../session/readOptions.ts"
