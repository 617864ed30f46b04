/** A Redis connection that a server does not wait for. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"

const notConnected = new Redis.RedisError({ cause: new Error("Redis is not connected yet") })

/** Doubles the delay up to five seconds. */
const reconnection = /*#__PURE__*/ Schedule.min([
  /*#__PURE__*/ Schedule.exponential("100 millis"),
  /*#__PURE__*/ Schedule.spaced("5 seconds")
])

/**
 * Layer that connects to Redis in the background, so that a server starts while Redis is down. Commands fail until the
 * driver is connected.
 *
 * **Example** (A server that starts without Redis)
 *
 * ```ts
 * import { NodeRedis } from "@effect/platform-node"
 * import { BackgroundRedis } from "latchkey/redis"
 *
 * const layer = BackgroundRedis.layer(NodeRedis.layer({ url: "redis://localhost:6379" }))
 * ```
 */
export const layer = <ROut, E, RIn>(
  driver: Layer.Layer<Redis.Redis | ROut, E, RIn>
): Layer.Layer<Redis.Redis, never, RIn> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function*() {
      const scope = yield* Effect.scope
      let redis: Redis.Redis["Service"] | undefined
      const connect = Effect.gen(function*() {
        const attempt = yield* Scope.fork(scope)
        const context = yield* Layer.buildWithScope(Layer.fresh(driver), attempt).pipe(
          // Otherwise, the layer's scope would keep each failed attempt.
          Effect.onError((cause) => Scope.close(attempt, Exit.failCause(cause)))
        )
        redis = Context.get(context, Redis.Redis)
      })
      yield* Effect.forkIn(Effect.retry(connect, reconnection), scope)
      const use = <A, R>(f: (redis: Redis.Redis["Service"]) => Effect.Effect<A, Redis.RedisError, R>) =>
        Effect.suspend(() => redis === undefined ? Effect.fail(notConnected) : f(redis))
      return Redis.Redis.of({
        send: (command, ...args) => use((redis) => redis.send(command, ...args)),
        eval: (script) => (...params) => use((redis) => redis.eval(script)(...params)),
        subscribe: (channel) =>
          Effect.suspend(() => redis === undefined ? Effect.die(notConnected) : redis.subscribe(channel)),
        reserve: use((redis) => redis.reserve)
      })
    })
  )
