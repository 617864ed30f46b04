/** A bounded cache for values that the service returns, with a second level that processes share. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SingleFlight from "../session/SingleFlight.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import * as ExpiringMap from "./ExpiringMap.ts"
import type { SharedCache } from "./SharedState.ts"

export interface LookupCache<A> {
  /** Returns the cached value, or runs `lookup` once for all concurrent callers. Failures are not cached. */
  readonly get: <E>(key: string, lookup: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Removes a value. A lookup that is running is not cached. */
  readonly remove: (key: string) => Effect.Effect<void>
}

interface Options<A> {
  /** A value's lifetime in milliseconds, from the start of its lookup. Zero turns the cache off. */
  readonly timeToLiveMillis: number
  /** The maximum number of values in this process. The least recently used value is dropped. */
  readonly capacity: number
  /** The second level, and the prefix for its keys. */
  readonly shared: SharedCache | undefined
  readonly prefix: string
  /** Parses a second-level value. Returns `undefined` for an invalid value. */
  readonly parse: (value: unknown) => A | undefined
}

/** A second-level value. */
interface Entry<A> {
  readonly value: A
  readonly fetchedAt: number
}

/**
 * Creates a cache. Second-level values must be JSON. They keep their lookup time, so that a value never
 * outlives `timeToLive` by passing through both levels.
 */
export const make = Effect.fnUntraced(function*<A>(
  { capacity, parse, prefix, shared, timeToLiveMillis }: Options<A>
): Effect.fn.Return<LookupCache<A>> {
  const timeToLive = Duration.millis(timeToLiveMillis)
  if (timeToLiveMillis === 0) return { get: (_key, lookup) => lookup, remove: () => Effect.void }

  const entries = ExpiringMap.make<{ readonly value: A }>(capacity)
  const join = yield* SingleFlight.make
  /** Increases with each removal, so that later callers do not join an earlier lookup, and its result is not stored. */
  let epoch = 0

  const expiryOf = ({ fetchedAt }: Entry<A>) => fetchedAt + timeToLiveMillis

  const getShared = (key: string, now: number) =>
    shared === undefined
      ? Effect.undefined
      : Effect.map(shared.get(prefix + key), (text) => {
        const entry = text === undefined ? undefined : parseEntry(text, now, parse)
        return entry !== undefined && expiryOf(entry) > now ? entry : undefined
      })

  const fetch = <E>(key: string, lookup: Effect.Effect<A, E>, now: number) => {
    const started = epoch
    return Effect.flatMap(getShared(key, now), (found) => {
      if (found !== undefined) {
        if (started === epoch) entries.set(key, found, expiryOf(found))
        return Effect.succeed(found.value)
      }
      return Effect.tap(lookup, (value) => {
        if (started !== epoch) return Effect.void
        const entry = { value, fetchedAt: now }
        entries.set(key, entry, expiryOf(entry))
        return shared?.set(prefix + key, JSON.stringify(entry), timeToLive) ?? Effect.void
      })
    })
  }

  return {
    get: (key, lookup) =>
      Clock.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        const entry = entries.get(key, now)
        if (entry !== undefined) return Effect.succeed(entry.value)
        return join(`${epoch} ${key}`, fetch(key, lookup, now))
      }),
    remove: (key) =>
      Effect.suspend(() => {
        epoch++
        entries.delete(key)
        return shared?.set(prefix + key, "", timeToLive) ?? Effect.void
      })
  }
})

/** Parses a second-level entry. Another process's clock may be ahead, so a time in the future becomes now. */
const parseEntry = <A>(text: string, now: number, parse: (value: unknown) => A | undefined): Entry<A> | undefined => {
  const json = parseJson(text)
  if (!isObject(json)) return undefined
  const { fetchedAt } = json
  const value = parse(json["value"])
  return typeof fetchedAt !== "number" || value === undefined
    ? undefined
    : { value, fetchedAt: Math.min(fetchedAt, now) }
}
