import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { fromFetch, Project, RetryPolicy, Transport } from "latchkey"
import { type Answer, connectionReset, layerClient, layerWire, projectJson, response, Wire } from "../support/Wire.ts"

const project = response(200, projectJson)

/** A client with a timeout of 2 seconds, whose requests are answered by a function. */
const client = (answer: () => Answer, requestTimeout: Duration.Input = "2 seconds") =>
  layerClient(layerWire(answer), { requestTimeout })

/** Starts a call without retries, and returns its fiber, its exit and the timers it started. */
const start = Effect.gen(function*() {
  const timers = { started: 0, running: 0 }
  const clock = yield* Clock.Clock
  const counting = Object.assign<Clock.Clock, Partial<Clock.Clock>>(Object.create(clock), {
    sleep: (duration) =>
      Effect.suspend(() => {
        timers.started++
        timers.running++
        return Effect.ensuring(clock.sleep(duration), Effect.sync(() => timers.running--))
      })
  })
  const fiber = yield* Project.get.pipe(
    Effect.provideService(RetryPolicy, Schedule.recurs(0)),
    Effect.provideService(Clock.Clock, counting),
    Effect.forkChild({ startImmediately: true })
  )
  return { fiber, timers, exit: () => fiber.pollUnsafe() }
})

/** Asserts that a call failed by its timeout. */
const assertTimedOut = (exit: Exit.Exit<unknown, { readonly _tag: string; readonly message: string }> | undefined) => {
  assert(exit !== undefined && Exit.isFailure(exit))
  const error = Effect.runSync(Effect.flip(exit))
  assert.strictEqual(error._tag, "ApiError")
  assert.include(error.message, "The request timed out")
}

describe("requestTimeout: the timer of a request", () => {
  it.effect("fires exactly at the timeout, aborts the request and is cleared", () =>
    Effect.gen(function*() {
      const wire = yield* Wire
      const { exit, timers } = yield* start
      yield* TestClock.adjust(1999)
      assert.isUndefined(exit())
      assert.strictEqual(wire.aborted, 0)
      assert.deepStrictEqual(timers, { started: 1, running: 1 })
      yield* TestClock.adjust(1)
      assertTimedOut(exit())
      assert.strictEqual(wire.aborted, 1)
      assert.strictEqual(timers.running, 0)
    }).pipe(Effect.provide(client(() => Effect.never))))

  it.effect("is not started if the response is available immediately", () =>
    Effect.gen(function*() {
      const { exit, timers } = yield* start
      assert.isTrue(Exit.isSuccess(exit()!))
      assert.deepStrictEqual(timers, { started: 0, running: 0 })
    }).pipe(Effect.provide(client(() => project))))

  for (
    const [what, answer, hasValue] of [
      ["an answer", Effect.succeed(project), true],
      ["a failure of the connection", Effect.fail(connectionReset), false]
    ] as const
  ) {
    it.effect(`the request timer is cleared by ${what} up to the last millisecond`, () =>
      Effect.gen(function*() {
        const wire = yield* Wire
        const { exit, timers } = yield* start
        yield* TestClock.adjust(1998)
        assert.isUndefined(exit())
        yield* TestClock.adjust(1)
        assert.strictEqual(timers.running, 0)
        const ended = exit()
        assert(ended !== undefined)
        assert.strictEqual(Exit.isSuccess(ended), hasValue)
        assert.notInclude(String(ended), "The request timed out")
        yield* TestClock.adjust("1 day")
        assert.strictEqual(wire.aborted, 0)
      }).pipe(Effect.provide(client(() => Effect.andThen(Effect.sleep(1999), answer)))))
  }

  it.effect("is cleared when the call is interrupted, and the request is aborted", () =>
    Effect.gen(function*() {
      const wire = yield* Wire
      const { fiber, timers } = yield* start
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(timers, { started: 1, running: 1 })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(timers.running, 0)
      assert.strictEqual(wire.aborted, 1)
    }).pipe(Effect.provide(client(() => Effect.never))))

  it.effect("is not started without a timeout, and the call waits for a week", () =>
    Effect.gen(function*() {
      const { exit, timers } = yield* start
      assert.strictEqual(timers.started, 0)
      yield* TestClock.adjust("7 days")
      assert.isUndefined(exit())
    }).pipe(Effect.provide(client(() => Effect.never, Infinity))))

  it.effect("fires only once: a response after the timeout changes nothing", () =>
    Effect.gen(function*() {
      const { exit } = yield* start
      yield* TestClock.adjust("2 seconds")
      const atDeadline = exit()
      assertTimedOut(atDeadline)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(exit(), atDeadline)
    }).pipe(Effect.provide(client(() => Effect.uninterruptible(Effect.delay(Effect.succeed(project), 2001))))))
})

describe("requestTimeout: a slow response body", () => {
  /** A host whose headers arrive immediately, and whose body arrives in chunks sent by the test. */
  const makeHost = () => {
    const signals: Array<AbortSignal> = []
    const bodies: Array<ReadableStreamDefaultController<Uint8Array>> = []
    const transport = fromFetch((_, { signal }) => {
      signals.push(signal!)
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => {
          bodies.push(controller)
        }
      })
      return Promise.resolve(new Response(stream))
    })
    const send = (text: string) => bodies[0]!.enqueue(new TextEncoder().encode(text))
    return { signals, send, end: () => bodies[0]!.close(), transport }
  }

  /** Waits until all promises that can settle have settled. */
  const settle = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

  const probesAreWell = layerClient(layerWire(() => Effect.never), { requestTimeout: "2 seconds" })

  it.effect("a body that never ends: the call fails exactly at the timeout and aborts the request", () =>
    Effect.gen(function*() {
      const { send, signals, transport } = makeHost()
      const { exit, timers } = yield* Effect.provideService(start, Transport, transport)
      yield* settle
      send("{\"id\":")
      yield* TestClock.adjust(1999)
      yield* settle
      assert.isUndefined(exit())
      assert.isFalse(signals[0]!.aborted)
      yield* TestClock.adjust(1)
      yield* settle
      assert.isTrue(signals[0]!.aborted)
      // The checks after it reach the same host, and time out after 3 seconds.
      yield* TestClock.adjust("3 seconds")
      yield* settle
      assertTimedOut(exit())
      assert.strictEqual(timers.running, 0)
    }).pipe(Effect.provide(probesAreWell)))

  it.effect("a body that ends in the last millisecond: the call succeeds and nothing is aborted", () =>
    Effect.gen(function*() {
      const { end, send, signals, transport } = makeHost()
      const { exit, timers } = yield* Effect.provideService(start, Transport, transport)
      yield* settle
      const text = JSON.stringify(projectJson)
      send(text.slice(0, 10))
      yield* TestClock.adjust(1999)
      send(text.slice(10))
      end()
      yield* settle
      const ended = exit()
      assert(ended !== undefined && Exit.isSuccess(ended))
      assert.strictEqual(ended.value.displayName, "Test")
      assert.strictEqual(timers.running, 0)
      yield* TestClock.adjust("1 day")
      assert.isFalse(signals[0]!.aborted)
    }).pipe(Effect.provide(probesAreWell)))
})
