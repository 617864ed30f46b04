import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import {
  AccessToken,
  type ApiError,
  Client,
  CurrentUser,
  Password,
  RetryPolicy,
  Session,
  TokenStore,
  type TransportResponse
} from "latchkey"
import { runsOf } from "../support/propertyRuns.ts"
import {
  type Answer,
  answer,
  busy,
  inStore,
  jwt,
  knownError,
  layerSlow,
  layerTest,
  listen,
  makeCountingStore,
  moveDeviceClock,
  networkError,
  Service,
  settle,
  start,
  stored,
  storedExpired,
  turns
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"
const userRoute = "GET /users/me"

/** The reason of an API error. */
const reasonOf = <A, E, R>(effect: Effect.Effect<A, E | ApiError, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    // Sound: the tests cause no other error in these calls.
    assert.strictEqual((error as ApiError)._tag, "ApiError")
    return (error as ApiError).reason
  })

const stateTag = Effect.map(Session.state, ({ _tag }) => _tag)

const userId = Effect.map(CurrentUser.get(), (user) => user?.id)

/** Runs an effect against a slow service, and advances the clock until it completes. */
const passing = <A, E, R>(millis: number, effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    yield* TestClock.adjust(millis)
    return yield* Fiber.join(fiber)
  })

const times = <A, E, R>(n: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: n }, () => effect), { concurrency: "unbounded" })

describe("case 1: concurrent calls with an expired access token", () => {
  for (const n of [50, 100, 1000]) {
    it.effect(`${n} concurrent calls send one token request, and all succeed with its token`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        service.delayMillis = 100
        const users = yield* passing(200, times(n, userId))
        assert.deepStrictEqual(new Set(users), new Set(["user of r1"]))
        assert.strictEqual(service.to(tokenRoute).length, 1)
        assert.strictEqual(service.to(userRoute).length, n)
        const sent = new Set(service.to(userRoute).map(({ headers }) => headers["x-stack-access-token"]))
        assert.deepStrictEqual(sent, new Set([(yield* inStore)?.accessToken]))
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("calls made one after another while the token request is pending share it", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const fibers = []
      for (let i = 0; i < 10; i++) {
        fibers.push(yield* Effect.forkChild(Session.getAccessToken()))
        yield* TestClock.adjust(9)
      }
      yield* TestClock.adjust(10)
      const tokens = yield* Fiber.joinAll(fibers)
      assert.strictEqual(new Set(tokens.map((token) => Redacted.value(token!))).size, 1)
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("one token request serves all calls, at any interleaving of fibers", () =>
    Effect.forEach(Array.from({ length: runsOf(50) }, (_, seed) => seed), (seed) =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        const calls = Array.from({ length: 30 }, (_, i) => Effect.andThen(turns(i % 10), Session.getAccessToken()))
        const tokens = yield* Effect.all(calls, { concurrency: "unbounded" })
        assert.strictEqual(new Set(tokens.map((token) => Redacted.value(token!))).size, 1)
        assert.strictEqual(service.to(tokenRoute).length, 1)
      }).pipe(busy(seed), Effect.provide(Layer.fresh(layerTest())))))

  it.effect("the request is an OAuth grant with the refresh token only in its body", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      yield* Session.getAccessToken()
      const [{ body, headers }] = service.to(tokenRoute) as [(typeof service.requests)[number]]
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(body)), {
        grant_type: "refresh_token",
        refresh_token: "r1",
        client_id: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
        client_secret: "pck_test"
      })
      assert.notInclude(JSON.stringify(headers), "r1")
    }).pipe(Effect.provide(layerTest())))
})

describe("case 2: the network fails during a refresh", () => {
  const lost = Array.from({ length: 5 }, () => networkError)

  it.effect("the next call refreshes and succeeds", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const before = yield* storedExpired("r1")
      service.script(tokenRoute, ...lost)
      const reason = yield* passing(30_000, reasonOf(CurrentUser.get()))
      assert.strictEqual(reason._tag, "NetworkFailure")
      assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(before.accessToken!))
      assert.strictEqual(yield* stateTag, "Stale")
      assert.strictEqual(yield* userId, "user of r1")
      assert.strictEqual(yield* stateTag, "Active")
      assert.strictEqual(service.to(tokenRoute).length, 6)
    }).pipe(Effect.provide(layerTest())))

  it.effect("all waiting calls fail, and one later call refreshes for all", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      service.script(tokenRoute, ...lost)
      const reasons = yield* passing(30_000, times(50, reasonOf(CurrentUser.get())))
      assert.deepStrictEqual(new Set(reasons.map(({ _tag }) => _tag)), new Set(["NetworkFailure"]))
      assert.strictEqual(service.to(tokenRoute).length, 5)
      yield* passing(200, times(50, userId))
      assert.strictEqual(service.to(tokenRoute).length, 6)
    }).pipe(Effect.provide(layerTest())))
})

describe("case 3: sign-out during a refresh", () => {
  const { counts, layer } = makeCountingStore()

  it.effect("a sign-out during a refresh leaves the store empty", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(50)
      assert.strictEqual(yield* stateTag, "Refreshing")
      const signOut = yield* Effect.forkChild(Session.signOut)
      yield* settle
      assert.isUndefined(yield* inStore)
      assert.strictEqual(yield* stateTag, "SignedOut")
      const states = yield* listen
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(yield* Fiber.join(call))
      yield* Fiber.join(signOut)
      assert.isUndefined(yield* inStore)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["SignedOut"])
      assert.isFalse(service.users.has("r1"))
      // One read by the test, one by the sign-out, one by the refresh, which finds no session to write to.
      assert.strictEqual(counts.writes, 3)
    }).pipe(Effect.provide(layerTest(layer))))
})

describe("case 6: temporarily failing refresh", () => {
  const html = "<!doctype html><title>Bad gateway</title>"
  const cases: Record<string, readonly [answers: ReadonlyArray<TransportResponse | Answer>, reason: string]> = {
    "500": [[answer(500, "Internal error")], "ServiceUnavailable"],
    "502": [[answer(502, html)], "ServiceUnavailable"],
    "503": [[answer(503, html)], "ServiceUnavailable"],
    "504": [[answer(504, "")], "ServiceUnavailable"],
    "408": [[answer(408, "")], "ServiceUnavailable"],
    "429, as often as it is asked": [Array.from({ length: 5 }, () => answer(429, "")), "RateLimited"],
    "429 with an hour to wait": [[answer(429, "", { "retry-after": "3600" })], "RateLimited"],
    "nothing in time": [Array.from({ length: 5 }, () => Effect.never), "NetworkFailure"],
    "an empty body": [[answer(200, "")], "InvalidResponse"],
    "an HTML page": [[answer(200, html)], "InvalidResponse"],
    "a body without the token": [[answer(200, { token_type: "Bearer" })], "InvalidResponse"],
    "a token that is no JWT": [[answer(200, { access_token: "opaque" })], "InvalidResponse"],
    "401 without a known error": [[answer(401, "Who are you?")], "RequestRefused"],
    "a refusal of the project's own key": [[knownError(400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET", {
      client_id: null
    })], "ProjectRefused"],
    "an error that this version does not know": [[knownError(403, "BRAND_NEW_ERROR")], "UnsupportedError"],
    "a known error in the header only": [
      [answer(401, html, { "x-stack-known-error": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" })],
      "InvalidResponse"
    ],
    "a redirect": [[answer(302, "", { location: "https://elsewhere.test" })], "InvalidResponse"]
  }

  it.effect("a refresh that returns a non-JWT fails with the path of the field", () =>
    Effect.gen(function*() {
      yield* storedExpired("r1")
      const service = yield* Service
      service.script(tokenRoute, answer(200, { access_token: "opaque" }))
      const reason = yield* reasonOf(CurrentUser.get())
      assert.deepInclude(reason, { _tag: "InvalidResponse", status: 200, path: ["access_token"] })
    }).pipe(Effect.provide(layerTest())))

  for (const [what, [answers, expected]] of Object.entries(cases)) {
    it.effect(`${what}: the session is kept and stale, the error is ${expected}, and the next call retries`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        const before = yield* inStore
        const states = yield* listen
        service.script(tokenRoute, ...answers)
        const reason = yield* passing(200_000, reasonOf(CurrentUser.get()))
        assert.strictEqual(reason._tag, expected)
        assert.deepStrictEqual(yield* inStore, before)
        const state = yield* Session.state
        assert.strictEqual(state._tag === "Stale" && state.error.reason, reason)
        assert.strictEqual(service.to(userRoute).length, 0)
        const requests = service.to(tokenRoute).length
        assert.strictEqual(requests, answers.length)

        assert.strictEqual(yield* userId, "user of r1")
        assert.strictEqual(service.to(tokenRoute).length, requests + 1)
        yield* settle
        assert.deepStrictEqual(states.map(({ _tag }) => _tag), [
          "Active",
          "Refreshing",
          "Stale",
          "Refreshing",
          "Active"
        ])
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("an attempt of a refresh without a response fails after exactly 30 seconds", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, Effect.never)
      const fiber = yield* Effect.forkChild(
        Effect.provideService(reasonOf(CurrentUser.get()), RetryPolicy, Schedule.recurs(0))
      )
      yield* TestClock.adjust(29_999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isDefined(fiber.pollUnsafe())
      assert.strictEqual(service.aborted, 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("case 7: refused refresh token", () => {
  it.effect("the session ends, and subscribers are notified once", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.users.clear()
      service.delayMillis = 100
      const states = yield* listen
      const users = yield* passing(200, times(50, userId))
      assert.deepStrictEqual(new Set(users), new Set([undefined]))
      assert.isUndefined(yield* inStore)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "Refreshing", "SignedOut"])
      assert.strictEqual(service.requests.length, 1)
      assert.isUndefined(yield* userId)
      assert.isNull(yield* Session.getAccessToken())
      assert.strictEqual(service.requests.length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refusal that arrives after another sign-in does not end the new session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.users.clear()
      service.delayMillis = 100
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(50)
      yield* stored("r2")
      yield* TestClock.adjust(150)
      assert.strictEqual(yield* Fiber.join(call), "user of r2")
      assert.strictEqual((yield* inStore)?.refreshToken, "r2")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a bare OAuth invalid_grant ends the session (RFC 6749 § 5.2)", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, answer(400, { error: "invalid_grant", error_description: "Refused" }))
      assert.isNull(yield* CurrentUser.get())
      assert.isUndefined(yield* inStore)
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a bare OAuth error other than invalid_grant keeps the session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.script(tokenRoute, answer(400, { error: "invalid_request", error_description: "Refused" }))
      const reason = yield* reasonOf(CurrentUser.get())
      assert.strictEqual(reason._tag === "RequestRefused" && reason.serviceCode, "invalid_request")
      assert.strictEqual((yield* inStore)?.refreshToken, "r1")
      assert.strictEqual(yield* stateTag, "Stale")
    }).pipe(Effect.provide(layerTest())))
})

describe("case 8: wrong device clock", () => {
  const offsets = {
    "a minute ahead": 60_000,
    "a minute behind": -60_000,
    "11 minutes ahead": 660_000,
    "11 minutes behind": -660_000,
    "a day ahead": 86_400_000,
    "a day behind": -86_400_000
  }

  /** Makes one call per minute for half an hour, during which three access tokens expire. */
  const halfAnHour = (atMinute: (minute: number) => Effect.Effect<void, never, Service>) =>
    Effect.gen(function*() {
      for (let minute = 0; minute < 30; minute++) {
        yield* atMinute(minute)
        assert.strictEqual(yield* userId, "user of r1")
        yield* TestClock.adjust("1 minute")
      }
    })

  for (const [what, offset] of Object.entries(offsets)) {
    it.effect(`${what} from the start: every call succeeds with the minimum of token requests`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        service.skewMillis = -offset
        yield* stored("r1")
        const states = yield* listen
        yield* halfAnHour(() => Effect.void)
        assert.strictEqual(yield* Session.clockSkewMillis, -offset)
        // Three by the service's clock; one more if the stored token seemed expired.
        assert.isAtMost(service.to(tokenRoute).length, 4)
        // One refusal if the stored token seemed valid.
        assert.isAtMost(service.to(userRoute).length, 31)
        assert.notInclude(states.map(({ _tag }) => _tag), "SignedOut")
        assert.notInclude(states.map(({ _tag }) => _tag), "Stale")
      }).pipe(Effect.provide(layerTest())))

    it.effect(`${what} after a jump: every call succeeds with the minimum of token requests`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        yield* Session.getAccessToken()
        yield* halfAnHour((minute) => minute === 15 ? moveDeviceClock(offset) : Effect.void)
        assert.strictEqual(yield* Session.clockSkewMillis, -offset)
        assert.isAtMost(service.to(tokenRoute).length, 4)
        assert.isAtMost(service.to(userRoute).length, 31)
        assert.strictEqual((yield* inStore)?.refreshToken, "r1")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("the skew is unknown until a token is issued, and then accurate to one second", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* Session.getAccessToken()
      assert.isUndefined(yield* Session.clockSkewMillis)
      yield* TestClock.setTime(start + 700_999)
      yield* Session.getAccessToken()
      assert.strictEqual(yield* Session.clockSkewMillis, -999)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-in reveals the clock skew", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.skewMillis = 5000
      yield* Password.signIn({ email: "a@b.test", password: Redacted.make("correct horse") })
      assert.strictEqual(yield* Session.clockSkewMillis, 5000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token without an issue time is trusted, even if the device clock is far ahead", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.skewMillis = -86_400_000
      yield* storedExpired("r1")
      const now = yield* Clock.currentTimeMillis
      const token = jwt({ sub: "user of r1", exp: (now - 86_400_000) / 1000 + 600 })
      service.script(tokenRoute, answer(200, { access_token: token }), answer(200, { access_token: token }))
      assert.strictEqual(Redacted.value((yield* Session.getAccessToken())!), token)
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("case 9: access tokens issued already expired", () => {
  for (const lifetime of [0, -1, -600]) {
    it.effect(`a lifetime of ${lifetime} seconds: two token requests, a ClockSkewError, no loop`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        const before = yield* inStore
        service.lifetimeSeconds = lifetime
        const reason = yield* reasonOf(CurrentUser.get())
        assert.strictEqual(reason._tag === "ClockSkewError" && reason.lifetimeMillis, lifetime * 1000)
        assert.strictEqual(service.to(tokenRoute).length, 2)
        assert.strictEqual(service.to(userRoute).length, 0)
        assert.deepStrictEqual(yield* inStore, before)
        assert.strictEqual(yield* stateTag, "Stale")
        yield* reasonOf(CurrentUser.get())
        assert.strictEqual(service.to(tokenRoute).length, 4)
        service.lifetimeSeconds = 600
        assert.strictEqual(yield* userId, "user of r1")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("a valid second token is used", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      const now = (yield* Clock.currentTimeMillis) / 1000
      service.script(tokenRoute, answer(200, { access_token: jwt({ iat: now, exp: now }) }))
      assert.strictEqual(yield* userId, "user of r1")
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("tokens from the past that the service refuses: two token requests, a typed error, no loop", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.tokenTimeErrorMillis = -1_200_000
      const reason = yield* reasonOf(CurrentUser.get())
      assert.strictEqual(reason._tag, "ClockSkewError")
      assert.strictEqual(service.to(tokenRoute).length, 2)
      assert.strictEqual(service.to(userRoute).length, 2)
      assert.strictEqual((yield* inStore)?.refreshToken, "r1")
      service.tokenTimeErrorMillis = 0
      assert.strictEqual(yield* userId, "user of r1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("tokens with a lifetime below the call's minimum are used, with one refresh per call", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.lifetimeSeconds = 10
      for (let calls = 1; calls <= 3; calls++) {
        yield* Password.set({ password: Redacted.make("battery staple") })
        assert.strictEqual(service.to(tokenRoute).length, calls)
      }
      assert.strictEqual(yield* stateTag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a service that repeats its last token leaves the session active", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* storedExpired("r1")
      service.script(tokenRoute, answer(200, { access_token: Redacted.value(accessToken!) }))
      const states = yield* listen
      yield* Session.getAccessToken()
      yield* settle
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "Refreshing", "Active"])
    }).pipe(Effect.provide(layerTest())))
})

describe("case 10: valid access token refused", () => {
  const set = Password.set({ password: Redacted.make("battery staple") })
  const calls = {
    "GET": [Effect.asVoid(CurrentUser.get()), userRoute],
    "POST": [set, "POST /auth/password/set"]
  } as const

  for (const [method, [call, route]] of Object.entries(calls)) {
    it.effect(`${method}: one refresh, one retry, then a typed error`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.refusesAccessTokens = true
        const reason = yield* reasonOf(call)
        assert.strictEqual(reason._tag === "UndeclaredError" && reason.error._tag, "UnparsableAccessToken")
        assert.strictEqual(service.to(tokenRoute).length, 1)
        assert.strictEqual(service.to(route).length, 2)
        assert.strictEqual((yield* inStore)?.refreshToken, "r1")
      }).pipe(Effect.provide(layerTest())))

    for (
      const [code, details] of [
        ["ACCESS_TOKEN_EXPIRED", { expired_at_millis: start }],
        ["UNPARSABLE_ACCESS_TOKEN", undefined],
        ["INVALID_PROJECT_FOR_ACCESS_TOKEN", { expected_project_id: "a", actual_project_id: "b" }]
      ] as const
    ) {
      it.effect(`${method}: after ${code}, one retry with a new access token succeeds`, () =>
        Effect.gen(function*() {
          const service = yield* Service
          yield* stored("r1")
          service.script(route, knownError(401, code, details))
          yield* call
          assert.strictEqual(service.to(tokenRoute).length, 1)
          const sent = service.to(route).map(({ headers }) => headers["x-stack-access-token"])
          assert.strictEqual(sent.length, 2)
          assert.notStrictEqual(sent[0], sent[1])
          assert.strictEqual(sent[1], (yield* inStore)?.accessToken)
        }).pipe(Effect.provide(layerTest())))
    }
  }

  it.effect("50 refusals of one token cause one refresh", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.delayMillis = 100
      service.script(userRoute, ...Array.from({ length: 50 }, () => knownError(401, "UNPARSABLE_ACCESS_TOKEN")))
      const users = yield* passing(300, times(50, userId))
      assert.deepStrictEqual(new Set(users), new Set(["user of r1"]))
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refusal of an older token does not expire a newer one", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.delayMillis = 100
      service.script(userRoute, knownError(401, "UNPARSABLE_ACCESS_TOKEN"))
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(50)
      const newer = yield* stored("r1")
      yield* TestClock.adjust(150)
      assert.strictEqual(yield* Fiber.join(call), "user of r1")
      assert.strictEqual(service.to(tokenRoute).length, 0)
      assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(newer.accessToken!))
    }).pipe(Effect.provide(layerTest())))
})

describe("case 13: interrupted caller", () => {
  const { counts, layer } = makeCountingStore()

  it.effect("interrupting the caller aborts the request, and changes neither the store nor the session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      const before = yield* inStore
      const { writes } = counts
      service.delayMillis = 100
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(99)
      assert.strictEqual(yield* stateTag, "Refreshing")
      yield* Fiber.interrupt(call)
      assert.strictEqual(service.aborted, 1)
      assert.strictEqual(yield* stateTag, "Active")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(counts.writes, writes)
      assert.deepStrictEqual(yield* inStore, before)
      assert.strictEqual(yield* passing(200, userId), "user of r1")
    }).pipe(Effect.provide(layerTest(layer))))
})

describe("case 14: some of the waiting callers interrupted", () => {
  for (const [which, index] of [["the first", 0], ["one in the middle", 25], ["the last", 49]] as const) {
    it.effect(`${which} of 50 is interrupted, and 49 complete`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* storedExpired("r1")
        service.delayMillis = 100
        const fibers = yield* Effect.all(Array.from({ length: 50 }, () => Effect.forkChild(userId)))
        yield* TestClock.adjust(50)
        yield* Fiber.interrupt(fibers[index]!)
        yield* TestClock.adjust(150)
        const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.await(fiber))
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 49)
        assert.isTrue(Exit.hasInterrupts(exits[index]!))
        assert.strictEqual(service.to(tokenRoute).length, 1)
        assert.strictEqual(service.aborted, 0)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("interrupting all 50 callers aborts the request, and the next call refreshes", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const states = yield* listen
      const fibers = yield* Effect.all(Array.from({ length: 50 }, () => Effect.forkChild(userId)))
      yield* TestClock.adjust(50)
      assert.strictEqual(service.to(tokenRoute).length, 1)
      yield* Fiber.interruptAll(fibers)
      yield* settle
      assert.strictEqual(service.aborted, 1)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "Refreshing", "Active"])
      assert.strictEqual(yield* passing(200, userId), "user of r1")
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a call made while the last waiting caller is interrupted starts its own refresh", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const first = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(50)
      first.interruptUnsafe()
      assert.strictEqual(yield* passing(200, userId), "user of r1")
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))
})

describe("Session.getAccessToken", () => {
  it.effect("uses a token valid for 20 seconds, and refreshes one valid for a millisecond less", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { accessToken } = yield* stored("r1")
      yield* TestClock.adjust(580_000)
      const token = Session.getAccessToken({ maxAge: Infinity })
      assert.strictEqual(Redacted.value((yield* token)!), Redacted.value(accessToken!))
      yield* userId
      assert.strictEqual(service.to(tokenRoute).length, 0)
      yield* TestClock.adjust(1)
      assert.notStrictEqual(Redacted.value((yield* token)!), Redacted.value(accessToken!))
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  const uses = {
    "Session.getAccessToken of any age": Effect.asVoid(Session.getAccessToken({ maxAge: Infinity })),
    "a read": Effect.asVoid(CurrentUser.get()),
    "a write": Password.set({ password: Redacted.make("battery staple") })
  }
  for (const [what, use] of Object.entries(uses)) {
    it.effect(`Session.getAccessToken: for ${what}, refreshes a token valid for 19.999 s, and keeps one valid for 20 s`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        yield* TestClock.adjust(580_000)
        yield* use
        assert.strictEqual(service.to(tokenRoute).length, 0)
        yield* TestClock.adjust(1)
        yield* use
        assert.strictEqual(service.to(tokenRoute).length, 1)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("returns a token valid for the requested duration, to the millisecond", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* TestClock.adjust(540_001)
      yield* Session.getAccessToken({ validity: 59_999, maxAge: Infinity })
      assert.strictEqual(service.to(tokenRoute).length, 0)
      yield* TestClock.adjust(1)
      yield* Session.getAccessToken({ validity: "30 seconds", maxAge: Infinity })
      assert.strictEqual(service.to(tokenRoute).length, 0)
      yield* Session.getAccessToken({ validity: 59_999, maxAge: Infinity })
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts a requested validity below 60 seconds in every unit, a negative one, and NaN", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      for (
        const validity of [59_999_999_999n, { seconds: 59, milliseconds: 999 }, "-1 hour", -Infinity, NaN] as const
      ) {
        assert.isNotNull(yield* Session.getAccessToken({ validity }))
      }
      assert.isTrue(Exit.hasDies(yield* Effect.exit(Session.getAccessToken({ validity: 60_000_000_000n }))))
      assert.strictEqual(service.to(tokenRoute).length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("rejects a requested validity of 60 seconds or more", () =>
    Effect.gen(function*() {
      const service = yield* Service
      for (const validity of ["60 seconds", "1 hour", Infinity] as const) {
        const exit = yield* Effect.exit(Session.getAccessToken({ validity }))
        assert.isTrue(Exit.hasDies(exit))
        const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.include(String(defect), "The validity must be less than 60 seconds")
      }
      assert.strictEqual(service.requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns undefined if no user is signed in, without a request", () =>
    Effect.gen(function*() {
      assert.isNull(yield* Session.getAccessToken())
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refreshes a session whose access token is missing or unreadable", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const { refreshToken } = yield* service.begin("r1")
      const store = yield* TokenStore.TokenStore
      for (const accessToken of [undefined, Redacted.make("opaque")]) {
        yield* store.modify(() => ({ refreshToken, accessToken }))
        const token = yield* Session.getAccessToken()
        assert.strictEqual(AccessToken.parse(token!)?.userId, "user of r1")
      }
      assert.strictEqual(service.to(tokenRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))
})

describe("the commit guard", () => {
  it.effect("keeps another tab's sign-in during a refresh, and its tokens", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(50)
      const other = yield* stored("r2")
      yield* TestClock.adjust(150)
      assert.strictEqual(yield* Fiber.join(call), "user of r2")
      assert.deepStrictEqual(yield* inStore, {
        refreshToken: "r2",
        accessToken: Redacted.value(other.accessToken!)
      })
      assert.strictEqual(service.to(tokenRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the commit guard refreshes another tab's session that has no access token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(Session.getAccessToken())
      yield* TestClock.adjust(50)
      const { refreshToken } = yield* service.begin("r2")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken, accessToken: undefined }))
      yield* TestClock.adjust(250)
      assert.strictEqual(AccessToken.parse((yield* Fiber.join(call))!)?.userId, "user of r2")
      assert.deepStrictEqual(
        service.to(tokenRoute).map(({ body }) => new URLSearchParams(body).get("refresh_token")),
        ["r1", "r2"]
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps this client's own sign-in during a refresh, and its tokens", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const call = yield* Effect.forkChild(userId)
      yield* TestClock.adjust(1)
      service.delayMillis = 10
      const { tokens } = yield* passing(
        10,
        Password.signIn({ email: "a@b.test", password: Redacted.make("correct horse") })
      )
      yield* TestClock.adjust(200)
      assert.strictEqual(yield* Fiber.join(call), "user of password-1")
      assert.deepStrictEqual(yield* inStore, {
        refreshToken: Redacted.value(tokens.refreshToken),
        accessToken: Redacted.value(tokens.accessToken!)
      })
    }).pipe(Effect.provide(layerTest())))

  const uses = {
    "CurrentUser.get": userId,
    "Session.getAccessToken": Effect.map(Session.getAccessToken(), (token) => AccessToken.parse(token!)?.userId),
    "Session.refresh": Effect.map(Session.refresh, (token) => AccessToken.parse(token!)?.userId)
  }
  for (const [name, use] of Object.entries(uses)) {
    it.effect(`${name}: refreshes again if another tab removes the new token while it is written`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        const { refreshToken } = yield* storedExpired("r1")
        const call = yield* Effect.forkChild(use)
        yield* TestClock.adjust(50)
        assert.strictEqual(service.to(tokenRoute).length, 1)
        yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken, accessToken: undefined }))
        yield* Session.state
        yield* TestClock.adjust(50)
        assert.strictEqual(yield* Fiber.join(call), "user of r1")
        assert.strictEqual(service.to(tokenRoute).length, 2)
        assert.isDefined((yield* inStore)?.accessToken)
      }).pipe(Effect.provide(layerTest(layerSlow(0, [0, 100])))))
  }

  it.effect("uses the access token stored by another tab before the refresh starts", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      const { session } = yield* Client.Client
      yield* session.state
      const { accessToken } = yield* stored("r1")
      assert.strictEqual(Redacted.value((yield* Session.getAccessToken())!), Redacted.value(accessToken!))
      assert.strictEqual(service.to(tokenRoute).length, 0)
    }).pipe(Effect.provide(layerTest())))
})

describe("Session.getAccessToken, with a validity of zero", () => {
  it.effect("refreshes a token in the millisecond of its expiry, and not before", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      yield* TestClock.adjust(599_999)
      yield* Session.getAccessToken({ validity: 0, maxAge: Infinity })
      assert.lengthOf(service.to(tokenRoute), 0)
      yield* TestClock.adjust(1)
      yield* Session.getAccessToken({ validity: 0, maxAge: Infinity })
      assert.lengthOf(service.to(tokenRoute), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refreshes a token that is not a JWT", () =>
    Effect.gen(function*() {
      const { refreshToken } = yield* stored("r1")
      const opaque = Redacted.make("opaque")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken, accessToken: opaque }))
      const token = yield* Session.getAccessToken({ validity: 0, maxAge: Infinity })
      assert.strictEqual(AccessToken.parse(token!)?.userId, "user of r1")
    }).pipe(Effect.provide(layerTest())))
})

describe("an access token of an anonymous or restricted user", () => {
  const names = ["is_anonymous", "is_restricted"] as const
  for (
    const [name, claim] of names.flatMap((name) =>
      [true, false, undefined, "true"].map((value) => [name, value] as const)
    )
  ) {
    it.effect(`an access token with the claim ${name} ${claim} is sent ${claim === true ? "with" : "without"} the header`, () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* stored("r1")
        const claims = { sub: "user of r1", iat: start / 1000, exp: start / 1000 + 600, [name]: claim }
        const accessToken = jwt(claims)
        const store = yield* TokenStore.TokenStore
        yield* store.modify(() => ({ refreshToken, accessToken: Redacted.make(accessToken) }))
        yield* CurrentUser.get()
        const { headers } = (yield* Service).to(userRoute)[0]!
        assert.strictEqual(headers["x-stack-access-token"], accessToken)
        assert.strictEqual(headers["x-stack-refresh-token"], "r1")
        assert.strictEqual(headers["x-stack-allow-anonymous-user"], claim === true ? "true" : undefined)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("two sessions, the second started during a refresh of the first", () => {
  /** Starts a refresh that takes one second, and replaces its session by another one with an expired token. */
  const replaceInRefresh = Effect.gen(function*() {
    const service = yield* Service
    const r2 = yield* service.begin("r2")
    yield* storedExpired("r1")
    service.delayMillis = 1000
    yield* Effect.forkChild(Effect.exit(CurrentUser.get()), { startImmediately: true })
    yield* TestClock.adjust(100)
    assert.lengthOf(service.to(tokenRoute), 1)
    yield* (yield* TokenStore.TokenStore).modify(() => r2)
    return service
  })

  const userOf = (headers: Readonly<Record<string, string>>) =>
    AccessToken.parse(Redacted.make(headers["x-stack-access-token"]!))?.userId

  it.effect("two sessions are refreshed by separate requests", () =>
    Effect.gen(function*() {
      const service = yield* replaceInRefresh
      const user = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(user))?.id, "user of r2")
      const sent = service.to(tokenRoute).map(({ body }) => new URLSearchParams(body).get("refresh_token"))
      assert.deepStrictEqual(sent, ["r1", "r2"])
      for (const { headers } of service.to(userRoute)) {
        assert.isAbove(
          AccessToken.parse(Redacted.make(headers["x-stack-access-token"]!))!.expiresAtMillis,
          start + 660_000
        )
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("two sessions are signed out with separate access tokens", () =>
    Effect.gen(function*() {
      const service = yield* replaceInRefresh
      const signOut = yield* Effect.forkChild(Session.signOut, { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(signOut)
      const requests = service.to("DELETE /auth/sessions/current")
      assert.deepStrictEqual(requests.map(({ headers }) => userOf(headers)), ["user of r2"])
    }).pipe(Effect.provide(layerTest())))
})

describe("a store that reports several changes together", () => {
  it.effect("is read at most twice while the session has subscribers", () =>
    Effect.gen(function*() {
      let reads = 0
      const listeners = new Set<() => void>()
      const store = Layer.succeed(TokenStore.TokenStore, {
        get: Effect.suspend(() => {
          reads++
          return Effect.delay(Effect.undefined, 100)
        }),
        modify: () => Effect.undefined,
        subscribe: (listener) => Effect.sync(() => listeners.add(() => listener(undefined)))
      })
      yield* Effect.gen(function*() {
        yield* listen
        yield* TestClock.adjust(1000)
        const before = reads
        for (let i = 0; i < 5; i++) for (const report of listeners) report()
        yield* TestClock.adjust(50)
        for (let i = 0; i < 5; i++) for (const report of listeners) report()
        yield* TestClock.adjust(1000)
        assert.strictEqual(reads - before, 2)
      }).pipe(Effect.provide(layerTest(store)))
    }))
})
