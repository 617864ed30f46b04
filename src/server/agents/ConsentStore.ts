/** The store for pending consents and authorization codes. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { CodedError } from "../../platform/CodedError.ts"
import type { OptionNames } from "../../session/optionNames.ts"
import { check } from "../../session/options.ts"
import * as ExpiringMap from "../ExpiringMap.ts"
import { checkServerNames } from "../verificationOptions.ts"

/** The store for pending consents is unavailable. Clients get status 503 and can try again. */
export class ConsentStoreUnavailable extends CodedError("ConsentStoreUnavailable")<{ readonly message: string }> {}

/**
 * Stores texts under keys for a time. Its values decide which user gets a key, so only the app's server may write them.
 *
 * A store that several processes share must take atomically, such as with `GETDEL` in Redis.
 */
export interface ConsentStore {
  readonly get: (key: string) => Effect.Effect<string | undefined, ConsentStoreUnavailable>
  readonly set: (
    key: string,
    value: string,
    timeToLive: Duration.Duration
  ) => Effect.Effect<void, ConsentStoreUnavailable>
  /** Returns a value and deletes it. Only one concurrent caller gets the value. */
  readonly take: (key: string) => Effect.Effect<string | undefined, ConsentStoreUnavailable>
}

/** The store that processes share; `undefined` by default. `RedisState.layer` of `latchkey/redis` provides one. */
export const ConsentStore: Context.Reference<ConsentStore | undefined> = /*#__PURE__*/ Context.Reference<
  ConsentStore | undefined
>("latchkey/server/ConsentStore", { defaultValue: () => undefined })

/** Options for a store in memory. */
export type MemoryConsentStoreOptions = {
  /** The maximum for requests, and for other values; 10,000 by default. A full store drops the one used longest ago. */
  readonly capacity?: number | undefined
}

const names: OptionNames<MemoryConsentStoreOptions> = { capacity: true }

/** Creates a store in memory. Each process has its own. Throws `InvalidOptions` for an option that is unknown or invalid. */
export const makeMemory = (options: MemoryConsentStoreOptions = {}): ConsentStore => {
  const { capacity = 10_000 } = options
  const isCapacity = Number.isInteger(capacity) && capacity > 0
  const checkCapacity = check("capacity", isCapacity, "must be a positive integer")
  Effect.runSync(Effect.andThen(checkServerNames(options, names), checkCapacity))
  // Anyone can start a request. A flood must not drop codes that users have approved.
  const requests = ExpiringMap.make<string>(capacity)
  const others = ExpiringMap.make<string>(capacity)
  const select = (key: string) => key.startsWith("request:") ? requests : others
  return {
    get: (key) => Effect.map(Clock.currentTimeMillis, (now) => select(key).get(key, now)),
    set: (key, value, timeToLive) =>
      Effect.map(
        Clock.currentTimeMillis,
        (now) => select(key).set(key, value, now + Duration.toMillis(timeToLive))
      ),
    take: (key) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const value = select(key).get(key, now)
        select(key).delete(key)
        return value
      })
  }
}
