/** Many calls during a network outage: the requests they send, and when they continue. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import {
  type ApiErrors,
  CurrentUser,
  Password,
  Project,
  RetryPolicy,
  TokenStore,
  Transport,
  type TransportResponse
} from "latchkey"
import { makeDevice } from "../support/connectivity.ts"
import {
  type Answer,
  type Arrival,
  connectionReset,
  jwt,
  layerClient,
  layerWire,
  projectJson,
  refreshToken,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

const project = response(200, projectJson)
const unreachable = { offline: undefined, health: "unreachable", apiRoot: "unreachable" }

/** A network that a test turns off and on; `probe` answers the checks separately from the calls. */
const makeNetwork = (probe?: (request: Arrival) => Answer) => {
  const network = { isUp: false, slow: undefined as Effect.Effect<TransportResponse> | undefined }
  const answer = (): Answer => network.isUp ? project : network.slow ?? connectionReset
  return { network, layer: layerClient(layerWire(answer, probe ?? answer), {}, signedIn) }
}

/** Starts a call many times, and records when each one ended. */
const start = Effect.fnUntraced(function*<A, E, R>(count: number, effect: Effect.Effect<A, E, R>) {
  const ends: Array<number> = []
  const fibers = yield* Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.forkChild(
        Effect.exit(effect).pipe(Effect.tap(() => Effect.map(Clock.currentTimeMillis, (now) => ends.push(now)))),
        { startImmediately: true }
      )
  )
  return { ends, fibers, exits: Effect.forEach(fibers, (fiber) => Fiber.join(fiber)) }
})

const failureOf = (exit: Exit.Exit<unknown, unknown>): ApiErrors.NetworkFailure => {
  assert(Exit.isFailure(exit))
  const found = Exit.findErrorOption(exit)
  // Sound: the assertions verify it.
  const { reason } = (found as { readonly value: ApiErrors.ApiError }).value
  assert.strictEqual(reason._tag, "NetworkFailure")
  return reason as ApiErrors.NetworkFailure
}

const counts = Effect.map(Wire, ({ calls, requests }) => ({
  calls: calls.length,
  checks: (requests.length - calls.length) / 2
}))

const seeded = <A, E, R>(effect: Effect.Effect<A, E, R>) => Random.withSeed(effect, "outage")

describe("an outage", () => {
  it.effect("1,000 concurrent GETs without a network send 1,001 requests and 13 checks of two requests each", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      const { ends, exits } = yield* start(1000, Project.get)
      yield* TestClock.adjust("5 minutes")
      for (const exit of yield* exits) assert.deepStrictEqual(failureOf(exit).diagnostics, unreachable)
      // Without sharing: 5,000 requests and 1,000 checks.
      assert.deepStrictEqual(yield* counts, { calls: 1001, checks: 13 })
      assert.isAtLeast(Math.min(...ends), 7500)
      assert.isAtMost(Math.max(...ends), 22_500)
    }).pipe(seeded, Effect.provide(layer))
  })

  it.effect("a single GET sends five attempts and one check", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      const { exits } = yield* start(1, Project.get)
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual((yield* exits).map((exit) => failureOf(exit).diagnostics), [unreachable])
      assert.deepStrictEqual(yield* counts, { calls: 5, checks: 1 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("1,000 concurrent POSTs without a network share one check, and none is retried", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      const { exits } = yield* start(1000, Password.signIn({ email: "a", password: Redacted.make("correct horse") }))
      yield* TestClock.adjust(0)
      for (const exit of yield* exits) {
        const { diagnostics, outcomeUnknown } = failureOf(exit)
        assert.deepStrictEqual(diagnostics, unreachable)
        assert.isTrue(outcomeUnknown)
      }
      assert.deepStrictEqual(yield* counts, { calls: 1000, checks: 1 })
    }).pipe(Effect.provide(layer))
  })

  /** Sends a POST, which is not retried, every second, and returns the times of the checks in seconds. */
  const failEverySecond = Effect.fnUntraced(function*(seconds: number) {
    const begun = yield* Clock.currentTimeMillis
    const { requests } = yield* Wire
    const first = requests.length
    const failures: Array<ApiErrors.NetworkFailure> = []
    for (let i = 0; i < seconds; i++) {
      failures.push(failureOf(yield* Effect.exit(signIn)))
      yield* TestClock.adjust("1 second")
    }
    const checks = requests.slice(first).filter(({ url }) => url.endsWith("/health"))
    return { failures, checks: checks.map(({ at }) => (at - begun) / 1000) }
  })
  const signIn = Password.signIn({ email: "a", password: Redacted.make("correct horse") })

  it.effect("calls that fail one after another share checks with a growing pause of 30 seconds at most", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      const { checks, failures } = yield* failEverySecond(120)
      for (const { diagnostics } of failures) assert.deepStrictEqual(diagnostics, unreachable)
      // Without pauses: 120 checks of two requests.
      assert.deepStrictEqual(checks, [0, 2, 5, 10, 19, 36, 67, 98])
      assert.deepStrictEqual(yield* counts, { calls: 120, checks: 8 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("calls with an expired token that fail one after another share checks", () =>
    Effect.gen(function*() {
      for (let i = 0; i < 20; i++) {
        const call = yield* Effect.forkChild(Effect.exit(CurrentUser.update({ displayName: "Ada" })))
        yield* TestClock.adjust("25 seconds")
        assert.deepStrictEqual(failureOf(yield* Fiber.join(call)).diagnostics, unreachable)
      }
      // Five attempts of each token request in 500 seconds. Without pauses: 20 checks.
      assert.deepStrictEqual(yield* counts, { calls: 100, checks: 13 })
    }).pipe(
      seeded,
      Effect.provide(layerClient(
        layerWire(() => connectionReset, () => connectionReset),
        {},
        TokenStore.layerTokens({ refreshToken, accessToken: jwt({ sub: "user", iat: 0, exp: 0 }) })
      ))
    ))

  it.effect("the pause between checks starts again after a response to a call", () => {
    const { layer, network } = makeNetwork()
    return Effect.gen(function*() {
      assert.deepStrictEqual((yield* failEverySecond(40)).checks, [0, 2, 5, 10, 19, 36])
      network.isUp = true
      yield* Project.get
      network.isUp = false
      assert.deepStrictEqual((yield* failEverySecond(12)).checks, [0, 2, 5, 10])
    }).pipe(Effect.provide(layer))
  })

  it.effect("the pause between checks starts again after a check with a response", () => {
    let isUp = false
    const layer = layerClient(layerWire(() => connectionReset, () => isUp ? response(503, "") : connectionReset))
    return Effect.gen(function*() {
      assert.deepStrictEqual((yield* failEverySecond(12)).checks, [0, 2, 5, 10])
      isUp = true
      yield* TestClock.adjust("1 minute")
      // While the service responds, each failure has its own check.
      const { checks, failures } = yield* failEverySecond(3)
      assert.deepStrictEqual(checks, [0, 1, 2])
      assert.strictEqual(failures[0]!.diagnostics.health, "status 503")
      isUp = false
      assert.deepStrictEqual((yield* failEverySecond(6)).checks, [0, 2, 5])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a call that fails as the device goes offline reports offline, although it shares an earlier check", () => {
    const { device, layer: layerDevice } = makeDevice()
    const layer = layerClient(layerWire((_, index) => {
      if (index === 1) device.set(false)
      return connectionReset
    }, () => connectionReset))
    return Effect.gen(function*() {
      assert.isFalse(failureOf(yield* Effect.exit(signIn)).diagnostics.offline)
      assert.isTrue(failureOf(yield* Effect.exit(signIn)).diagnostics.offline)
      assert.deepStrictEqual(yield* counts, { calls: 2, checks: 1 })
    }).pipe(Effect.provide(Layer.merge(layer, layerDevice)))
  })

  it.effect("every waiting GET is retried immediately when a check gets a response, and succeeds", () => {
    const { layer, network } = makeNetwork()
    return Effect.gen(function*() {
      const { ends, exits } = yield* start(1000, Project.get)
      yield* TestClock.adjust(6000)
      network.isUp = true
      yield* TestClock.adjust("5 minutes")
      for (const exit of yield* exits) assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual((yield* counts).calls, 2000)
      assert.strictEqual(new Set(ends).size, 1)
      assert.isBelow(ends[0]!, 8000)
    }).pipe(seeded, Effect.provide(layer))
  })

  for (const [name, answer] of Object.entries({ "an answer": project, "a refusal": response(403, "No") })) {
    it.effect(`${name} to a new call ends the pauses of all waiting GETs`, () => {
      const { layer, network } = makeNetwork()
      return Effect.gen(function*() {
        const { ends, exits } = yield* start(20, Project.get)
        yield* TestClock.adjust(1500)
        const before = yield* counts
        network.slow = Effect.succeed(answer)
        yield* Effect.exit(Project.get)
        yield* TestClock.adjust(0)
        for (const exit of yield* exits) assert.strictEqual(Exit.isSuccess(exit), answer === project)
        assert.deepStrictEqual(new Set(ends), new Set([1500]))
        assert.deepStrictEqual(yield* counts, { calls: 41, checks: before.checks })
      }).pipe(seeded, Effect.provide(layer))
    })
  }

  it.effect("GETs that fail while the health page responds send five attempts each", () => {
    const { layer } = makeNetwork(({ url }) => url.endsWith("/health") ? response(503, "") : connectionReset)
    return Effect.gen(function*() {
      const { ends, exits } = yield* start(20, Project.get)
      yield* TestClock.adjust("5 minutes")
      for (const exit of yield* exits) assert.strictEqual(failureOf(exit).diagnostics.health, "status 503")
      assert.strictEqual((yield* counts).calls, 100)
      // Each keeps its own pauses.
      assert.strictEqual(new Set(ends).size, 20)
    }).pipe(seeded, Effect.provide(layer))
  })

  it.effect("a GET is retried without a check if another call got a response during its pause", () => {
    const { layer, network } = makeNetwork(() => connectionReset)
    return Effect.gen(function*() {
      const { exits } = yield* start(2, Effect.provideService(Project.get, RetryPolicy, Schedule.spaced(1000)))
      yield* TestClock.adjust(500)
      network.isUp = true
      yield* Project.get
      yield* TestClock.adjust(500)
      for (const exit of yield* exits) assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(yield* counts, { calls: 5, checks: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("a check continues after the call that started it is interrupted", () => {
    let isHeld = true
    const { layer, network } = makeNetwork(() => isHeld ? Effect.delay(Effect.succeed(project), 1000) : project)
    return Effect.gen(function*() {
      const once = Effect.provideService(Project.get, RetryPolicy, Schedule.spaced(1000))
      const { fibers: [first, ...others] } = yield* start(3, once)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* counts, { calls: 3, checks: 1 })
      network.isUp = true
      isHeld = false
      yield* Fiber.interrupt(first!)
      yield* TestClock.adjust(999)
      assert.isUndefined(others[0]!.pollUnsafe())
      yield* TestClock.adjust(1)
      for (const fiber of others) assert.isTrue(Exit.isSuccess(yield* Fiber.join(fiber)))
      assert.deepStrictEqual(yield* counts, { calls: 5, checks: 1 })
      assert.strictEqual((yield* Wire).aborted, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a check is aborted with the last call waiting for it, and the next call starts another one", () => {
    let isHeld = true
    const { layer } = makeNetwork(() => isHeld ? Effect.never : connectionReset)
    return Effect.gen(function*() {
      const policy = Effect.provideService(Project.get, RetryPolicy, Schedule.spaced(1000))
      const { fibers } = yield* start(2, policy)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(yield* counts, { calls: 2, checks: 1 })
      yield* Effect.forEach(fibers, (fiber) => Fiber.interrupt(fiber))
      assert.strictEqual((yield* Wire).aborted, 2)
      isHeld = false
      const { exits } = yield* start(1, Effect.provideService(Project.get, RetryPolicy, Schedule.recurs(0)))
      assert.deepStrictEqual((yield* exits).map((exit) => failureOf(exit).diagnostics), [unreachable])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* counts, { calls: 3, checks: 2 })
    }).pipe(Effect.provide(layer))
  })

  it.effect("a GET sends all of its attempts after concurrently retrying calls were interrupted", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      for (let delay = 0; delay < 40; delay++) {
        const { fibers } = yield* start(2, Project.get)
        yield* TestClock.adjust(delay * 100)
        yield* Effect.forEach(fibers, (fiber) => Fiber.interrupt(fiber), { concurrency: "unbounded" })
      }
      yield* TestClock.adjust("1 hour")
      const before = yield* counts
      const { exits } = yield* start(1, Project.get)
      yield* TestClock.adjust("5 minutes")
      yield* exits
      const after = yield* counts
      assert.deepStrictEqual([after.calls - before.calls, after.checks - before.checks], [5, 1])
    }).pipe(seeded, Effect.provide(layer))
  })

  for (
    const [name, beforeMillis, status] of [
      ["the last check, if that ended at most a second before", 1000, 500],
      ["a new check, if the last one ended more than a second before", 1001, 501]
    ] as const
  ) {
    it.effect(`a call that times out is diagnosed by ${name}`, () => {
      const post = (email: string) => Password.signIn({ email, password: Redacted.make("correct horse") })
      let health = 500
      return Effect.gen(function*() {
        const timingOut = yield* start(1, post("slow"))
        yield* TestClock.adjust(30_000 - beforeMillis)
        yield* start(1, post("fast"))
        yield* TestClock.adjust(0)
        health = 501
        yield* TestClock.adjust(beforeMillis)
        const failures = (yield* timingOut.exits).map((exit) => failureOf(exit).diagnostics.health)
        assert.deepStrictEqual(failures, [`status ${status}`])
      }).pipe(Effect.provide(layerClient(layerWire(
        ({ body }) => body!.includes("slow") ? Effect.never : connectionReset,
        () => response(health, "")
      ))))
    })
  }

  it.effect("a call that fails immediately shares a check without a response for one second", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      yield* Effect.exit(signIn)
      yield* TestClock.adjust(1000)
      yield* Effect.exit(signIn)
      assert.strictEqual((yield* counts).checks, 1)
      yield* TestClock.adjust(1)
      yield* Effect.exit(signIn)
      assert.strictEqual((yield* counts).checks, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("a call that fails immediately is diagnosed by a new check if the last one had a response before the call", () => {
    const { layer } = makeNetwork(() => response(503, ""))
    return Effect.gen(function*() {
      const call = Effect.exit(Password.signIn({ email: "a", password: Redacted.make("correct horse") }))
      yield* call
      yield* call
      assert.strictEqual((yield* counts).checks, 1)
      yield* TestClock.adjust(1)
      yield* call
      assert.strictEqual((yield* counts).checks, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("retries of GETs use a check that ended in the second half of their pause, but no older one", () =>
    Effect.gen(function*() {
      for (const [millis, checks] of [[499, 2], [500, 1]] as const) {
        const { layer } = makeNetwork()
        yield* Effect.gen(function*() {
          yield* start(2, Effect.provideService(Project.get, RetryPolicy, Schedule.spaced(1000)))
          yield* TestClock.adjust(millis)
          yield* Effect.exit(Password.signIn({ email: "a", password: Redacted.make("correct horse") }))
          yield* TestClock.adjust(1000 - millis)
          assert.strictEqual((yield* counts).checks, checks, `${millis} ms`)
        }).pipe(Effect.provide(layer))
      }
    }))

  it.effect("GETs retried concurrently after a 429 send no check", () =>
    Effect.gen(function*() {
      const { exits } = yield* start(2, Project.get)
      yield* TestClock.adjust("5 seconds")
      for (const exit of yield* exits) assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(yield* counts, { calls: 4, checks: 0 })
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) => index < 2 ? response(429, "", { "retry-after": "5" }) : project)
    ))))

  it.effect("the end of an outage does not shorten the pause after a 429", () => {
    const { layer, network } = makeNetwork()
    return Effect.gen(function*() {
      network.slow = Effect.succeed(response(429, "", { "retry-after": "20" }))
      const limited = yield* start(1, Project.get)
      network.slow = undefined
      const waiting = yield* start(2, Project.get)
      yield* TestClock.adjust(5000)
      network.isUp = true
      yield* Project.get
      yield* TestClock.adjust("5 minutes")
      for (const exit of yield* waiting.exits) assert.isTrue(Exit.isSuccess(exit))
      yield* limited.exits
      assert.deepStrictEqual([...waiting.ends, ...limited.ends], [5000, 5000, 20_000])
    }).pipe(seeded, Effect.provide(layer))
  })

  it.effect("a call through another transport neither waits for the check nor uses its result", () => {
    const { layer } = makeNetwork()
    return Effect.gen(function*() {
      yield* start(2, Project.get)
      yield* TestClock.adjust(3000)
      const sent: Array<string> = []
      const other: Transport = ({ url }) => {
        sent.push(new URL(url).pathname)
        return url.endsWith("/current") ? Effect.fail(connectionReset) : Effect.succeed(response(200, "OK"))
      }
      const { exits } = yield* start(
        1,
        Project.get.pipe(
          Effect.provideService(Transport, other),
          Effect.provideService(RetryPolicy, Schedule.recurs(1))
        )
      )
      yield* TestClock.adjust(0)
      assert.deepStrictEqual((yield* exits).map((exit) => failureOf(exit).diagnostics.health), ["ok"])
      assert.deepStrictEqual(sent, [
        "/api/v1/projects/current",
        "/api/v1/projects/current",
        "/health",
        "/api/v1"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("an outage without responses ends a call after one 30-second attempt, pauses and short checks, except the last", () => {
    const { layer, network } = makeNetwork()
    network.slow = Effect.never
    return Effect.gen(function*() {
      const { ends, exits } = yield* start(100, Project.get)
      yield* TestClock.adjust("5 minutes")
      for (const exit of yield* exits) assert.strictEqual(failureOf(exit).diagnostics.health, "timed out")
      assert.strictEqual((yield* counts).calls, 101)
      // Without sharing, each makes five attempts of 30 seconds. The last call is alone at the end, and makes two.
      assert.isAtMost(ends.at(-2)!, 30_000 + 22_500 + 5 * 3000)
      assert.isAtMost(ends.at(-1)!, 2 * 30_000 + 22_500 + 5 * 3000)
    }).pipe(seeded, Effect.provide(layer))
  })
})
