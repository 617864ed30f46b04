import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { type Transport, TransportFailure } from "latchkey"
import { checkReachability, pause } from "../../src/call/checkReachability.ts"
import { getReachability, recordResponse } from "../../src/call/Reachability.ts"

/** Creates the network of a transport whose responses a test can change, and counts its checks. */
const makeNetwork = () => {
  const state = { isUp: false, millis: 0, checks: 0 }
  const transport: Transport = ({ url }) => {
    if (url.endsWith("/health")) state.checks++
    const answer = state.isUp
      ? Effect.succeed({ status: 503, header: () => undefined, body: "" })
      : Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
    return state.millis === 0 ? answer : Effect.delay(answer, state.millis)
  }
  const network = getReachability({ apiUrl: "https://api.test", networks: new WeakMap() }, transport)
  return { network, state, check: (since: number) => checkReachability(network, since) }
}

const fork = <A>(effect: Effect.Effect<A>) => Effect.forkChild(effect, { startImmediately: true })

describe("a pause", () => {
  it.effect("ends when a check gets a response after an outage", () =>
    Effect.gen(function*() {
      const { check, network, state } = makeNetwork()
      yield* check(0)
      const paused = yield* fork(pause(network, Duration.seconds(10)))
      state.isUp = true
      yield* TestClock.adjust(1)
      assert.isUndefined(paused.pollUnsafe())
      yield* check(1)
      yield* TestClock.adjust(0)
      assert.isDefined(paused.pollUnsafe())
    }))

  it.effect("a pause that starts after the outage is not ended by a response", () =>
    Effect.gen(function*() {
      const { check, network } = makeNetwork()
      yield* check(0)
      recordResponse(network, 0)
      const paused = yield* fork(pause(network, Duration.seconds(10)))
      recordResponse(network, 0)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(paused.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(paused)
    }))

  it.effect("a pause is not ended by the response that ended the previous pause", () =>
    Effect.gen(function*() {
      const { check, network } = makeNetwork()
      yield* check(0)
      const tenSeconds = pause(network, Duration.seconds(10))
      const paused = yield* fork(Effect.andThen(tenSeconds, tenSeconds))
      recordResponse(network, 0)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(paused.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(paused)
    }))

  it.effect("is not ended by a response if there was no outage", () =>
    Effect.gen(function*() {
      const { network } = makeNetwork()
      const paused = yield* fork(pause(network, Duration.seconds(10)))
      recordResponse(network, 0)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(paused.pollUnsafe())
    }))
})

describe("a check", () => {
  it.effect("a check's result is reused by every caller that accepts its age", () =>
    Effect.gen(function*() {
      const { check, state } = makeNetwork()
      yield* TestClock.adjust(100)
      yield* check(100)
      yield* TestClock.adjust(500)
      yield* check(100)
      assert.strictEqual(state.checks, 1)
      yield* check(101)
      assert.strictEqual(state.checks, 2)
    }))

  it.effect("a check that ended before the clock was set back is not reused", () =>
    Effect.gen(function*() {
      const { check, state } = makeNetwork()
      yield* TestClock.adjust("2 hours")
      yield* check(0)
      yield* TestClock.setTime(3_600_000)
      state.isUp = true
      assert.strictEqual((yield* check(3_600_000)).health, "status 503")
      assert.strictEqual(state.checks, 2)
    }))

  it.effect("a check with two callers continues when one is interrupted", () =>
    Effect.gen(function*() {
      const { check, state } = makeNetwork()
      state.isUp = true
      state.millis = 100
      const callers = [yield* fork(check(0)), yield* fork(check(0))] as const
      yield* Fiber.interrupt(callers[0])
      yield* TestClock.adjust(100)
      assert.strictEqual((yield* Fiber.join(callers[1])).health, "status 503")
      assert.strictEqual(state.checks, 1)
    }))
})
