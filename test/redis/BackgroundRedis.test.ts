/** The connection in the background: attempts that fail, and commands before the first success. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { BackgroundRedis } from "latchkey/redis"

class Refused extends Data.TaggedError("Refused") {}

/** A driver that connects at the given attempt. Each attempt opens a connection before it fails or succeeds. */
const makeDriver = (success: number) => {
  const state = { attempts: 0, open: 0 }
  const connection = Layer.effectDiscard(
    Effect.acquireRelease(
      Effect.sync(() => state.open++),
      () => Effect.sync(() => state.open--)
    )
  )
  const layer = Layer.effect(
    Redis.Redis,
    Effect.gen(function*() {
      if (++state.attempts < success) return yield* new Refused()
      return yield* Redis.make({
        send: (command: string) => Effect.succeed(`reply to ${command}` as never),
        subscribe: () => Effect.never,
        connect: Effect.never
      })
    })
  ).pipe(Layer.provideMerge(connection))
  return { state, layer }
}

describe("BackgroundRedis.layer", () => {
  it.effect("closes the connection of each failed attempt, and keeps that of the first success", () =>
    Effect.gen(function*() {
      const { layer, state } = makeDriver(4)
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(BackgroundRedis.layer(layer), scope)
      const redis = Context.get(context, Redis.Redis)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(state, { attempts: 1, open: 0 })
      const refused = yield* Effect.flip(redis.send("PING"))
      assert.strictEqual(refused._tag, "RedisError")
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(state, { attempts: 4, open: 1 })
      assert.strictEqual(yield* redis.send("PING"), "reply to PING")
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(state, { attempts: 4, open: 0 })
    }))

  it.effect("BackgroundRedis.layer: a failed attempt leaves no finalizer in the scope", () =>
    Effect.gen(function*() {
      const { layer, state } = makeDriver(Infinity)
      const scopes: Array<Scope.Scope> = []
      // Shows the scope in which the layer is built.
      const memoMap: Layer.MemoMap = Object.assign(Object.create(Layer.makeMemoMapUnsafe()), {
        getOrElseMemoize: (_: unknown, scope: Scope.Scope, build: Function) => {
          scopes.push(scope)
          return build(memoMap, scope)
        }
      })
      const countFinalizers = () => scopes.map(({ state }) => state._tag === "Open" ? state.finalizers?.size ?? 1 : 0)
      yield* Layer.buildWithMemoMap(BackgroundRedis.layer(layer), memoMap, yield* Effect.scope)
      yield* TestClock.adjust("1 minute")
      const { attempts } = state
      const before = countFinalizers()
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(scopes, 1)
      assert.isAbove(state.attempts, attempts)
      assert.deepStrictEqual(countFinalizers(), before)
    }).pipe(Effect.scoped))

  it.effect("waits at most five seconds between two attempts", () =>
    Effect.gen(function*() {
      const { layer, state } = makeDriver(Infinity)
      yield* Layer.build(BackgroundRedis.layer(layer))
      yield* TestClock.adjust("1 minute")
      const { attempts } = state
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(state.attempts - attempts, 12)
      assert.strictEqual(state.open, 0)
    }).pipe(Effect.scoped))
})
