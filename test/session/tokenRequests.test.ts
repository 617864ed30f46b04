/** Token requests without a response: their retries, the use of a token that is still valid, and what a call reports. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { type ApiErrors, CurrentUser, RetryPolicy, Session, TokenStore, type TransportResponse } from "latchkey"
import {
  type Answer,
  answer,
  inStore,
  knownError,
  layerTest,
  moveDeviceClock,
  networkError,
  Service,
  settle,
  stored,
  storedExpired
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"
const userRoute = "GET /users/me"
const updateRoute = "PATCH /users/me"

const get = Effect.map(CurrentUser.get(), (user) => user?.id)
const update = Effect.map(CurrentUser.update({ displayName: "Ada" }), ({ id }) => id)

const lost = (times: number): ReadonlyArray<Answer> => Array.from({ length: times }, () => networkError)

/** Starts a call, and advances the clock until it completes. */
const complete = <A, E, R>(call: Effect.Effect<A, E, R>, within = 60_000) =>
  Effect.gen(function*() {
    const begun = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.forkChild(
      Effect.exit(call).pipe(Effect.zip(Effect.map(Clock.currentTimeMillis, (now) => now - begun)))
    )
    yield* TestClock.adjust(within)
    const [exit, duration] = yield* Fiber.join(fiber)
    return { exit, duration }
  })

const valueOf = <A, E>({ exit }: { readonly exit: Exit.Exit<A, E> }): A => {
  assert(Exit.isSuccess(exit), "The call failed")
  return exit.value
}

const errorOf = ({ exit }: { readonly exit: Exit.Exit<unknown, unknown> }): ApiErrors.ApiError => {
  const found = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
  assert(found?._tag === "Some", "The call did not fail")
  // Sound: the assertion verifies it.
  const error = found.value as ApiErrors.ApiError
  assert.strictEqual(error._tag, "ApiError")
  return error
}

/** Stores a session whose access token is valid for this many milliseconds. */
const storedValidFor = Effect.fnUntraced(function*(refreshToken: string, millis: number) {
  const tokens = yield* stored(refreshToken)
  yield* TestClock.adjust(600_000 - millis)
  return tokens
})

const sentTokens = Effect.map(
  Service,
  ({ to }) => [...to(userRoute), ...to(updateRoute)].map(({ headers }) => headers["x-stack-access-token"])
)

const tokenCount = Effect.map(Service, ({ to }) => to(tokenRoute).length)

describe("a token request without a response, with an expired access token", () => {
  for (const [what, call, route] of [["read", get, userRoute], ["write", update, updateRoute]] as const) {
    it.effect(`a token request without a response is repeated, and the ${what} is sent once, with the new token`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        service.script(tokenRoute, networkError)
        const { exit, duration } = yield* complete(call)
        assert.strictEqual(valueOf({ exit }), "user of r1")
        assert.isAtLeast(duration, 500)
        assert.isAtMost(duration, 1500)
        assert.strictEqual(yield* tokenCount, 2)
        assert.deepStrictEqual(service.to(route).map(({ headers }) => headers["x-stack-access-token"]), [
          (yield* inStore)?.accessToken
        ])
      }).pipe(Effect.provide(layerTest())))

    it.effect(`five token requests without a response fail the ${what}, whose outcome is known`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        service.script(tokenRoute, ...lost(5))
        const error = errorOf(yield* complete(call))
        assert.deepInclude(error.reason, { _tag: "NetworkFailure", outcomeUnknown: false })
        assert.match(error.message, /^oauth\.refresh: Connection reset/)
        assert.strictEqual(yield* tokenCount, 5)
        assert.lengthOf(service.to(route), 0)
        assert.strictEqual((yield* Session.state)._tag, "Stale")
        // The next call starts its own attempts.
        assert.strictEqual(valueOf(yield* complete(call)), "user of r1")
        assert.strictEqual(yield* tokenCount, 6)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("follows the program's RetryPolicy, as a read does", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, ...lost(2))
      const once = Effect.provideService(update, RetryPolicy, Schedule.recurs(0))
      assert.deepInclude(errorOf(yield* complete(once)).reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.strictEqual(yield* tokenCount, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token request is sent five times if no attempt gets a response in time", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, ...Array.from({ length: 5 }, () => Effect.never))
      const error = errorOf(yield* complete(update, 60_000))
      assert.include(error.message, "oauth.refresh: The request timed out")
      assert.deepInclude(error.reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.strictEqual(yield* tokenCount, 5)
      assert.strictEqual(service.aborted, 5)
      assert.lengthOf(service.to(updateRoute), 0)
    }).pipe(Effect.provide(layerTest(TokenStore.layerMemory, { requestTimeout: "2 seconds" }))))

  it.effect("a token request without a response is sent again with the same refresh token if there is no client key", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      const route = "POST /auth/sessions/current/refresh"
      service.script(route, networkError, networkError, answer(401, "Who are you?"))
      const error = errorOf(yield* complete(update))
      assert.strictEqual(error.reason._tag, "RequestRefused")
      assert.deepStrictEqual(service.to(route).map(({ headers }) => headers["x-stack-refresh-token"]), [
        "r1",
        "r1",
        "r1"
      ])
    }).pipe(Effect.provide(layerTest(TokenStore.layerMemory, { publishableClientKey: undefined }))))

  it.effect("100 concurrent calls share the token request's attempts, and each is sent once", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, networkError)
      const calls = Array.from({ length: 100 }, (_, i) => i % 2 === 0 ? get : update)
      const done = valueOf(yield* complete(Effect.all(calls, { concurrency: "unbounded" })))
      assert.deepStrictEqual(new Set(done), new Set(["user of r1"]))
      assert.strictEqual(yield* tokenCount, 2)
      assert.lengthOf(service.to(userRoute), 50)
      assert.lengthOf(service.to(updateRoute), 50)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token request is not repeated after its last waiting call is interrupted", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, ...lost(5))
      const first = yield* Effect.forkChild(get)
      const second = yield* Effect.forkChild(update)
      yield* settle
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(1500)
      assert.strictEqual(yield* tokenCount, 2)
      yield* Fiber.interrupt(second)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* tokenCount, 2)
      assert.deepStrictEqual(yield* sentTokens, [])
      assert.strictEqual((yield* Session.state)._tag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("after a sign-out, neither the token request is repeated nor the call sent", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, networkError)
      const call = yield* Effect.forkChild(Effect.exit(update))
      yield* settle
      // The token of the sign-out itself.
      yield* Effect.forkChild(Session.signOut)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(Exit.isFailure(yield* Fiber.join(call)))
      assert.lengthOf(service.to(updateRoute), 0)
      assert.isFalse(service.users.has("r1"))
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token request without a response after a refused token fails the write with a known outcome", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.script(updateRoute, knownError(401, "ACCESS_TOKEN_EXPIRED", { expired_at_millis: 0 }))
      service.script(tokenRoute, ...lost(5))
      const error = errorOf(yield* complete(update))
      assert.strictEqual(error.endpoint, "oauth.refresh")
      assert.deepInclude(error.reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.lengthOf(service.to(updateRoute), 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("the early renewal of an access token that is still valid", () => {
  const html = "<!doctype html><title>Bad gateway</title>"
  const failures: Record<string, ReadonlyArray<TransportResponse | Answer>> = {
    "has no response": lost(100),
    "is not answered in time": Array.from({ length: 100 }, () => Effect.never),
    "gets a 502": [answer(502, html)],
    "gets a 503": [answer(503, "")],
    "gets a 429 with an hour to wait": [answer(429, "", { "retry-after": "3600" })],
    "gets only 429 responses": Array.from({ length: 5 }, () => answer(429, ""))
  }
  for (const [what, answers] of Object.entries(failures)) {
    for (const [kind, call] of [["read", get], ["write", update]] as const) {
      it.effect(`${what}: the ${kind} is sent once, with the token in hand, within five seconds`, () =>
        Effect.gen(function*() {
          const service = yield* Service
          const { accessToken } = yield* storedValidFor("r1", 16_000)
          service.script(tokenRoute, ...answers)
          const { exit, duration } = yield* complete(call)
          assert.strictEqual(valueOf({ exit }), "user of r1")
          assert.isAtMost(duration, 5000)
          assert.deepStrictEqual(yield* sentTokens, [Redacted.value(accessToken!)])
          assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(accessToken!))
        }).pipe(Effect.provide(layerTest())))
    }
  }

  it.effect("a renewal that loses one connection is repeated, and the call is sent with the new token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, networkError)
      assert.strictEqual(valueOf(yield* complete(update)), "user of r1")
      assert.strictEqual(yield* tokenCount, 2)
      const sent = yield* sentTokens
      assert.deepStrictEqual(sent, [(yield* inStore)?.accessToken])
      assert.notDeepEqual(sent, [Redacted.value(accessToken!)])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a failed renewal is repeated by the next call", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, answer(503, ""))
      yield* complete(get, 0)
      assert.strictEqual((yield* Session.state)._tag, "Stale")
      yield* complete(get, 0)
      assert.strictEqual(yield* tokenCount, 2)
      assert.strictEqual((yield* Session.state)._tag, "Active")
      assert.deepStrictEqual(yield* sentTokens, [Redacted.value(accessToken!), (yield* inStore)?.accessToken])
    }).pipe(Effect.provide(layerTest())))

  for (
    const [what, refusal] of [
      ["a known error", knownError(401, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")],
      ["an OAuth error", answer(400, { error: "invalid_grant" })]
    ] as const
  ) {
    it.effect(`is refused by ${what}: the session ends, and the token in hand is not sent`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedValidFor("r1", 16_000)
        service.script(tokenRoute, refusal)
        assert.isUndefined(valueOf(yield* complete(get)))
        assert.deepStrictEqual(yield* sentTokens, [])
        assert.isUndefined(yield* inStore)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("a renewal gets an invalid response: the call fails, because a retry would not help", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, answer(200, { token_type: "Bearer" }))
      assert.strictEqual(errorOf(yield* complete(update)).reason._tag, "InvalidResponse")
      assert.deepStrictEqual(yield* sentTokens, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a renewal fails after the current token has expired: the call fails", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 3000)
      service.script(tokenRoute, ...lost(5))
      const error = errorOf(yield* complete(update))
      assert.deepInclude(error.reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.strictEqual(yield* tokenCount, 5)
      assert.deepStrictEqual(yield* sentTokens, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a renewal fails in the token's last valid millisecond: the token is sent", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 1001)
      service.delayMillis = 1000
      service.script(tokenRoute, answer(503, ""))
      service.script(userRoute, answer(403, "No"))
      yield* complete(get)
      assert.lengthOf(yield* sentTokens, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a renewal fails in the millisecond of the token's expiry: the call fails", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 1000)
      service.delayMillis = 1000
      service.script(tokenRoute, answer(503, ""))
      assert.strictEqual(errorOf(yield* complete(get)).reason._tag, "ServiceUnavailable")
      assert.lengthOf(yield* sentTokens, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails while the device's clock is a day behind: the service's clock decides whether the token is valid", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      yield* moveDeviceClock(-86_400_000)
      // Measures the difference between the clocks.
      yield* Session.getAccessToken({ validity: 59_999 })
      const { accessToken } = (yield* (yield* TokenStore.TokenStore).get)!
      yield* TestClock.adjust(590_000)
      service.script(tokenRoute, answer(503, ""), answer(503, ""))
      yield* complete(get, 0)
      assert.deepStrictEqual(yield* sentTokens, [Redacted.value(accessToken!)])
      yield* TestClock.adjust(11_000)
      assert.strictEqual(errorOf(yield* complete(get, 0)).reason._tag, "ServiceUnavailable")
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails during a sign-out: the call is not sent with the token of the ended session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.delayMillis = 1000
      service.script(tokenRoute, answer(503, ""))
      const call = yield* Effect.forkChild(Effect.exit(update))
      yield* TestClock.adjust(500)
      yield* (yield* TokenStore.TokenStore).modify(() => undefined)
      yield* TestClock.adjust("1 minute")
      assert.isTrue(Exit.isFailure(yield* Fiber.join(call)))
      assert.deepStrictEqual(yield* sentTokens, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails while another user signs in: no call is sent with either user's token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.delayMillis = 1000
      service.script(tokenRoute, answer(503, ""))
      const calls = yield* Effect.forkChild(Effect.all([Effect.exit(get), Effect.exit(update)], { concurrency: 2 }))
      yield* TestClock.adjust(500)
      const other = yield* service.begin("r2")
      yield* (yield* TokenStore.TokenStore).modify(() => other)
      yield* TestClock.adjust("1 minute")
      assert.isTrue((yield* Fiber.join(calls)).every(Exit.isFailure))
      assert.deepStrictEqual(yield* sentTokens, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is not answered while another user signs in: a read is sent as that user, and a write is not sent", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, Effect.never)
      const read = yield* Effect.forkChild(get)
      const write = yield* Effect.forkChild(Effect.exit(update))
      yield* TestClock.adjust(500)
      const other = yield* service.begin("r2")
      yield* (yield* TokenStore.TokenStore).modify(() => other)
      yield* TestClock.adjust(5000)
      assert.strictEqual(yield* Fiber.join(read), "user of r2")
      assert.isTrue(Exit.isFailure(yield* Fiber.join(write)))
      assert.deepStrictEqual(yield* sentTokens, [Redacted.value(other.accessToken)])
    }).pipe(Effect.provide(layerTest())))

  it.effect("has no response: 100 concurrent calls share its attempts, and each is sent once", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, ...lost(5))
      const done = valueOf(
        yield* complete(Effect.all(Array.from({ length: 100 }, () => update), { concurrency: "unbounded" }))
      )
      assert.lengthOf(done, 100)
      // The attempts of five seconds at most: after 0, 1 and 3 seconds on average.
      assert.isAtLeast(yield* tokenCount, 2)
      assert.isAtMost(yield* tokenCount, 5)
      assert.deepStrictEqual(new Set(yield* sentTokens), new Set([Redacted.value(accessToken!)]))
      assert.lengthOf(service.to(updateRoute), 100)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a renewal is interrupted with its only caller", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, Effect.never)
      const call = yield* Effect.forkChild(update)
      yield* TestClock.adjust(1000)
      yield* Fiber.interrupt(call)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(service.aborted, 1)
      assert.strictEqual(yield* tokenCount, 1)
      assert.deepStrictEqual(yield* sentTokens, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a failed renewal fails Session.getAccessToken if the current token is not valid for long enough", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedValidFor("r1", 16_000)
      service.script(tokenRoute, answer(503, ""))
      const error = errorOf(yield* complete(Session.getAccessToken({ validity: 30_000 })))
      assert.strictEqual(error.reason._tag, "ServiceUnavailable")
    }).pipe(Effect.provide(layerTest())))

  const headers = {
    "Session.authHeaders": Effect.map(Session.authHeaders, (headers) => headers["x-stack-auth"]),
    "Session.authorizationHeader": Session.authorizationHeader
  }
  for (const [what, header] of Object.entries(headers)) {
    it.effect(`a renewal fails: ${what} returns the current token`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        const { accessToken } = yield* storedValidFor("r1", 16_000)
        service.script(tokenRoute, answer(503, ""))
        assert.include(Redacted.value(valueOf(yield* complete(header))!), Redacted.value(accessToken!))
      }).pipe(Effect.provide(layerTest())))
  }
})
