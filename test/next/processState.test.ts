import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as processState from "../../src/next/processState.ts"
import { SharedCache, SharedRefresh } from "../../src/server/SharedState.ts"

class Refused extends Data.TaggedError("Refused") {}

const refreshToken = Redacted.make("refresh token")
const accessToken = Redacted.make("access token")
const usable = () => Effect.succeed(true)

/** The references of several routes of one process. */
const makeRoutes = (count: number) => {
  const state = processState.makeProcessState()
  return Effect.map(
    Effect.forEach(Array(count).fill(0), () => Effect.scoped(Layer.build(processState.layer(state)))),
    (contexts) => ({
      state,
      caches: contexts.map((context) => Context.get(context, SharedCache)!),
      refreshes: contexts.map((context) => Context.get(context, SharedRefresh))
    })
  )
}

describe("the refresh of a process", () => {
  it.effect("sends one request for concurrent and for later routes", () =>
    Effect.gen(function*() {
      const { refreshes: [one, two, three] } = yield* makeRoutes(3)
      const gate = yield* Deferred.make<void>()
      let requests = 0
      const request = Effect.andThen(
        Effect.sync(() => requests++),
        Effect.as(Deferred.await(gate), accessToken)
      )
      const fibers = yield* Effect.forEach([one!, two!], (share) =>
        Effect.forkChild(share(refreshToken, request, usable), { startImmediately: true }))
      yield* Deferred.succeed(gate, undefined)
      const results = yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(results.map(Redacted.value), ["access token", "access token"])
      assert.strictEqual(Redacted.value(yield* three!(refreshToken, request, usable)), "access token")
      assert.strictEqual(requests, 1)
      yield* three!(Redacted.make("another"), request, usable)
      assert.strictEqual(requests, 2)
    }))

  it.effect("sends another request if the access token of the last one is unusable", () =>
    Effect.gen(function*() {
      const { refreshes: [share] } = yield* makeRoutes(1)
      yield* share!(refreshToken, Effect.succeed(accessToken), usable)
      const fresh = Redacted.make("fresh")
      const isUsable = (token: Redacted.Redacted<string>) => Effect.succeed(Redacted.value(token) === "fresh")
      assert.strictEqual(yield* share!(refreshToken, Effect.succeed(fresh), isUsable), fresh)
    }))

  it.effect("a failed refresh returns its error, and another route sends its own request", () =>
    Effect.gen(function*() {
      const { refreshes: [one, two], state } = yield* makeRoutes(2)
      const gate = yield* Deferred.make<void>()
      const failing = Effect.andThen(Deferred.await(gate), Effect.fail(new Refused()))
      const first = yield* Effect.forkChild(Effect.exit(one!(refreshToken, failing, usable)), {
        startImmediately: true
      })
      const second = yield* Effect.forkChild(two!(refreshToken, Effect.succeed(accessToken), usable), {
        startImmediately: true
      })
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(first), Exit.fail(new Refused()))
      assert.strictEqual(yield* Fiber.join(second), accessToken)
      assert.strictEqual(state.refreshes.size, 0)
    }))

  it.effect("an interrupted refresh lets another route send its request", () =>
    Effect.gen(function*() {
      const { refreshes: [one, two] } = yield* makeRoutes(2)
      const first = yield* Effect.forkChild(one!(refreshToken, Effect.never, usable), { startImmediately: true })
      const second = yield* Effect.forkChild(two!(refreshToken, Effect.succeed(accessToken), usable), {
        startImmediately: true
      })
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Fiber.join(second), accessToken)
    }))

  it.effect("a failed refresh is sent once more for all waiting routes", () =>
    Effect.gen(function*() {
      const { refreshes: [one, ...others] } = yield* makeRoutes(4)
      const gate = yield* Deferred.make<void>()
      let requests = 0
      const request = Effect.andThen(Effect.sync(() => requests++), Effect.as(Effect.yieldNow, accessToken))
      const failing = Effect.andThen(Deferred.await(gate), Effect.fail(new Refused()))
      const first = yield* Effect.forkChild(Effect.exit(one!(refreshToken, failing, usable)), {
        startImmediately: true
      })
      const fibers = yield* Effect.forEach(
        others,
        (share) => Effect.forkChild(share(refreshToken, request, usable), { startImmediately: true })
      )
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(first), Exit.fail(new Refused()))
      const results = yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(results.map(Redacted.value), Array(3).fill("access token"))
      assert.strictEqual(requests, 1)
    }))

  it.effect("the process stores no refresh token", () =>
    Effect.gen(function*() {
      const { refreshes: [share], state } = yield* makeRoutes(1)
      yield* share!(refreshToken, Effect.succeed(accessToken), usable)
      assert.lengthOf([...state.accessTokens.keys()], 1)
      assert.notInclude(JSON.stringify([...state.accessTokens.keys()]), "refresh token")
    }))
})

describe("the cache of a process", () => {
  it.effect("the process cache returns another route's value until its lifetime ends", () =>
    Effect.gen(function*() {
      const { caches: [one, two] } = yield* makeRoutes(2)
      yield* one!.set("key", "value", Duration.minutes(1))
      assert.strictEqual(yield* two!.get("key"), "value")
      yield* TestClock.adjust(59_999)
      assert.strictEqual(yield* two!.get("key"), "value")
      yield* TestClock.adjust(1)
      assert.isUndefined(yield* two!.get("key"))
    }))

  it.effect("keeps the newest 10,000 values", () =>
    Effect.gen(function*() {
      const { caches: [cache], state } = yield* makeRoutes(1)
      for (let i = 0; i <= 10_000; i++) yield* cache!.set(String(i), "value", Duration.minutes(1))
      assert.strictEqual(state.values.size, 10_000)
      assert.isUndefined(yield* cache!.get("0"))
      assert.strictEqual(yield* cache!.get("10000"), "value")
    }))
})

it("the state of a process is the same object for all copies of the module", async () => {
  const copy: typeof processState = await import("../../src/next/processState.ts?copy" as string)
  assert.notStrictEqual(copy.getProcessState, processState.getProcessState)
  assert.strictEqual(copy.getProcessState(), processState.getProcessState())
})
