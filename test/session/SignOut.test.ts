import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, Client, CurrentUser, Session } from "latchkey"
import { runsOf } from "../support/propertyRuns.ts"
import {
  answer,
  busy,
  inStore,
  knownError,
  layerTest,
  listen,
  networkError,
  Service,
  settle,
  start,
  stored,
  storedExpired
} from "./support.ts"

const signOutRoute = "DELETE /auth/sessions/current"
const tokenRoute = "POST /auth/oauth/token"

const sentTokens = Effect.map(
  Service,
  (service) => service.to(signOutRoute).map(({ headers }) => headers["x-stack-access-token"])
)

/** The routes of all requests in order. */
const routes = Effect.map(Service, ({ requests }) => requests.map(({ method, path }) => `${method} ${path}`))

describe("Session.signOut", () => {
  it.effect("removes the tokens from the store immediately while the network hangs", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const states = yield* listen
      service.script(signOutRoute, Effect.never)
      const fiber = yield* Effect.forkChild(Session.signOut)
      yield* settle
      assert.isUndefined(yield* inStore)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "SignedOut"])
      assert.isUndefined(fiber.pollUnsafe())
      assert.isNull(yield* CurrentUser.get())
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(service.aborted, 1)
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("revokes the session with the current access token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* stored("r1")
      yield* Session.signOut
      assert.deepStrictEqual(yield* sentTokens, [Redacted.value(accessToken!)])
      assert.strictEqual(service.requests.length, 1)
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("refreshes an expired access token first, to revoke the session with a valid one", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      yield* Session.signOut
      const [sent] = yield* sentTokens
      assert.isAbove(AccessToken.parse(Redacted.make(sent!))!.expiresAtMillis, start + 660_000)
      assert.deepStrictEqual(yield* routes, [tokenRoute, signOutRoute])
      assert.isFalse(service.users.has("r1"))
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  for (const isEnded of [true, false]) {
    it.effect(`${isEnded ? "succeeds" : "fails"} after a status 500 if a refresh shows that the session ${isEnded ? "has ended" : "is still valid"}`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script(signOutRoute, answer(500, "Internal error"))
        if (isEnded) service.users.delete("r1")
        const exit = yield* Effect.result(Session.signOut)
        assert.deepStrictEqual(yield* routes, [signOutRoute, tokenRoute])
        assert.isUndefined(yield* inStore)
        if (isEnded) return assert.strictEqual(exit._tag, "Success")
        assert(exit._tag === "Failure")
        assert.deepInclude(exit.failure.reason, { _tag: "ServiceUnavailable", status: 500 })
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("Session.signOut: fails with the service's status 500 if the refresh also fails", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.script(signOutRoute, answer(500, "Internal error"))
      service.script(tokenRoute, answer(502, "Bad gateway"))
      const error = yield* Effect.flip(Session.signOut)
      assert.deepInclude(error.reason, { _tag: "ServiceUnavailable", status: 500 })
    }).pipe(Effect.provide(layerTest())))

  it.effect("waits for a refresh in progress instead of sending a second one", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust(50)
      const fiber = yield* Effect.forkChild(Session.signOut, { startImmediately: true })
      yield* settle
      assert.isUndefined(yield* inStore)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.isNull(yield* Fiber.join(call))
      assert.deepStrictEqual(yield* routes, [tokenRoute, signOutRoute])
      assert.isFalse(service.users.has("r1"))
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("continues a refresh whose caller is interrupted", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust(50)
      const fiber = yield* Effect.forkChild(Session.signOut, { startImmediately: true })
      yield* settle
      yield* Fiber.interrupt(call)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.strictEqual(service.to(tokenRoute).length, 1)
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends its own refresh if the one in progress fails", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      service.script(tokenRoute, answer(429, "", { "retry-after": "30" }))
      const call = yield* Effect.forkChild(Effect.flip(CurrentUser.get()), { startImmediately: true })
      yield* TestClock.adjust(50)
      const fiber = yield* Effect.forkChild(Session.signOut, { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* Fiber.join(call)).reason._tag, "RateLimited")
      assert.deepStrictEqual(yield* routes, [tokenRoute, tokenRoute, signOutRoute])
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends no refresh on a device whose clock is ahead, once the clock skew is known", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.skewMillis = -660_000
      yield* stored("r1")
      yield* CurrentUser.get()
      assert.strictEqual(service.to(tokenRoute).length, 1)
      yield* Session.signOut
      assert.strictEqual(service.to(tokenRoute).length, 1)
      assert.strictEqual((yield* sentTokens).length, 1)
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("revokes the session on a device whose clock is behind", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.skewMillis = 660_000
      yield* Session.signOut
      assert.strictEqual((yield* sentTokens).length, 2)
      assert.strictEqual(service.to(tokenRoute).length, 1)
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("succeeds if the session has already ended", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.script(signOutRoute, knownError(401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"))
      yield* Session.signOut
      assert.strictEqual(service.to(signOutRoute).length, 1)
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("succeeds if the refresh token is refused before the revocation", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.users.clear()
      yield* Session.signOut
      assert.strictEqual(service.to(tokenRoute).length, 1)
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("succeeds if every access token is refused as expired", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      const refusal = knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: start })
      service.script(signOutRoute, refusal, refusal)
      yield* Session.signOut
      assert.strictEqual(service.to(signOutRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))

  for (
    const [what, reason, script] of [
      ["answers 500", "ServiceUnavailable", answer(500, "")],
      ["answers nonsense", "InvalidResponse", answer(200, "")],
      ["refuses with a text", "RequestRefused", answer(403, "No")]
    ] as const
  ) {
    it.effect(`fails with ApiError if the service ${what}, and still signs out locally`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script(signOutRoute, script)
        const error = yield* Effect.flip(Session.signOut)
        assert.strictEqual(error._tag, "ApiError")
        assert.strictEqual(error.reason._tag, reason)
        assert.isUndefined(yield* inStore)
        assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("fails with ApiError if the access token cannot be refreshed, and still signs out locally", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, ...Array.from({ length: 5 }, () => networkError))
      const signOut = yield* Effect.forkChild(Effect.flip(Session.signOut))
      yield* settle
      assert.isUndefined(yield* inStore)
      yield* TestClock.adjust("30 seconds")
      const error = yield* Fiber.join(signOut)
      assert.strictEqual(error.reason._tag, "NetworkFailure")
      assert.strictEqual(service.to(signOutRoute).length, 0)
      assert.isUndefined(yield* inStore)
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.signOut: sends no request if no user is signed in or the session has been signed out", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* Session.signOut
      assert.strictEqual(service.requests.length, 0)
      yield* stored("r1")
      yield* Effect.all([Session.signOut, Session.signOut], { concurrency: 2 })
      assert.strictEqual(service.to(signOutRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("revokes the session once, at any interleaving of fibers", () =>
    Effect.forEach(Array.from({ length: runsOf(200) }, (_, seed) => seed), (seed) =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        yield* busy(seed)(Effect.all(Array.from({ length: 3 }, () => Session.signOut), { concurrency: 3 }))
        assert.strictEqual(service.to(signOutRoute).length, 1)
      }).pipe(Effect.provide(layerTest(), { local: true }))))

  for (const seconds of [1, 10]) {
    it.effect(`a call retried ${seconds} s after the sign-out is not sent with the session's tokens`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script("GET /users/me", ...Array.from({ length: 20 }, () => networkError))
        const fiber = yield* Effect.forkChild(Effect.flip(CurrentUser.get()), { startImmediately: true })
        yield* TestClock.adjust(seconds * 1000 - 900)
        const before = service.to("GET /users/me").length
        yield* Session.signOut
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(service.to("GET /users/me").length, before)
        assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "NetworkFailure")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("a retried refresh does not send its refresh token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const tokens = yield* storedExpired("r1")
      service.script(tokenRoute, answer(429, "", { "retry-after": "30" }))
      const fiber = yield* Effect.forkChild(Effect.flip(CurrentUser.get()), { startImmediately: true })
      yield* TestClock.adjust("10 seconds")
      yield* Effect.flatMap(Client.Client, ({ session }) => session.end(tokens))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(service.to(tokenRoute).length, 1)
      assert.strictEqual((yield* Fiber.join(fiber)).reason._tag, "RateLimited")
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not affect a sign-in during the revocation", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(Session.signOut)
      yield* TestClock.adjust(50)
      yield* stored("r2")
      yield* TestClock.adjust(200)
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* inStore)?.refreshToken, "r2")
      assert.isTrue(service.users.has("r2"))
      assert.isFalse(service.users.has("r1"))
    }).pipe(Effect.provide(layerTest())))
})
