/** The request for a project's key set, and the cache that processes share. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { timeoutDisconnect } from "../call/timeoutDisconnect.ts"
import { Transport, TransportFailure } from "../call/Transport.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { jwks } from "../wire/projects.ts"
import { importKeys, type KeySet, parseKeySet, type PublicKey } from "./keySet.ts"
import type { CacheTimes, Fetched, FetchOutcome } from "./keySetCache.ts"
import { SharedCache } from "./SharedState.ts"

/** The service and the project whose keys are fetched. */
interface KeySetSource extends CacheTimes {
  readonly apiUrl: string
  readonly projectId: string
  readonly requestTimeout: Duration.Duration
}

/** The largest response, in bytes. Six keys have 1 kB. */
const responseLimit = 1_000_000

/** The longest wait for the shared cache. */
const sharedTimeout = Duration.seconds(1)

/** Processes that start while the service is down use sets up to this age. */
const sharedLifetime = Duration.days(1)

/**
 * Fetches the key set: from the shared cache if its set is recent, otherwise from the service. A set without the key id of
 * the request is recent for the cooldown only. If the service fails, uses any set from the shared cache.
 */
export const fetchKeySet = Effect.fnUntraced(function*(
  source: KeySetSource,
  kid: string,
  now: number,
  known: KeySet | undefined
): Effect.fn.Return<FetchOutcome<TransportFailure>> {
  const cache = yield* SharedCache
  const cacheKey = `jwks:${source.apiUrl}:${source.projectId}`
  const shared = cache && (yield* limit(sharedTimeout, Effect.map(cache.get(cacheKey), parseShared)))
  const use = (keys: ReadonlyArray<PublicKey>, fetchedAt: number): Effect.Effect<Fetched> =>
    Effect.map(importKeys(keys, known), (keys) => ({ keys, fetchedAt }))
  if (shared !== undefined) {
    const isKnown = shared.keys.some((key) => key.kid === kid)
    if (Math.abs(now - shared.fetchedAt) < (isKnown ? source.lifetime : source.cooldown)) {
      return { fetched: yield* use(shared.keys, shared.fetchedAt), failure: undefined }
    }
  }
  const requested = yield* Effect.result(requestKeySet(source, known === undefined))
  if (requested._tag === "Success") {
    const fetched = yield* use(requested.success, now)
    if (fetched.keys.size > 0) {
      const value = JSON.stringify({ fetchedAt: now, keys: requested.success })
      if (cache) yield* limit(sharedTimeout, cache.set(cacheKey, value, sharedLifetime))
      return { fetched, failure: undefined }
    }
  }
  const failure = requested._tag === "Failure"
    ? requested.failure
    : new TransportFailure({ message: "The response has no public key for ES256" })
  const isNewer = shared !== undefined && known === undefined
  return { fetched: isNewer ? yield* use(shared.keys, shared.fetchedAt) : undefined, failure }
})

/**
 * Requests the keys for all users. Services from 2025 have no keys for restricted and anonymous users; if one refuses the
 * query, the request is repeated without it.
 *
 * All requests wait for the first set. If its request is lost, or fails with a 5xx, it is repeated once within the timeout.
 */
const requestKeySet = ({ apiUrl, projectId, requestTimeout }: KeySetSource, isFirst: boolean) =>
  Effect.withFiber<ReadonlyArray<PublicKey>, TransportFailure>(({ context }) => {
    const url = `${apiUrl}/api/v1${jwks.path.replace(":projectId", projectId)}`
    const send = (query: string) =>
      Effect.flatMap(
        Transport,
        (transport) => transport({ method: "GET", url: url + query, headers: {}, body: undefined, responseLimit })
      )
    const attempt = Effect.flatMap(
      send("?include_restricted=true&include_anonymous=true"),
      (response) => response.status === 400 ? send("") : Effect.succeed(response)
    )
    const request = isFirst
      ? Effect.matchEffect(attempt, {
        onFailure: () => attempt,
        onSuccess: (response) => response.status >= 500 ? attempt : Effect.succeed(response)
      })
      : attempt
    return Effect.flatMap(timeoutDisconnect(requestTimeout, request, context), ({ body, status }) => {
      const keys = status === 200 ? parseKeySet(parseJson(body)) : undefined
      return keys === undefined
        ? Effect.fail(new TransportFailure({ message: describeResponse(status) }))
        : Effect.succeed(keys)
    })
  })

const describeResponse = (status: number): string =>
  status === 200
    ? "The response is not a JWK set"
    : status === 404
    ? "The service responded with status 404. Check projectId and apiUrl"
    : `The service responded with status ${status}`

/** Parses a set from the shared cache. Returns `undefined` for a value that another program has written. */
const parseShared = (value: string | undefined) => {
  const json = value === undefined ? undefined : parseJson(value)
  const keys = parseKeySet(json)
  return isObject(json) && keys !== undefined && keys.length > 0 && typeof json["fetchedAt"] === "number"
    ? { keys, fetchedAt: json["fetchedAt"] }
    : undefined
}

/** Returns `undefined` if an effect does not end in time. */
const limit = <A>(timeout: Duration.Duration, effect: Effect.Effect<A>): Effect.Effect<A | undefined> =>
  Effect.withFiber(({ context }) => Effect.orElseSucceed(timeoutDisconnect(timeout, effect, context), () => undefined))
