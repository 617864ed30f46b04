/** Sign-outs that a server's processes share. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type { EndedSessions } from "../session/EndedSessions.ts"
import type { Guard } from "./guardRedis.ts"

/** Options for shared sign-outs. */
export type EndedSessionsOptions = {
  /**
   * The time for which a session that was signed out is refused; 1 day by default. The service refuses it too, unless the
   * sign-out could not reach the service.
   */
  readonly endedLifetime?: Duration.Input | undefined
}

/**
 * Creates `EndedSessions` over Redis. This process remembers its own sign-outs, and any that it has found in Redis.
 *
 * If Redis is unavailable, a sign-out is known to its process only, and is logged.
 */
export const makeEndedSessions = (
  redis: Redis.Redis["Service"],
  guard: Guard,
  prefix: string,
  ofProcess: EndedSessions,
  { endedLifetime = "1 day" }: EndedSessionsOptions
): EndedSessions => {
  const millis = Math.max(1, Math.ceil(Duration.toMillis(Duration.fromInputUnsafe(endedLifetime))))
  const nameOf = (key: string) => `${prefix}ended:${key}`
  // A command for each key: in a Redis Cluster, they are on different nodes.
  const all = <A>(keys: ReadonlyArray<string>, command: (name: string) => ReturnType<typeof redis.send<A>>) =>
    Effect.forEach(keys, (key) => guard(command(nameOf(key))), { concurrency: "unbounded" })

  return {
    isEmpty: () => false,
    isKnown: ofProcess.isKnown,
    end: (keys) =>
      Effect.andThen(
        ofProcess.end(keys),
        all(keys, (name) => redis.send("SET", name, "1", "PX", String(millis))).pipe(
          Effect.catchTag("RedisUnavailable", ({ message }) =>
            Effect.logWarning("Other processes do not know of a sign-out, because Redis is unavailable.", message)),
          Effect.asVoid
        )
      ),
    isEnded: (keys) =>
      Effect.suspend(() => {
        if (ofProcess.isKnown(keys)) return Effect.succeed(true)
        return all<unknown>(keys, (name) => redis.send("EXISTS", name)).pipe(
          Effect.flatMap((replies) =>
            replies.some((reply) => Number(reply) > 0) ? Effect.as(ofProcess.end(keys), true) : Effect.succeed(false)
          ),
          Effect.catchTag("RedisUnavailable", () => Effect.succeed(false))
        )
      })
  }
}
