/** Shared state over a real Redis server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { RedisState } from "latchkey/redis"
import { SharedCache, SharedRefresh } from "../../src/server/SharedState.ts"
import { jwt } from "../session/support.ts"
import { layerRedis } from "../support/redisServer.ts"

export const secret = "ssk_of_the_tests"

/** Long, so that a busy machine does not count as an unavailable Redis. */
export const options: RedisState.RedisStateOptions = { secret, commandTimeout: "10 seconds" }

export interface Process {
  readonly refresh: SharedRefresh
  readonly cache: SharedCache
}

/** Creates the shared state of one process. */
export const openProcess = (
  redis: string | Layer.Layer<Redis.Redis>,
  given: Partial<RedisState.RedisStateOptions> = {}
): Effect.Effect<Process, never, Scope.Scope> =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(
      RedisState.layer({ ...options, ...given }),
      typeof redis === "string" ? layerRedis(redis) : redis
    ))),
    (context) => ({ refresh: Context.get(context, SharedRefresh), cache: Context.get(context, SharedCache)! })
  )

/** Sends a command over a new connection, and returns the reply. */
export const send = (url: string, command: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(Redis.Redis, (redis) => redis.send(command, ...args)).pipe(
    Effect.provide(Layer.fresh(layerRedis(url))),
    Effect.orDie
  )

/** Everything that the server stores: the keys and the values of strings. */
export const dump = Effect.fnUntraced(function*(url: string) {
  const keys = (yield* send(url, "KEYS", "*")) as ReadonlyArray<string>
  return yield* Effect.forEach(
    keys,
    (key) => Effect.map(send(url, "GET", key), (value) => [key, String(value)] as const)
  )
})

export const refreshToken = Redacted.make("refresh-token-of-ada")

let issued = 0

/** Issues an access token with a lifetime in seconds. */
export const issue = (lifetime = 600, issuedAt = Math.floor(Date.now() / 1000)): Redacted.Redacted<string> =>
  Redacted.make(jwt({ sub: "ada", number: ++issued, iat: issuedAt, exp: issuedAt + lifetime }))

export const always = () => Effect.succeed(true)
