/** A Redis that is down, paused or slow: each process works alone, and does not wait for each request. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import { TestClock } from "effect/testing"
import { makeGuard } from "../../src/redis/guardRedis.ts"
import { turn } from "../support/turns.ts"
import { runInVirtualTime } from "./runInVirtualTime.ts"
import { always, issue, openProcess, refreshToken } from "./support.ts"

const failure = new Redis.RedisError({ cause: new Error("connect ECONNREFUSED 127.0.0.1:6379") })

/** A Redis whose commands have one outcome. Sound: a test chooses an outcome of the type that its commands expect. */
const makeRedis = (outcome: Effect.Effect<any, Redis.RedisError>) => {
  const state = { sent: [] as Array<string>, outcome }
  const layer = Layer.effect(
    Redis.Redis,
    Redis.make({
      send: (command: string) =>
        Effect.suspend(() => {
          state.sent.push(command)
          return state.outcome
        }),
      subscribe: () => Effect.fail(failure),
      connect: Effect.fail(failure)
    })
  )
  return Object.assign(state, { layer })
}

const options = { commandTimeout: "500 millis", cooldown: "5 seconds" } as const

/** Runs an effect in virtual time, and returns its result and its time in milliseconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  runInVirtualTime(Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    const result = yield* effect
    return { result, millis: (yield* Clock.currentTimeMillis) - start }
  }))

const outcomes = {
  "is down": { outcome: Effect.fail(failure), wait: 0 },
  "does not answer": { outcome: Effect.never, wait: 500 }
}

describe("RedisState", () => {
  for (const [what, { outcome, wait }] of Object.entries(outcomes)) {
    it.effect(`requests a token alone when Redis ${what}, and only the first call waits`, () =>
      Effect.gen(function*() {
        const redis = makeRedis(outcome)
        const { refresh } = yield* openProcess(redis.layer, options)
        const call = timed(refresh(refreshToken, Effect.sync(() => issue()), always))
        assert.strictEqual((yield* call).millis, wait)
        // The call sends a release of the lock in the background.
        yield* turn
        const { length } = redis.sent
        assert.isAbove(length, 0)
        for (let index = 0; index < 5; index++) assert.strictEqual((yield* call).millis, 0)
        assert.strictEqual(redis.sent.length, length)
      }))

    it.effect(`tries Redis again after the cooldown when it ${what}`, () =>
      Effect.gen(function*() {
        const redis = makeRedis(outcome)
        const { cache } = yield* openProcess(redis.layer, options)
        assert.strictEqual((yield* timed(cache.get("a"))).millis, wait)
        const { length } = redis.sent
        assert.strictEqual((yield* timed(cache.get("a"))).millis, 0)
        assert.strictEqual(redis.sent.length, length)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* timed(cache.get("a"))).millis, wait)
        assert.isAbove(redis.sent.length, length)
      }))

    it.effect(`uses Redis after the cooldown if its first command ${what === "is down" ? "failed" : "was lost"}`, () =>
      Effect.gen(function*() {
        const redis = makeRedis(outcome)
        const { cache } = yield* openProcess(redis.layer, options)
        yield* timed(cache.get("a"))
        redis.outcome = Effect.succeed("sha")
        redis.sent.length = 0
        yield* TestClock.adjust("5 seconds")
        for (let index = 0; index < 3; index++) assert.strictEqual((yield* timed(cache.get("a"))).millis, 0)
        assert.deepStrictEqual(redis.sent, ["SCRIPT", "EVALSHA", "EVALSHA", "EVALSHA"])
      }))

    it.effect(`RedisState has an empty cache and ignores writes when Redis ${what}`, () =>
      Effect.gen(function*() {
        const { cache } = yield* openProcess(makeRedis(outcome).layer, options)
        yield* timed(cache.set("a", "1", Duration.minutes(1)))
        assert.isUndefined((yield* timed(cache.get("a"))).result)
      }))
  }

  it.effect("builds its layers without a command", () =>
    Effect.gen(function*() {
      const redis = makeRedis(Effect.never)
      yield* openProcess(redis.layer, options)
      assert.deepStrictEqual(redis.sent, [])
    }))

  it.effect("returns the token of a request during which Redis went down", () =>
    Effect.gen(function*() {
      const redis = makeRedis(Effect.succeed(1))
      const { refresh } = yield* openProcess(redis.layer, options)
      const token = issue()
      const request = Effect.sync(() => {
        redis.outcome = Effect.never
        return token
      })
      assert.strictEqual((yield* timed(refresh(refreshToken, request, always))).result, token)
    }))

  it.effect("returns the request's error if Redis is down", () =>
    Effect.gen(function*() {
      const { refresh } = yield* openProcess(makeRedis(Effect.fail(failure)).layer, options)
      assert.strictEqual(
        (yield* timed(Effect.flip(refresh(refreshToken, Effect.fail("refused"), always)))).result,
        "refused"
      )
    }))
})

describe("a refused write", () => {
  it.effect("a refused write does not stop later reads, for each error and the texts before Redis 7", () =>
    Effect.gen(function*() {
      const script = "ERR Error running script (call to f_6b1bf486c81ceb7edf3c093f4c48582e38c0e791): @user_script:5:"
      const texts = [
        "OOM command not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica.",
        "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
        "NOREPLICAS Not enough good replicas to write.",
        "NOPERM this user has no permissions to run the 'evalsha' command",
        `${script} -OOM command not allowed when used memory > 'maxmemory'.`,
        `${script} @user_script: 5: -READONLY You can't write against a read only replica.`
      ]
      for (const text of texts) {
        const guard = yield* makeGuard(options)
        const write = guard(Effect.fail(new Redis.RedisError({ cause: new Error(text) })))
        assert.include((yield* Effect.flip(write)).message, "Redis refuses writes", text)
        assert.strictEqual(yield* guard(Effect.succeed("value")), "value")
      }
    }))

  it.effect("another script error stops later reads", () =>
    Effect.gen(function*() {
      const guard = yield* makeGuard(options)
      const text = "ERR Error running script (call to f_6b): @user_script:5: WRONGTYPE Operation - OOM"
      yield* Effect.flip(guard(Effect.fail(new Redis.RedisError({ cause: new Error(text) }))))
      assert.include((yield* Effect.flip(guard(Effect.succeed("value")))).message, "Redis failed recently")
    }))
})
