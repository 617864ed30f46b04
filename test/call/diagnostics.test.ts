import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { type ApiErrors, CurrentUser, Password, Project, Transport, TransportFailure } from "latchkey"
import { hasResponse } from "../../src/call/diagnostics.ts"
import {
  accessToken,
  type Answer,
  type Arrival,
  connectionReset,
  issued,
  keys,
  layerClient,
  layerWire,
  projectJson,
  refreshToken,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

const signUp = Password.signUp({
  email: "ada@example.com",
  password: Redacted.make("correct horse"),
  verificationCallbackUrl: "https://app.test/verify"
})

/** A signed-in client whose every call fails; the test answers its later connection checks. */
const layer = (probe?: (request: Arrival) => Answer) =>
  layerClient(layerWire(() => connectionReset, probe), {}, signedIn)

/** Runs a call until it fails, and returns the network failure. */
const failureOf = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(Effect.flip(effect))
  yield* TestClock.adjust("5 minutes")
  // Sound: the assertions verify it.
  const { isTransient, reason } = (yield* Fiber.join(fiber)) as ApiErrors.ApiError
  assert.strictEqual(reason._tag, "NetworkFailure")
  assert.isTrue(isTransient)
  return reason as ApiErrors.NetworkFailure
})

/** Makes the host report online, offline, or no state, until the end of the test. */
const host = (onLine: boolean | undefined) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = Object.getOwnPropertyDescriptor(globalThis, "navigator")!
      Object.defineProperty(globalThis, "navigator", {
        configurable: true,
        value: onLine === undefined ? undefined : { onLine }
      })
      return before
    }),
    (before) => Effect.sync(() => Object.defineProperty(globalThis, "navigator", before))
  )

describe("a network failure", () => {
  it.effect("reports that the health page and the API root respond", () =>
    Effect.gen(function*() {
      const { diagnostics, message } = yield* failureOf(Project.get)
      assert.deepStrictEqual(diagnostics, { offline: undefined, health: "ok", apiRoot: "ok" })
      assert.strictEqual(message, "Connection reset. Health page: ok, API root: ok")
    }).pipe(Effect.provide(layer())))

  it.effect("reports other statuses and unreachable URLs", () =>
    Effect.gen(function*() {
      const { diagnostics } = yield* failureOf(Project.get)
      assert.deepStrictEqual(diagnostics, { offline: undefined, health: "status 503", apiRoot: "unreachable" })
    }).pipe(Effect.provide(layer(({ url }) => url.endsWith("/health") ? response(503, "") : connectionReset))))

  it.effect("checks the connection once, after the last attempt", () =>
    Effect.gen(function*() {
      yield* failureOf(Project.get)
      const urls = (yield* Wire).requests.map(({ url }) => url)
      const call = "https://api.test/api/v1/projects/current"
      assert.deepStrictEqual(urls, [call, call, call, call, call, "https://api.test/health", "https://api.test/api/v1"])
    }).pipe(Effect.provide(layer())))

  for (const [onLine, offline] of [[true, false], [false, true], [undefined, undefined]] as const) {
    it.effect(`has offline ${offline} if navigator.onLine is ${onLine}`, () =>
      Effect.gen(function*() {
        yield* host(onLine)
        const { diagnostics, message } = yield* failureOf(signUp)
        assert.strictEqual(diagnostics.offline, offline)
        assert.strictEqual(message === "The device is offline: Connection reset", offline === true)
      }).pipe(Effect.provide(layer())))
  }

  it.effect("sends no key, token, body or other header with its checks", () =>
    Effect.gen(function*() {
      yield* failureOf(CurrentUser.get())
      yield* failureOf(signUp)
      const probes = (yield* Wire).requests.filter(({ url }) => !url.includes("/users") && !url.includes("/auth"))
      assert.lengthOf(probes, 4)
      for (const probe of probes) {
        assert.strictEqual(probe.method, "GET")
        assert.deepStrictEqual(probe.headers, {})
        assert.isUndefined(probe.body)
        for (const secret of [accessToken, refreshToken, keys.publishable]) {
          assert.notInclude(JSON.stringify(probe), secret)
        }
      }
    }).pipe(Effect.provide(layer())))

  it.effect("checks only the configured root, below its path", () =>
    Effect.gen(function*() {
      yield* failureOf(signUp)
      const urls = (yield* Wire).requests.map(({ url }) => url)
      assert.deepStrictEqual(urls.slice(1), ["https://proxy.test/auth/health", "https://proxy.test/auth/api/v1"])
    }).pipe(Effect.provide(layerClient(layerWire(() => connectionReset), { apiUrl: "https://proxy.test/auth/" }))))

  it.effect("is reported 3 seconds after the last attempt if nothing responds, with any request timeout", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(signUp))
      yield* TestClock.adjust(2999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(yield* Clock.currentTimeMillis, 3000)
      assert.isTrue(error._tag === "ApiError" && error.reason._tag === "NetworkFailure")
      const { diagnostics } = (error as ApiErrors.ApiError).reason as ApiErrors.NetworkFailure
      assert.deepStrictEqual(diagnostics, {
        offline: undefined,
        health: "timed out",
        apiRoot: "timed out"
      })
      // Both are aborted.
      assert.strictEqual((yield* Wire).aborted, 2)
    }).pipe(Effect.provide(layer(() => Effect.never))))

  for (
    const [how, broken] of [
      ["throws before it gives an effect", () => {
        throw new Error("broken")
      }],
      ["throws within its effect", () =>
        Effect.sync(() => {
          throw new Error("broken")
        })],
      ["dies", () => Effect.die("broken")]
    ] as const
  ) {
    it.effect(`a network failure is reported if the transport ${how} during the checks`, () =>
      Effect.gen(function*() {
        const transport: Transport = ({ method }) => method === "POST" ? Effect.fail(connectionReset) : broken()
        const { diagnostics } = yield* failureOf(Effect.provideService(signUp, Transport, transport))
        assert.deepStrictEqual(diagnostics, { offline: undefined, health: "unreachable", apiRoot: "unreachable" })
      }).pipe(Effect.provide(layer())))
  }

  it.effect("is not diagnosed if the call is interrupted", () =>
    Effect.gen(function*() {
      const { requests } = yield* Wire
      const fiber = yield* Effect.forkChild(Project.get)
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("5 minutes")
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(layer())))

  it.effect("a GET's network failure has a known outcome, because a GET changes nothing", () =>
    Effect.gen(function*() {
      assert.isFalse((yield* failureOf(Project.get)).outcomeUnknown)
      assert.isFalse((yield* failureOf(CurrentUser.get())).outcomeUnknown)
    }).pipe(Effect.provide(layer())))

  it.effect("the network failure of a POST or PATCH has an unknown outcome", () =>
    Effect.gen(function*() {
      assert.isTrue((yield* failureOf(signUp)).outcomeUnknown)
      assert.isTrue((yield* failureOf(CurrentUser.update({ displayName: "Ada" }))).outcomeUnknown)
    }).pipe(Effect.provide(layer())))
})

describe("case 12: a POST whose response is lost after the service acted", () => {
  const lost = new TransportFailure({ message: "other side closed", tooLarge: false })

  it.effect("a POST with a lost response is not retried, and its outcome is unknown", () =>
    Effect.gen(function*() {
      const failure = yield* failureOf(signUp)
      assert.isTrue(failure.outcomeUnknown)
      const { calls } = yield* Wire
      assert.lengthOf(calls, 1)
      assert.strictEqual(calls[0]!.method, "POST")
    }).pipe(Effect.provide(layerClient(layerWire((_, index) => index === 0 ? lost : response(200, issued))))))

  it.effect("a POST is not retried after a timeout", () =>
    Effect.gen(function*() {
      assert.isTrue((yield* failureOf(signUp)).outcomeUnknown)
      assert.lengthOf((yield* Wire).calls, 1)
    }).pipe(Effect.provide(layerClient(layerWire((_, index) => index === 0 ? Effect.never : response(200, issued))))))

  it.effect("a POST with a truncated response is not retried", () =>
    Effect.gen(function*() {
      const failure = yield* failureOf(signUp)
      assert.isTrue(failure.outcomeUnknown)
      assert.strictEqual(failure.message, "The response was cut off. Health page: ok, API root: ok")
      assert.lengthOf((yield* Wire).calls, 1)
    }).pipe(Effect.provide(layerClient(layerWire((_, index) =>
      response(200, index === 0 ? JSON.stringify(issued).slice(0, 40) : issued)
    )))))
})

describe("a GET whose response is truncated", () => {
  it.effect("a GET with a truncated response is retried", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Project.get)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).id, projectJson.id)
      assert.lengthOf((yield* Wire).calls, 2)
    }).pipe(Effect.provide(layerClient(layerWire((_, index) =>
      response(200, index === 0 ? JSON.stringify(projectJson).slice(0, 40) : projectJson)
    )))))
})

describe("hasResponse", () => {
  it("returns true if the health page or the API root responded with any status, and false otherwise", () => {
    const answers = ["ok", "status 500"]
    const failures = ["not checked", "timed out", "unreachable"]
    for (const failure of failures) {
      assert.isFalse(hasResponse({ offline: undefined, health: failure, apiRoot: failure }))
      for (const answer of answers) {
        assert.isTrue(hasResponse({ offline: undefined, health: answer, apiRoot: failure }))
        assert.isTrue(hasResponse({ offline: undefined, health: failure, apiRoot: answer }))
      }
    }
  })
})
