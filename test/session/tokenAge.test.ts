import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { type ApiError, Client, CurrentUser, Session, TokenStore } from "latchkey"
import {
  answer,
  inStore,
  jwt,
  layerSlow,
  layerTest,
  moveDeviceClock,
  networkError,
  Service,
  settle,
  start,
  stored,
  storedExpired
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"

/** The ways to hand out a token, each with the token. */
const handOuts: Readonly<Record<string, Effect.Effect<string | undefined, ApiError, Client.Client>>> = {
  "Session.getAccessToken": Effect.map(Session.getAccessToken(), (token) => token?.pipe(Redacted.value)),
  "Session.authorizationHeader": Effect.map(
    Session.authorizationHeader,
    (header) => header?.pipe(Redacted.value).slice("Bearer ".length)
  ),
  "Session.authHeaders": Effect.map(
    Session.authHeaders,
    (headers) => JSON.parse(Redacted.value(headers["x-stack-auth"])).accessToken ?? undefined
  )
}

const accessToken = handOuts["Session.getAccessToken"]!

const refreshes = Effect.map(Service, (service) => service.to(tokenRoute).length)

const stateTag = Effect.map(Session.state, ({ _tag }) => _tag)

describe("the age of a handed out token", () => {
  for (const [what, handOut] of Object.entries(handOuts)) {
    it.effect(`${what}: refreshes a token issued 75 s ago, and not one issued 74.999 s ago`, () =>
      Effect.gen(function*() {
        const tokens = yield* stored("r1")
        yield* TestClock.adjust(74_999)
        assert.strictEqual(yield* handOut, Redacted.value(tokens.accessToken))
        yield* TestClock.adjust(1)
        const renewed = yield* handOut
        assert.notStrictEqual(renewed, Redacted.value(tokens.accessToken))
        assert.strictEqual((yield* inStore)?.accessToken, renewed)
        assert.strictEqual(yield* refreshes, 1)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("calls of the service send a token of any age", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* TestClock.adjust(580_000)
      yield* CurrentUser.get()
      assert.strictEqual(yield* refreshes, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("maxAge replaces the 75 seconds", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const ages = [["15 seconds", 15_000], [{ minutes: 2 }, 120_000], [300_000, 300_000]] as const
      for (const [index, [maxAge, millis]] of ages.entries()) {
        yield* TestClock.adjust(millis - 1)
        yield* Session.getAccessToken({ maxAge })
        assert.strictEqual(yield* refreshes, index)
        yield* TestClock.adjust(1)
        yield* Session.getAccessToken({ maxAge })
        assert.strictEqual(yield* refreshes, index + 1)
      }
      yield* TestClock.adjust(580_000)
      yield* Session.getAccessToken({ maxAge: Infinity })
      assert.strictEqual(yield* refreshes, ages.length)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a maxAge below 15 seconds is a defect, without a request", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      for (const maxAge of [14_999, 0, -Infinity, NaN]) {
        const exit = yield* Effect.exit(Session.getAccessToken({ maxAge }))
        assert.isTrue(Exit.hasDies(exit))
        const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.include(String(defect), "The maxAge must be at least 15 seconds")
      }
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("1000 concurrent callers share one refresh", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const service = yield* Service
      service.delayMillis = 100
      yield* TestClock.adjust(75_000)
      const all = Effect.all(Array.from({ length: 1000 }, () => accessToken), { concurrency: "unbounded" })
      const fiber = yield* Effect.forkChild(all)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set([(yield* inStore)?.accessToken]))
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token without a refresh token is handed out until it expires", () =>
    Effect.gen(function*() {
      const { accessToken: token } = yield* stored("r1")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken: token }))
      yield* TestClock.adjust(580_000)
      for (const handOut of Object.values(handOuts)) assert.strictEqual(yield* handOut, Redacted.value(token))
      yield* TestClock.adjust(20_000)
      for (const handOut of Object.values(handOuts)) assert.isUndefined(yield* handOut)
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a token without an issue time is handed out until it is valid for less than 20 s", () =>
    Effect.gen(function*() {
      const { refreshToken } = yield* stored("r1")
      const token = jwt({ sub: "user of r1", exp: start / 1000 + 600 })
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken, accessToken: Redacted.make(token) }))
      yield* TestClock.adjust(580_000)
      assert.strictEqual(yield* accessToken, token)
      yield* TestClock.adjust(1)
      assert.notStrictEqual(yield* accessToken, token)
    }).pipe(Effect.provide(layerTest())))
})

describe("the age of a handed out token on a device with a wrong clock", () => {
  /** Hands out a token each second for five minutes. */
  const handOutForFiveMinutes = Effect.gen(function*() {
    for (let second = 0; second < 300; second++) {
      assert.isDefined(yield* accessToken)
      yield* TestClock.adjust("1 second")
    }
  })

  for (const seconds of [80, 3600, -80, -3600]) {
    const clock = `${Math.abs(seconds)} s ${seconds > 0 ? "ahead" : "behind"}`
    it.effect(`${clock} from the start: refreshes once to learn the skew, and then every 75 s`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        service.skewMillis = -seconds * 1000
        // A lifetime of which an hour is left, so that only the age can cause a refresh.
        service.lifetimeSeconds = 8000
        yield* stored("r1")
        yield* handOutForFiveMinutes
        assert.strictEqual(yield* refreshes, 4)
      }).pipe(Effect.provide(layerTest())))

    it.effect(`${clock} after a change of the clock: refreshes every 75 s, and at most once more`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        service.lifetimeSeconds = 8000
        yield* stored("r1")
        yield* accessToken
        yield* moveDeviceClock(seconds * 1000)
        yield* handOutForFiveMinutes
        assert.strictEqual(yield* refreshes, 4)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("a refresh that ends after that of another tab", () => {
  const issue = (seconds: number) =>
    jwt({
      sub: "user of r1",
      jti: `at ${seconds}`,
      is_restricted: false,
      iat: start / 1000 + seconds,
      exp: start / 1000 + seconds + 600
    })

  for (const [what, issuedAt, isKept] of [["older", 76, true], ["as old", 78, true], ["newer", 79, false]] as const) {
    it.effect(`a refresh ${isKept ? "keeps" : "replaces"} the other tab's token if its own is ${what}`, () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* stored("r1")
        yield* TestClock.adjust(75_000)
        ;(yield* Service).script(
          tokenRoute,
          Effect.delay(Effect.succeed(answer(200, { access_token: issue(issuedAt) })), 4000)
        )
        const fiber = yield* Effect.forkChild(accessToken)
        yield* TestClock.adjust(3000)
        const ofOther = `${issue(78)}2`
        yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken, accessToken: Redacted.make(ofOther) }))
        yield* TestClock.adjust(1000)
        assert.strictEqual(yield* Fiber.join(fiber), isKept ? ofOther : issue(issuedAt))
        assert.strictEqual((yield* inStore)?.accessToken, isKept ? ofOther : issue(issuedAt))
      }).pipe(Effect.provide(layerTest())))
  }

  const changes = [
    { what: "issued in the same second", own: issue(78), other: `${issue(78)}2`, requests: 2, isOwn: false },
    { what: "issued later", own: issue(78), other: issue(79), requests: 1, isOwn: false },
    { what: "issued earlier", own: issue(78), other: issue(77), requests: 1, isOwn: true }
  ]
  for (const { isOwn, other, own, requests, what } of changes) {
    it.effect(`after a change of the claims, requests ${requests} if the other tab's token was ${what}`, () =>
      Effect.gen(function*() {
        const { refreshToken } = yield* stored("r1")
        const store = yield* TokenStore.TokenStore
        yield* store.modify(() => ({ refreshToken, accessToken: Redacted.make(issue(0)) }))
        yield* TestClock.adjust(75_000)
        ;(yield* Service).script(tokenRoute, Effect.delay(Effect.succeed(answer(200, { access_token: own })), 4000))
        const { session } = yield* Client.Client
        session.outdate((yield* session.currentTokens)!)
        const fiber = yield* Effect.forkChild(accessToken)
        yield* TestClock.adjust(3000)
        yield* store.modify(() => ({ refreshToken, accessToken: Redacted.make(other) }))
        yield* TestClock.adjust(1000)
        const token = yield* Fiber.join(fiber)
        assert.strictEqual(yield* refreshes, requests)
        assert.strictEqual(token === own, isOwn)
        assert.strictEqual((yield* inStore)?.accessToken, token)
        yield* accessToken
        assert.strictEqual(yield* refreshes, requests)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("a refresh that is stored after a sleep of the device", () => {
  for (const [what, sleepMillis] of [["old", 76_000], ["expired", 601_000]] as const) {
    it.effect(`a call after the sleep gets another token if the refreshed one is ${what} by then`, () =>
      Effect.gen(function*() {
        yield* storedExpired("r1")
        const first = yield* Effect.forkChild(accessToken)
        yield* settle
        assert.strictEqual(yield* refreshes, 1)
        yield* TestClock.adjust(sleepMillis)
        const old = (yield* inStore)?.accessToken
        const second = yield* Effect.forkChild(accessToken)
        yield* TestClock.adjust(1000)
        assert.strictEqual(yield* refreshes, 2)
        assert.notStrictEqual(yield* Fiber.join(second), old)
        assert.strictEqual(yield* Fiber.join(second), (yield* inStore)?.accessToken)
        yield* Fiber.join(first)
      }).pipe(Effect.provide(layerTest(layerSlow(0, [0, sleepMillis + 1000])))))
  }
})

describe("a failed refresh of an old token that is valid", () => {
  it.effect("hands out the old token, and refreshes again after 15 seconds", () =>
    Effect.gen(function*() {
      const tokens = yield* stored("r1")
      const service = yield* Service
      yield* TestClock.adjust(75_000)
      service.script(tokenRoute, answer(503, "Down"))
      const handOut = Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(accessToken)
        yield* settle
        return yield* Fiber.join(fiber)
      })
      assert.strictEqual(yield* handOut, Redacted.value(tokens.accessToken))
      assert.strictEqual(yield* stateTag, "Stale")
      yield* TestClock.adjust(14_999)
      assert.strictEqual(yield* handOut, Redacted.value(tokens.accessToken))
      assert.strictEqual(yield* refreshes, 1)
      yield* TestClock.adjust(1)
      assert.notStrictEqual(yield* handOut, Redacted.value(tokens.accessToken))
      assert.strictEqual(yield* refreshes, 2)
      assert.strictEqual(yield* stateTag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a failed refresh is repeated immediately after the device's clock was set back", () =>
    Effect.gen(function*() {
      const tokens = yield* stored("r1")
      yield* accessToken
      const service = yield* Service
      yield* TestClock.adjust(75_000)
      service.script(tokenRoute, answer(503, "Down"))
      const fiber = yield* Effect.forkChild(accessToken)
      yield* settle
      assert.strictEqual(yield* Fiber.join(fiber), Redacted.value(tokens.accessToken))
      yield* moveDeviceClock(-86_400_000)
      assert.notStrictEqual(yield* accessToken, Redacted.value(tokens.accessToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("hands out the old token after 5 seconds without a response", () =>
    Effect.gen(function*() {
      const tokens = yield* stored("r1")
      yield* TestClock.adjust(75_000)
      ;(yield* Service).delayMillis = 20_000
      const fiber = yield* Effect.forkChild(accessToken)
      yield* TestClock.adjust(4999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(fiber), Redacted.value(tokens.accessToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refused refresh token ends the session", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* TestClock.adjust(75_000)
      ;(yield* Service).users.clear()
      assert.isUndefined(yield* accessToken)
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))
})

describe("refreshes per hour", () => {
  const everySecond = <E>(use: Effect.Effect<unknown, E, Client.Client>) =>
    Effect.gen(function*() {
      yield* stored("r1")
      for (let second = 0; second < 3600; second++) {
        yield* use
        yield* TestClock.adjust("1 second")
      }
      return yield* refreshes
    })

  it.effect("a client that hands out a token each second refreshes 47 times per hour", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* everySecond(Session.authorizationHeader), 47)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client that only calls the service refreshes 6 times per hour", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* everySecond(CurrentUser.get()), 6)
    }).pipe(Effect.provide(layerTest())))
})

describe("Session.refresh", () => {
  const refresh = Effect.map(Session.refresh, (token) => token?.pipe(Redacted.value))

  it.effect("Session.refresh: replaces a token that was just issued, and returns the new one", () =>
    Effect.gen(function*() {
      const tokens = yield* stored("r1")
      const renewed = yield* refresh
      assert.notStrictEqual(renewed, Redacted.value(tokens.accessToken))
      assert.strictEqual((yield* inStore)?.accessToken, renewed)
      assert.strictEqual(yield* accessToken, renewed)
      assert.strictEqual(yield* refreshes, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns null without a request if no user is signed in, or without a refresh token", () =>
    Effect.gen(function*() {
      assert.isNull(yield* Session.refresh)
      const { accessToken } = yield* stored("r1")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken }))
      assert.isNull(yield* Session.refresh)
      assert.strictEqual(yield* stateTag, "Active")
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns null and ends the session if the refresh token is refused", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      ;(yield* Service).users.clear()
      assert.isNull(yield* Session.refresh)
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not return the token of a refresh that started before", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      yield* TestClock.adjust(75_000)
      const service = yield* Service
      service.delayMillis = 100
      const before = yield* Effect.forkChild(accessToken)
      yield* TestClock.adjust(50)
      const after = yield* Effect.forkChild(refresh)
      yield* TestClock.adjust(150)
      assert.notStrictEqual(yield* Fiber.join(after), yield* Fiber.join(before))
      assert.strictEqual((yield* inStore)?.accessToken, yield* Fiber.join(after))
      assert.strictEqual(yield* refreshes, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("1000 concurrent calls send two requests at most, and return a token requested after the last call", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const service = yield* Service
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(
        Effect.all(Array.from({ length: 1000 }, () => refresh), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust(50)
      const last = yield* Effect.forkChild(refresh)
      yield* TestClock.adjust(150)
      yield* Fiber.join(fiber)
      assert.strictEqual(yield* Fiber.join(last), (yield* inStore)?.accessToken)
      assert.isAtMost(yield* refreshes, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.refresh: returns a token for the next user if another user signs in during the call", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const service = yield* Service
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(refresh)
      yield* TestClock.adjust(50)
      const next = yield* stored("r2")
      yield* TestClock.adjust(150)
      const renewed = yield* Fiber.join(fiber)
      assert.notStrictEqual(renewed, Redacted.value(next.accessToken))
      assert.deepStrictEqual(yield* inStore, { refreshToken: "r2", accessToken: renewed })
      assert.strictEqual(yield* refreshes, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails with an ApiError; calls continue with the old token", () =>
    Effect.gen(function*() {
      const tokens = yield* stored("r1")
      const service = yield* Service
      service.script(tokenRoute, networkError, answer(503, "Down"))
      const failing = yield* Effect.forkChild(Effect.flip(Session.refresh))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(failing))._tag, "ApiError")
      const user = yield* Effect.forkChild(CurrentUser.get())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(user))?.id, "user of r1")
      const [sent] = service.to("GET /users/me")
      assert.isDefined(sent?.headers["x-stack-access-token"])
      assert.strictEqual((yield* inStore)?.refreshToken, Redacted.value(tokens.refreshToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a refresh of one session keeps the next user's token", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      const service = yield* Service
      service.script(tokenRoute, networkError)
      const failing = yield* Effect.forkChild(Effect.exit(Session.refresh))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(failing)
      const before = yield* refreshes
      const next = yield* stored("r2")
      assert.strictEqual(yield* accessToken, Redacted.value(next.accessToken))
      assert.strictEqual(yield* refreshes, before)
      assert.isAbove(yield* Clock.currentTimeMillis, start)
    }).pipe(Effect.provide(layerTest())))
})
