/** The cache that a server's processes share. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import type { SharedCache } from "../server/SharedState.ts"
import type { Guard } from "./guardRedis.ts"
import { makeSealed } from "./makeSealed.ts"

/** Options for a shared cache. */
export type SharedCacheOptions = {
  /** A value's maximum length in characters; 100,000 by default. Longer values are not cached. */
  readonly maxLength?: number | undefined
}

/** The longest key, in characters. Ids in keys can come from requests. */
const longestKey = 512

/** A value that is not a string, or is too long, is a miss. */
const getValue = /*#__PURE__*/ Redis.script((key: string, maxLength: number) => [key, maxLength], {
  numberOfKeys: 1,
  lua: `
local value = redis.pcall("GET", KEYS[1])
if type(value) ~= "string" or #value > tonumber(ARGV[1]) then return false end
return value`
}).withReturnType<unknown>()

/** Creates a `SharedCache` over Redis. Programs without the secret can neither read nor forge its values. */
export const makeSharedCache = (
  redis: Redis.Redis["Service"],
  guard: Guard,
  prefix: string,
  secret: Redacted.Redacted<string>,
  { maxLength = 100_000 }: SharedCacheOptions
): SharedCache => {
  const get = redis.eval(getValue)
  // Base64 of UTF-8: at most 4 bytes for each 3 bytes, and 3 bytes for each character.
  const maxSealed = maxLength * 4 + 64
  const { keyOf, open, seal } = makeSealed(prefix, "cache", secret)
  return {
    get: (key) =>
      key.length > longestKey ? Effect.undefined : guard(get(keyOf(key), maxSealed)).pipe(
        Effect.flatMap((value) => open(key, value)),
        Effect.catchTag("RedisUnavailable", () => Effect.undefined)
      ),
    set: (key, value, timeToLive) =>
      Effect.suspend(() => {
        const millis = Math.floor(Duration.toMillis(timeToLive))
        if (key.length > longestKey || value.length > maxLength || !(millis > 0)) return Effect.void
        return Effect.flatMap(seal(key, value), (sealed) =>
          Effect.ignore(guard(redis.send("SET", keyOf(key), sealed, "PX", String(millis)))))
      })
  }
}
