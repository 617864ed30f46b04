/** The timeout of a request by the default clock. */
import { assert, describe, it, vi } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Client, fromFetch, Project, RetryPolicy, TokenStore, Transport, TransportFailure } from "latchkey"
import { options, projectJson } from "../support/Wire.ts"

/** A timeout that no other timer of the process has, in milliseconds. */
const unique = 23_456_789

/** Records the timers of the host that have a delay. */
const recordTimers = (delay: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const running = new Set<unknown>()
      const timers = { started: 0, running, restore: () => {} }
      const { clearTimeout: clear, setTimeout: set } = globalThis
      const setSpy = vi.spyOn(globalThis, "setTimeout").mockImplementation(
        ((f: () => void, millis?: number) => {
          const timer = set(f, millis)
          if (millis === delay) {
            timers.started++
            running.add(timer)
          }
          return timer
        }) as typeof setTimeout
      )
      const clearSpy = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
        running.delete(timer)
        clear(timer as NodeJS.Timeout)
      })
      timers.restore = () => {
        setSpy.mockRestore()
        clearSpy.mockRestore()
      }
      return timers
    }),
    ({ restore }) => Effect.sync(restore)
  )

/** Counts the fibers that an effect starts. */
const countFibers = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const next = () => Effect.runSync(Effect.fiberId)
    const before = next()
    return Effect.map(effect, () => next() - before - 1)
  })

const ok = () => Promise.resolve(new Response(JSON.stringify(projectJson)))

/** A host whose fetch answers calls with a function, and the health page and the API root immediately. */
const makeHost = (answer: (signal: AbortSignal) => Promise<Response>) => {
  const signals: Array<AbortSignal> = []
  const transport = fromFetch((url, { signal }) => {
    if (/\/(?:health|v1)$/.test(url)) return Promise.resolve(new Response("OK"))
    signals.push(signal!)
    return answer(signal!)
  })
  return { signals, transport }
}

/** Like fetch without a response: rejects once it is aborted. */
const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

/** Calls once over a transport. */
const callOver = (transport: Transport, requestTimeout: Duration.Input) =>
  Project.get.pipe(
    Effect.provideService(RetryPolicy, Schedule.recurs(0)),
    Effect.provide(
      Client.layer({ ...options, requestTimeout }).pipe(
        Layer.provide(TokenStore.layerMemory),
        Layer.provide(Layer.succeed(Transport, transport))
      )
    )
  )

const errorOf = (transport: Transport, requestTimeout: Duration.Input = 20) =>
  Effect.flip(callOver(transport, requestTimeout))

const assertTimedOut = (error: Effect.Error<ReturnType<typeof callOver>>) => {
  assert(error._tag === "ApiError" && error.reason._tag === "NetworkFailure")
  assert.include(error.reason.message, "The request timed out")
  assert.isFalse(error.reason.outcomeUnknown)
  assert.deepStrictEqual(error.reason.diagnostics, { offline: undefined, health: "ok", apiRoot: "ok" })
}

describe("requestTimeout by the default clock", () => {
  it.live("fromFetch: a call starts no fiber, and one timer that the response stops", () =>
    Effect.gen(function*() {
      const timers = yield* recordTimers(unique)
      const { transport } = makeHost(() => {
        assert.strictEqual(timers.started, 0)
        return new Promise((resolve) =>
          setImmediate(() => {
            assert.strictEqual(timers.running.size, 1)
            resolve(new Response(JSON.stringify(projectJson)))
          })
        )
      })
      const context = yield* Layer.build(
        Client.layer({ ...options, requestTimeout: unique }).pipe(Layer.provide(TokenStore.layerMemory))
      )
      const call = Project.get.pipe(
        Effect.provideContext(context),
        Effect.provideService(Transport, transport)
      )
      assert.strictEqual(yield* countFibers(call), 0)
      assert.strictEqual(timers.started, 1)
      assert.strictEqual(timers.running.size, 0)
    }))

  it.live("fromFetch: a lost connection stops the timer", () =>
    Effect.gen(function*() {
      const timers = yield* recordTimers(unique)
      const error = yield* errorOf(makeHost(() => Promise.reject(new Error("Connection reset"))).transport, unique)
      assert.include(error.message, "Connection reset")
      assert.strictEqual(timers.started, 1)
      assert.strictEqual(timers.running.size, 0)
    }))

  it.live("fromFetch: the timeout fails the call and aborts the request", () =>
    Effect.gen(function*() {
      const { signals, transport } = makeHost(never)
      assertTimedOut(yield* errorOf(transport))
      assert.deepStrictEqual(signals.map(({ aborted }) => aborted), [true])
    }))

  it.live("fromFetch: the timeout fails the call of a fetch that ignores its signal", () =>
    Effect.gen(function*() {
      let respond = (_: Response) => {}
      const { signals, transport } = makeHost(() => new Promise((resolve) => (respond = resolve)))
      const error = yield* errorOf(transport)
      assertTimedOut(error)
      assert.isTrue(signals[0]!.aborted)
      respond(yield* Effect.promise(ok))
    }))

  it.live("fromFetch: the timeout includes the body", () =>
    Effect.gen(function*() {
      const { signals, transport } = makeHost((signal) =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason))
            })
          )
        )
      )
      assertTimedOut(yield* errorOf(transport))
      assert.isTrue(signals[0]!.aborted)
    }))

  it.live("fromFetch: interrupting the call aborts the request and stops the timer", () =>
    Effect.gen(function*() {
      const timers = yield* recordTimers(unique)
      // This fetch ignores its signal, so only the interruption can stop the timer.
      const { signals, transport } = makeHost(() => new Promise(() => {}))
      const fiber = yield* Effect.forkChild(callOver(transport, unique), { startImmediately: true })
      assert.strictEqual(timers.running.size, 1)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signals[0]!.aborted)
      assert.strictEqual(timers.running.size, 0)
    }))

  for (const requestTimeout of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, Infinity]) {
    it.live(`fromFetch: a timeout of ${requestTimeout} ms does not fire early`, () =>
      Effect.gen(function*() {
        const { signals, transport } = makeHost(never)
        const fiber = yield* Effect.forkChild(callOver(transport, requestTimeout), { startImmediately: true })
        yield* Effect.sleep(20)
        assert.isUndefined(fiber.pollUnsafe())
        assert.isFalse(signals[0]!.aborted)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(signals[0]!.aborted)
      }))
  }

  it.live("fromFetch: an error that cannot be read is a defect", () =>
    Effect.gen(function*() {
      const error = Object.defineProperty(new Error(), "message", {
        get: () => {
          throw new Error("unreadable")
        }
      })
      const { transport } = makeHost(() => Promise.reject(error))
      const exit = yield* Effect.exit(callOver(transport, "1 minute"))
      assert.isTrue(Exit.hasDies(exit))
    }))

  it.live("another transport: the timeout interrupts the request without waiting for it", () =>
    Effect.gen(function*() {
      const ended: Array<string> = []
      const { signals, transport } = makeHost(never)
      const slow = (request: Parameters<Transport>[0]) =>
        Effect.onInterrupt(
          Effect.mapError(transport(request), ({ message }) => new TransportFailure({ message })),
          () => Effect.andThen(Effect.sleep(30), Effect.sync(() => ended.push(request.url)))
        )
      assertTimedOut(yield* errorOf(slow))
      assert.isTrue(signals[0]!.aborted)
      assert.lengthOf(ended, 0)
      yield* Effect.sleep(60)
      assert.lengthOf(ended, 1)
    }))
})
