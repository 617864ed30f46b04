/** The authorization server's store, which a server's processes share. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import { type ConsentStore, ConsentStoreUnavailable } from "../server/agents/ConsentStore.ts"
import type { Guard } from "./guardRedis.ts"
import { makeSealed } from "./makeSealed.ts"

/** Creates a store over Redis since version 6.2. A forged value is no value, since it could give a key to a wrong user. */
export const makeConsentStore = (
  redis: Redis.Redis["Service"],
  guard: Guard,
  prefix: string,
  secret: Redacted.Redacted<string>
): ConsentStore => {
  const { keyOf, open, seal } = makeSealed(prefix, "consent", secret)
  const send = (command: string, key: string, ...args: ReadonlyArray<string>) =>
    Effect.mapError(
      guard(redis.send<unknown>(command, keyOf(key), ...args)),
      ({ message }) => new ConsentStoreUnavailable({ message })
    )
  const read = (command: "GET" | "GETDEL") => (key: string) =>
    Effect.flatMap(send(command, key), (value) => open(key, value))
  return {
    get: read("GET"),
    take: read("GETDEL"),
    set: (key, value, timeToLive) =>
      Effect.flatMap(
        seal(key, value),
        (sealed) =>
          Effect.asVoid(send("SET", key, sealed, "PX", String(Math.max(1, Math.floor(Duration.toMillis(timeToLive))))))
      )
  }
}
