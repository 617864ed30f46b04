import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import {
  type ApiError,
  Client,
  CurrentUser,
  Password,
  Project,
  RetryPolicy,
  Sessions,
  type TransportResponse
} from "latchkey"
import { call } from "../../src/call/call.ts"
import { boolean } from "../../src/wire/Codec.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import { struct } from "../../src/wire/Struct.ts"
import { runsOf } from "../support/propertyRuns.ts"
import {
  type Answer,
  type Arrival,
  connectionReset,
  issued,
  knownError,
  layerClient,
  layerWire,
  projectJson,
  response,
  signedIn,
  userJson,
  Wire
} from "../support/Wire.ts"

const password = Redacted.make("correct horse")
const signIn = Password.signIn({ email: "ada@example.com", password })

/** A request without a nonce, so that its only random numbers are those of the pauses. */
const ping = Effect.flatMap(Client.Client, ({ caller }) => call(caller, pingEndpoint, {}))

const pingEndpoint = endpoint("ping", "GET", "/ping", { encoding: "plain" }, () => ({
  success: struct({ pong: boolean })
}))

/** Answers in order, and repeats the last answer. */
const inTurn = (...answers: ReadonlyArray<Answer>) => (_: Arrival, index: number): Answer =>
  answers[Math.min(index, answers.length - 1)]!

const tooMany = (retryAfter?: string, headers: Readonly<Record<string, string>> = {}): TransportResponse =>
  response(429, "Slow down", { ...headers, ...(retryAfter !== undefined && { "retry-after": retryAfter }) })

const project = response(200, projectJson)

/** Runs a call for up to five minutes, and returns its exit and the start of each attempt. */
const run = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { calls } = yield* Wire
  const before = calls.length
  const start = yield* Clock.currentTimeMillis
  const fiber = yield* Effect.forkChild(Effect.exit(effect))
  yield* TestClock.adjust("5 minutes")
  return { exit: yield* Fiber.join(fiber), times: calls.slice(before).map(({ at }) => at - start) }
})

const reasonOf = <A, E extends { readonly _tag: string }>(exit: Exit.Exit<A, E | ApiError>) => {
  const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
  assert.strictEqual(error?._tag, "Some")
  const failure = (error as { readonly value: E | ApiError }).value
  assert.strictEqual(failure._tag, "ApiError")
  return (failure as ApiError).reason
}

/** Random numbers chosen by a test, in order; the last one repeats. */
const drawing = (...draws: ReadonlyArray<number>) => {
  let count = 0
  return {
    nextIntUnsafe: () => 0,
    nextDoubleUnsafe: () => draws[Math.min(count++, draws.length - 1)]!
  }
}

describe("retry", () => {
  it.effect("waits 1, 2, 4 and 8 seconds times a random factor of 0.5 to 1.5, to the millisecond, for any seed", () =>
    Effect.gen(function*() {
      let lowest = 1
      let highest = 1
      for (let seed = 0; seed < runsOf(200); seed++) {
        const draws: Array<number> = []
        const seeded = yield* Effect.provide(Random.Random, Layer.empty).pipe(Random.withSeed(seed))
        const recording = {
          nextIntUnsafe: () => seeded.nextIntUnsafe(),
          nextDoubleUnsafe: () => {
            const draw = seeded.nextDoubleUnsafe()
            draws.push(draw)
            return draw
          }
        }
        const { exit, times } = yield* run(Effect.provideService(ping, Random.Random, recording))
        assert.strictEqual(reasonOf(exit)._tag, "NetworkFailure")
        assert.strictEqual(times.length, 5)
        assert.strictEqual(draws.length, 4)
        let expected = 0
        for (const [i, draw] of draws.entries()) {
          const factor = 0.5 + draw
          assert.isTrue(factor >= 0.5 && factor < 1.5)
          lowest = Math.min(lowest, factor)
          highest = Math.max(highest, factor)
          expected += factor * 1000 * 2 ** i
          assert.closeTo(times[i + 1]!, expected, 0.001)
        }
      }
      assert.isBelow(lowest, 0.53)
      assert.isAbove(highest, 1.47)
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset)))))

  it.effect("sends no request one millisecond before a pause ends, and the next attempt at its end", () =>
    Effect.gen(function*() {
      const { calls } = yield* Wire
      const fiber = yield* Effect.forkChild(Effect.provideService(ping, Random.Random, drawing(0.25, 0, 0.75, 0.5)))
      yield* TestClock.adjust(0)
      for (const [tries, pause] of [[1, 750], [2, 1000], [3, 5000], [4, 8000]] as const) {
        yield* TestClock.adjust(pause - 1)
        assert.strictEqual(calls.length, tries)
        yield* TestClock.adjust(1)
        assert.strictEqual(calls.length, tries + 1)
      }
      assert.deepStrictEqual(yield* Fiber.join(fiber), { pong: true })
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) => index < 4 ? connectionReset : response(200, { pong: true }))
    ))))

  it.effect("a GET succeeds if its fifth attempt does, and fails if its fifth attempt fails", () =>
    Effect.gen(function*() {
      const success = yield* run(Project.get)
      assert.strictEqual(success.exit._tag, "Success")
      assert.strictEqual(success.times.length, 5)
      const failure = yield* run(Project.get)
      assert.strictEqual(reasonOf(failure.exit)._tag, "NetworkFailure")
      assert.strictEqual(failure.times.length, 5)
    }).pipe(Effect.provide(layerClient(layerWire((_, index) => index === 4 ? project : connectionReset)))))

  it.effect("GET and DELETE are retried after a network failure, POST and PATCH never", () =>
    Effect.gen(function*() {
      const tries = {
        GET: (yield* run(CurrentUser.get())).times.length,
        DELETE: (yield* run(Sessions.revoke("11111111-1111-4111-8111-111111111111"))).times.length,
        POST: (yield* run(Password.set({ password }))).times.length,
        PATCH: (yield* run(CurrentUser.update({ displayName: "Ada" }))).times.length
      }
      assert.deepStrictEqual(tries, { GET: 5, DELETE: 5, POST: 1, PATCH: 1 })
      const methods = (yield* Wire).calls.map(({ method }) => method)
      assert.deepStrictEqual([...new Set(methods)], ["GET", "DELETE", "POST", "PATCH"])
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset), {}, signedIn))))

  it.effect("a known error, a refusal and an invalid response are final", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* run(Project.get)).times, 1)
      assert.lengthOf((yield* run(Project.get)).times, 1)
      assert.lengthOf((yield* run(Project.get)).times, 1)
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(
      knownError("PROJECT_NOT_FOUND", 404, { project_id: "p" }),
      response(400, "No"),
      response(200, "not JSON")
    ))))))
})

describe("case 11: 429", () => {
  it.effect("a 429 with Retry-After in seconds is retried after exactly that time", () =>
    Effect.gen(function*() {
      const { calls } = yield* Wire
      const fiber = yield* Effect.forkChild(Project.get)
      yield* TestClock.adjust(6999)
      assert.strictEqual(calls.length, 1)
      yield* TestClock.adjust(1)
      assert.strictEqual(calls.length, 2)
      assert.strictEqual((yield* Fiber.join(fiber)).displayName, "Test")
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(tooMany("7"), project))))))

  it.effect("a Retry-After date is compared with the device's clock if the response has no date", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1, 12, 0, 0))
      const { exit, times } = yield* run(Project.get)
      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(times, [0, 9000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(tooMany("Thu, 01 Jan 2026 12:00:09 GMT"), project))))))

  it.effect("a Retry-After date is compared with the response's date if it has one", () =>
    Effect.gen(function*() {
      // This device is an hour behind.
      yield* TestClock.setTime(Date.UTC(2026, 0, 1, 11, 0, 0))
      const { exit, times } = yield* run(Project.get)
      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(times, [0, 9000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(
      tooMany("Thu, 01 Jan 2026 12:00:09 GMT", { date: "Thu, 01 Jan 2026 12:00:00 GMT" }),
      project
    ))))))

  for (
    const [name, retryAfter, told] of [
      ["a date in the past", "Mon, 01 Jan 2024 00:00:00 GMT", 0],
      ["0", "0", 0],
      ...[undefined, "-1", "abc", "", "1.5", "7 seconds", "0x10", "Infinity", "1 Jan 2030"].map((text) =>
        [text === undefined ? "absent" : JSON.stringify(text), text, undefined] as const
      )
    ] as const
  ) {
    it.effect(`a 429 with Retry-After ${name} is retried immediately, then after 2, 4 and 8 seconds, and then fails`, () =>
      Effect.gen(function*() {
        yield* TestClock.setTime(Date.UTC(2026, 0, 1))
        const { exit, times } = yield* run(Effect.provideService(Project.get, Random.Random, drawing(0.5)))
        assert.deepStrictEqual(times, [0, 0, 2000, 6000, 14_000])
        const reason = reasonOf(exit)
        assert(reason._tag === "RateLimited")
        assert.strictEqual(reason.retryAfter && Duration.toMillis(reason.retryAfter), told)
      }).pipe(Effect.provide(layerClient(layerWire(() => tooMany(retryAfter))))))
  }

  it.effect("a 429 without Retry-After waits 2, 4 and 8 seconds times a random factor of 0.5 to 1.5", () =>
    Effect.gen(function*() {
      const low = yield* run(Effect.provideService(ping, Random.Random, drawing(0)))
      const high = yield* run(Effect.provideService(ping, Random.Random, drawing(1)))
      assert.deepStrictEqual(low.times, [0, 0, 1000, 3000, 7000])
      assert.deepStrictEqual(high.times, [0, 0, 3000, 9000, 21_000])
    }).pipe(Effect.provide(layerClient(layerWire(() => tooMany())))))

  it.effect("a 429 without Retry-After continues the backoff of earlier network failures", () =>
    Effect.gen(function*() {
      const { times } = yield* run(Effect.provideService(ping, Random.Random, drawing(0.5)))
      assert.deepStrictEqual(times, [0, 1000, 3000, 7000, 15_000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(connectionReset, tooMany()))))))

  it.effect("a 429 with repeated short Retry-After fails after five attempts, with the last delay", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(Project.get)
      assert.deepStrictEqual(times, [0, 1000, 2000, 3000, 4000])
      const reason = reasonOf(exit)
      assert.isTrue(reason._tag === "RateLimited" && Duration.toMillis(reason.retryAfter!) === 5000)
    }).pipe(Effect.provide(layerClient(layerWire((_, index) => tooMany(index === 4 ? "5" : "1"))))))

  for (const retryAfter of ["999999", "61", "99999999999999999999999"]) {
    it.effect(`a 429 with Retry-After ${retryAfter} fails immediately with the requested delay`, () =>
      Effect.gen(function*() {
        const { calls } = yield* Wire
        const error = yield* Effect.flip(Project.get)
        assert.isTrue(error._tag === "ApiError" && error.isTransient)
        const reason = reasonOf(Exit.fail(error))
        assert.isTrue(
          reason._tag === "RateLimited" && Duration.toMillis(reason.retryAfter!) === Number(retryAfter) * 1000
        )
        assert.lengthOf(calls, 1)
      }).pipe(Effect.provide(layerClient(layerWire(inTurn(tooMany(retryAfter), project))))))
  }

  it.effect("waits for a minute by default", () =>
    Effect.map(run(Project.get), ({ times }) => assert.deepStrictEqual(times, [0, 60_000])).pipe(
      Effect.provide(layerClient(layerWire(inTurn(tooMany("60"), project))))
    ))

  it.effect("waits up to the option retryAfterLimit, and no longer", () =>
    Effect.gen(function*() {
      const short = yield* run(Project.get)
      assert.strictEqual(short.exit._tag, "Success")
      assert.deepStrictEqual(short.times, [0, 2000])
      const long = yield* run(Project.get)
      assert.strictEqual(reasonOf(long.exit)._tag, "RateLimited")
      assert.deepStrictEqual(long.times, [0])
    }).pipe(Effect.provide(layerClient(
      layerWire(inTurn(tooMany("2"), project, tooMany("3"))),
      { retryAfterLimit: "2 seconds" }
    ))))

  it.effect("waits for any time if the option retryAfterLimit is infinite", () =>
    Effect.map(run(Project.get), ({ times }) => assert.deepStrictEqual(times, [0, 299_000])).pipe(
      Effect.provide(layerClient(layerWire(inTurn(tooMany("299"), project)), { retryAfterLimit: Infinity }))
    ))

  it.effect("a 429 on a POST is retried, because the service did not act", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(signIn)
      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(times, [0, 3000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(tooMany("3"), response(200, issued)))))))

  it.effect("a 429 in the actual-status header is treated like a real one", () =>
    Effect.map(run(Project.get), ({ times }) => assert.deepStrictEqual(times, [0, 3000])).pipe(
      Effect.provide(layerClient(layerWire(inTurn(
        response(200, "Slow down", { "x-stack-actual-status": "429", "retry-after": "3" }),
        project
      ))))
    ))

  it.effect("a 429 counts as one of five attempts among network failures", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(Effect.provideService(ping, Random.Random, drawing(0.5)))
      assert.strictEqual(reasonOf(exit)._tag, "NetworkFailure")
      assert.deepStrictEqual(times, [0, 1000, 8000, 12_000, 20_000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(connectionReset, tooMany("7"), connectionReset))))))
})

describe("5xx", () => {
  const loop = response(508, "error INFINITE_LOOP_DETECTED at the edge")

  it.effect("a 508 for an infinite loop is retried after a pause, even for a POST", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(Effect.provideService(signIn, Random.Random, drawing(0.5)))
      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(times, [0, 1000, 3000])
    }).pipe(Effect.provide(layerClient(layerWire(inTurn(loop, loop, response(200, issued)))))))

  it.effect("a repeated 508 fails after five attempts with ServiceUnavailable", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(Project.get)
      assert.deepInclude(reasonOf(exit), { _tag: "ServiceUnavailable", status: 508 })
      assert.lengthOf(times, 5)
    }).pipe(Effect.provide(layerClient(layerWire(() => loop)))))

  for (
    const [status, body] of [[508, "Loop"], [500, "INFINITE_LOOP_DETECTED"], [502, ""], [503, "{}"], [
      504,
      "<html>"
    ]] as const
  ) {
    it.effect(`a ${status} with the text ${JSON.stringify(body)} is not retried`, () =>
      Effect.gen(function*() {
        const { exit, times } = yield* run(Project.get)
        assert.deepInclude(reasonOf(exit), { _tag: "ServiceUnavailable", status })
        assert.lengthOf(times, 1)
      }).pipe(Effect.provide(layerClient(layerWire(inTurn(response(status, body), project))))))
  }
})

describe("RetryPolicy", () => {
  const failing = layerWire(() => connectionReset)

  it.effect("provided to the layer applies to every call", () =>
    Effect.map(run(Project.get), ({ times }) => assert.deepStrictEqual(times, [0, 10, 20])).pipe(
      Effect.provide(Layer.provide(
        layerClient(failing),
        Layer.succeed(RetryPolicy, Schedule.max([Schedule.spaced(10), Schedule.recurs(2)]))
      ))
    ))

  it.effect("provided around one call applies to it, and overrides the layer's", () =>
    Effect.gen(function*() {
      const once = yield* run(Effect.provideService(Project.get, RetryPolicy, Schedule.recurs(0)))
      assert.lengthOf(once.times, 1)
      assert.lengthOf((yield* run(Project.get)).times, 4)
    }).pipe(Effect.provide(Layer.provide(layerClient(failing), Layer.succeed(RetryPolicy, Schedule.recurs(3))))))

  it.effect("RetryPolicy: never sends a POST twice after a network failure", () =>
    Effect.map(
      run(Effect.provideService(signIn, RetryPolicy, Schedule.recurs(9))),
      ({ times }) => assert.lengthOf(times, 1)
    ).pipe(Effect.provide(layerClient(failing))))
})

describe("interruption", () => {
  for (
    const [name, answer] of [
      ["a Retry-After of a minute", tooMany("60")],
      ["the pause after a network failure", connectionReset]
    ] as const
  ) {
    it.effect(`an interruption during ${name} ends the call immediately, and no later request is sent`, () =>
      Effect.gen(function*() {
        const { requests } = yield* Wire
        const fiber = yield* Effect.forkChild(Project.get)
        yield* TestClock.adjust(400)
        assert.lengthOf(requests, 1)
        assert.isUndefined(fiber.pollUnsafe())
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(yield* Clock.currentTimeMillis, 400)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
        yield* TestClock.adjust("1 day")
        assert.lengthOf(requests, 1)
      }).pipe(Effect.provide(layerClient(layerWire(() => answer)))))
  }
})

describe("requestTimeout", () => {
  it.effect("ends each attempt with a NetworkFailure", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(signIn))
      yield* TestClock.adjust(1999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const error = yield* Fiber.join(fiber)
      const reason = reasonOf(Exit.fail(error))
      assert.strictEqual(reason._tag, "NetworkFailure")
      assert.include(reason.message, "The request timed out")
      assert.strictEqual((yield* Wire).aborted, 1)
    }).pipe(Effect.provide(layerClient(layerWire(() => Effect.never), { requestTimeout: "2 seconds" }))))

  it.effect("covers each attempt separately, and not the pauses", () =>
    Effect.gen(function*() {
      const { exit, times } = yield* run(Effect.provideService(ping, Random.Random, drawing(0.5)))
      assert.strictEqual(reasonOf(exit)._tag, "NetworkFailure")
      assert.deepStrictEqual(times, [0, 3000, 7000, 13_000, 23_000])
    }).pipe(Effect.provide(layerClient(layerWire(() => Effect.never), { requestTimeout: "2 seconds" }))))

  it.effect("is 30 seconds by default", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.exit(signIn))
      yield* TestClock.adjust(29_999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(reasonOf(yield* Fiber.join(fiber))._tag, "NetworkFailure")
    }).pipe(Effect.provide(layerClient(layerWire(() => Effect.never)))))

  it.effect("accepts a slow response that arrives in time", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(CurrentUser.get())
      yield* TestClock.adjust(1999)
      assert.strictEqual((yield* Fiber.join(fiber))?.displayName, "Ada")
    }).pipe(Effect.provide(layerClient(
      layerWire(() => Effect.delay(Effect.succeed(response(200, userJson)), 1999)),
      { requestTimeout: "2 seconds" },
      signedIn
    ))))
})
