/** A session store in Redis, which a server's processes share. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import {
  make,
  type SessionRecords,
  SessionStore,
  type SessionStoreOptions,
  SessionStoreUnavailable
} from "../server/SessionStore.ts"
import { type OptionNames, toPlain } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import { type Guard, guardNames, type GuardOptions, makeGuard } from "./guardRedis.ts"
import { replaceValue } from "./replaceValue.ts"

/** Options for a session store in Redis. */
export interface RedisSessionStoreOptions extends SessionStoreOptions, GuardOptions {
  /** The prefix for all keys; `latchkey:` by default. */
  readonly prefix?: string | undefined
}

const names: OptionNames<RedisSessionStoreOptions> = {
  ...guardNames,
  prefix: true,
  idleLifetime: true,
  absoluteLifetime: true,
  rotationInterval: true,
  rotationGrace: true,
  boundLifetime: true,
  onReplacedIdUsed: true
}

const makeRecords = (redis: Redis.Redis["Service"], guard: Guard, prefix: string): SessionRecords => {
  const replace = redis.eval(replaceValue)
  const run = <A>(command: Effect.Effect<unknown, Redis.RedisError>, parse: (reply: unknown) => A) =>
    Effect.mapBoth(guard(command), {
      onFailure: ({ message }) => new SessionStoreUnavailable({ message }),
      onSuccess: parse
    })
  return {
    get: (key) =>
      run(redis.send("GET", `${prefix}session:${key}`), (value) => typeof value === "string" ? value : undefined),
    replace: (key, expected = "", next = "", timeToLive) => {
      const millis = Math.max(1, Math.ceil(Duration.toMillis(timeToLive)))
      return run(replace(`${prefix}session:${key}`, expected, next, millis), (reply) => Number(reply) === 1)
    }
  }
}

/**
 * Layer for a session store in Redis. Building it sends no command.
 *
 * If Redis is unavailable, its functions fail with `SessionStoreUnavailable`. The sessions stay.
 *
 * **Example** (Sessions for all processes)
 *
 * ```ts
 * import { NodeRedis } from "@effect/platform-node"
 * import * as Layer from "effect/Layer"
 * import { RedisSessionStore } from "latchkey/redis"
 *
 * const layer = RedisSessionStore.layer({ idleLifetime: "7 days" }).pipe(
 *   Layer.provide(NodeRedis.layer({ url: "redis://localhost:6379" }))
 * )
 * ```
 */
export const layer = (options: RedisSessionStoreOptions = {}): Layer.Layer<SessionStore, never, Redis.Redis> =>
  Layer.effect(
    SessionStore,
    Effect.gen(function*() {
      // As for `domain` in the cookie stores, an invalid option is a defect.
      yield* Effect.orDie(checkNames(options, names))
      const redis = yield* Redis.Redis
      const { commandTimeout, cooldown, prefix = "latchkey:", ...storeOptions } = toPlain(options)
      const guard = yield* makeGuard({ commandTimeout, cooldown })
      return make(makeRecords(redis, guard, prefix), storeOptions)
    })
  )
