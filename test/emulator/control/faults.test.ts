import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  AccessToken,
  type ApiError,
  Client,
  CurrentUser,
  KnownErrors,
  OAuth,
  Project,
  Session,
  Teams,
  TokenStore
} from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { layerHost } from "../../support/pageHost.ts"
import { email, failure, inbox, layerTest, mailTo, signIn, signUp, tagsOf } from "../support.ts"

/** Returns `true` if a request belongs to a call, and not to the diagnosis of a failed one. */
const isOfCall = ({ url }: { readonly url: string }) => !/\/(?:health|v1)\/?$/.test(url)

/** A fault behind a count of incoming requests, and in front of a count of those that reach the service. */
const counted = (fault: Faults.Fault) => {
  const counts = { sent: 0, arrived: 0 }
  const count = (name: keyof typeof counts) =>
    Faults.limitTo(
      isOfCall,
      Faults.make(({ send }) =>
        Effect.suspend(() => {
          counts[name]++
          return send
        })
      )
    )
  return { counts, fault: Faults.all(count("sent"), fault, count("arrived")) }
}

/** Runs an effect, advances the clock as needed, and returns the elapsed time. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const start = yield* Clock.currentTimeMillis
    let millis = 0
    const fiber = yield* Effect.forkChild(
      Effect.onExit(effect, () => Effect.map(Clock.currentTimeMillis, (now) => void (millis = now - start)))
    )
    yield* TestClock.adjust("2 minutes")
    return { result: yield* Fiber.join(fiber), millis }
  })

/** The reason an effect fails with after the clock advanced. */
const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E | ApiError, R>) =>
  Effect.map(timed(failure(effect)), ({ result }) => {
    if (!("reason" in result)) throw new Error(`Not an ApiError but ${result._tag}`)
    return result.reason
  })

const stateOf = Effect.map(Session.state, ({ _tag }) => _tag)
const rename = (displayName = "Countess") => CurrentUser.update({ displayName })
const name = Effect.map(CurrentUser.get({ or: "throw" }), ({ displayName }) => displayName)

describe("Faults.offline", () => {
  it.effect("fails idempotent calls after five attempts, none of which arrives, and keeps the session", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { counts, fault } = counted(Faults.offline)
      const reason = yield* reasonOf(CurrentUser.get().pipe(Faults.provide(fault)))
      assert.deepInclude(reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.match(reason.message, /^The network is down/)
      assert.deepStrictEqual(counts, { sent: 5, arrived: 0 })
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails all other calls immediately, and the service does not act", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { counts, fault } = counted(Faults.offline)
      const { millis, result } = yield* timed(rename().pipe(Faults.provide(fault), failure))
      assert.strictEqual(tagsOf(result), "ApiError/NetworkFailure")
      assert.deepStrictEqual([millis, counts.sent, counts.arrived], [0, 1, 0])
      assert.isNull(yield* name)
    }).pipe(Effect.provide(layerTest())))

  it.effect("makes a session with an expired token stale until the network is back", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("10 minutes")
      yield* reasonOf(CurrentUser.get().pipe(Faults.provide(Faults.offline)))
      assert.strictEqual(yield* stateOf, "Stale")
      yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(yield* stateOf, "Active")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.responseLost", () => {
  it.effect("lets the service act without the client knowing", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { counts, fault } = counted(Faults.responseLost)
      const reason = yield* reasonOf(rename().pipe(Faults.provide(fault)))
      assert.deepInclude(reason, { _tag: "NetworkFailure", outcomeUnknown: true })
      assert.deepStrictEqual(counts, { sent: 1, arrived: 1 })
      assert.strictEqual(yield* name, "Countess")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.truncated", () => {
  it.effect("lets the service act without the client reading the response", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { counts, fault } = counted(Faults.truncated)
      const reason = yield* reasonOf(rename().pipe(Faults.provide(fault)))
      assert.deepInclude(reason, { _tag: "NetworkFailure", outcomeUnknown: true })
      assert.include(reason.message, "The response was cut off")
      assert.deepStrictEqual(counts, { sent: 1, arrived: 1 })
      assert.strictEqual(yield* name, "Countess")
      assert.strictEqual(yield* stateOf, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("Faults.truncated: setFault cuts off the emulator's responses", () =>
    Effect.gen(function*() {
      const { send, setFault } = yield* Emulator.Emulator
      const request = { method: "GET", url: "https://api.test/health", headers: {}, body: undefined }
      const whole = yield* send(request)
      yield* setFault(Faults.truncated)
      assert.deepStrictEqual(yield* send(request), { ...whole, body: "{\"statu" })
      const bare = { ...request, method: "HEAD" }
      assert.strictEqual((yield* send(bare)).body, undefined)
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.slow", () => {
  it.effect("lets the service act after the delay", () =>
    Effect.gen(function*() {
      const { millis } = yield* timed(signUp().pipe(Faults.provide(Faults.slow("20 seconds"))))
      assert.strictEqual(millis, 20_000)
      assert.strictEqual((yield* mailTo(email)).sentAt.getTime(), 20_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not deliver an aborted request to the service", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const fault of [Faults.slow("31 seconds"), Faults.slow("Infinity")]) {
        const { millis, result } = yield* timed(rename().pipe(Faults.provide(Faults.limitTo(isOfCall, fault)), failure))
        assert.strictEqual(tagsOf(result), "ApiError/NetworkFailure")
        assert.strictEqual(millis, 30_000)
      }
      assert.isNull(yield* name)
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.responseLate", () => {
  it.effect("lets the service act immediately, even if no caller awaits the response", () =>
    Effect.gen(function*() {
      const { millis } = yield* timed(signUp().pipe(Faults.provide(Faults.responseLate("20 seconds"))))
      assert.strictEqual(millis, 20_000)
      assert.strictEqual((yield* mailTo(email)).sentAt.getTime(), 0)
      const reason = yield* reasonOf(rename().pipe(Faults.provide(Faults.responseLate("31 seconds"))))
      assert.deepInclude(reason, { _tag: "NetworkFailure", outcomeUnknown: true })
      assert.strictEqual(yield* name, "Countess")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.rateLimited", () => {
  it.effect("Faults.rateLimited: the client waits as long as requested", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { counts, fault } = counted(Faults.times(2, Faults.rateLimited({ retryAfter: "4500 millis" })))
      const { millis, result } = yield* timed(CurrentUser.get({ or: "throw" }).pipe(Faults.provide(fault)))
      assert.strictEqual(result.primaryEmail, email)
      assert.deepStrictEqual(counts, { sent: 3, arrived: 1 })
      assert.strictEqual(millis, 10_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails with RateLimited after five attempts, or after one if the delay is missing or too long", () =>
    Effect.gen(function*() {
      yield* signUp()
      const seen = []
      for (const options of [{ retryAfter: "5 seconds" }, {}, { retryAfter: "1 hour" }] as const) {
        const { counts, fault } = counted(Faults.rateLimited(options))
        const reason = yield* reasonOf(CurrentUser.get().pipe(Faults.provide(fault)))
        if (reason._tag !== "RateLimited") return assert.fail(reason._tag)
        seen.push([counts.sent, reason.retryAfter && Duration.toSeconds(reason.retryAfter)])
        assert.strictEqual(counts.arrived, 0)
      }
      assert.deepStrictEqual(seen, [[5, 5], [5, undefined], [1, 3600]])
      assert.strictEqual(yield* stateOf, "Active")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.status", () => {
  it.effect("fails as the client interprets the status, in one attempt", () =>
    Effect.gen(function*() {
      yield* signUp()
      const html = { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" }
      const seen = []
      for (
        const fault of [Faults.status(503), Faults.status(418, { body: "Short" }), Faults.status(200, html)]
      ) {
        const { counts, fault: both } = counted(fault)
        const { _tag, message } = yield* reasonOf(rename().pipe(Faults.provide(both)))
        seen.push([_tag, message])
        assert.deepStrictEqual(counts, { sent: 1, arrived: 0 })
      }
      assert.deepStrictEqual(seen, [
        ["ServiceUnavailable", "The service responded with 503: Status 503"],
        ["RequestRefused", "Short"],
        ["InvalidResponse", "apiUrl answers with a web page. Set it to the address of the API"]
      ])
      assert.strictEqual(yield* stateOf, "Active")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.failWith", () => {
  it.effect("fails with the service's error", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* Teams.create({ displayName: "Engines" })
      const gone = new KnownErrors.TeamMembershipNotFound({
        message: "You have left",
        details: { teamId: id, userId: "me" }
      })
      const error = yield* failure(Teams.get(id).pipe(Faults.provide(Faults.failWith(gone))))
      assert.strictEqual(error._tag, "TeamMembershipNotFound")
      assert.deepInclude(error, { message: "You have left" })
      assert.strictEqual((yield* Teams.get(id)).id, id)
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.clockAhead and Faults.clockBehind", () => {
  it.effect("shift the times in tokens, by which the session learns the skew, and sign no user out", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const hours = [[Faults.clockAhead("1 hour"), 3_600_000], [Faults.clockBehind("1 hour"), -3_600_000]] as const
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      yield* signUp()
      for (const [fault, skew] of hours) {
        yield* emulator.setFault(fault)
        const now = yield* Clock.currentTimeMillis
        const { tokens } = yield* signIn()
        const { expiresAtMillis, issuedAtMillis } = AccessToken.parse(tokens.accessToken!)!
        assert.deepStrictEqual([issuedAtMillis, expiresAtMillis], [now + skew, now + skew + 600_000])
        assert.strictEqual(yield* (yield* Client.Client).session.clockSkewMillis, skew)
        yield* CurrentUser.get({ or: "throw" })
        yield* TestClock.adjust("10 minutes")
        yield* CurrentUser.get({ or: "throw" })
        assert.notStrictEqual(
          Redacted.value((yield* Session.getAccessToken())!),
          Redacted.value(tokens.accessToken!)
        )
        assert.strictEqual(yield* stateOf, "Active")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("Faults.clockAhead: the service dates actions by the caller's fault", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      yield* signUp().pipe(Faults.provide(Faults.clockAhead("1 hour")))
      assert.deepStrictEqual((yield* mailTo(email)).sentAt, new Date("2026-01-01T01:00:00Z"))
      yield* signUp("grace@example.com").pipe(Faults.provide(Faults.clockBehind("1 day")))
      assert.deepStrictEqual((yield* mailTo("grace@example.com")).sentAt, new Date("2025-12-31T00:00:00Z"))
      yield* signUp("alan@example.com")
      assert.deepStrictEqual((yield* mailTo("alan@example.com")).sentAt, new Date("2026-01-01T00:00:00Z"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("shift every clock reading, and no duration", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(5_000)
      const readings: Array<ReadonlyArray<number | bigint>> = []
      const reading = Faults.make(({ send }) =>
        Effect.flatMap(Clock.Clock, (clock) =>
          Effect.gen(function*() {
            readings.push([
              clock.currentTimeMillisUnsafe(),
              yield* clock.currentTimeMillis,
              clock.currentTimeNanosUnsafe(),
              yield* clock.currentTimeNanos,
              clock.monotonicTimeNanosUnsafe(),
              yield* clock.monotonicTimeNanos
            ])
            return yield* send
          }))
      )
      yield* Project.get.pipe(Faults.provide(Faults.all(Faults.clockAhead("1.5 seconds"), reading)))
      yield* Project.get.pipe(Faults.provide(Faults.all(Faults.clockBehind("1.5 seconds"), reading)))
      yield* Project.get.pipe(Faults.provide(reading))
      const monotonic = yield* Effect.flatMap(Clock.Clock, (clock) => clock.monotonicTimeNanos)
      assert.deepStrictEqual(readings, [
        [6_500, 6_500, 6_500_000_000n, 6_500_000_000n, monotonic, monotonic],
        [3_500, 3_500, 3_500_000_000n, 3_500_000_000n, monotonic, monotonic],
        [5_000, 5_000, 5_000_000_000n, 5_000_000_000n, monotonic, monotonic]
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("Faults.clockAhead: does not change how much time passes", () =>
    Effect.gen(function*() {
      const fault = Faults.all(Faults.clockAhead("1 hour"), Faults.slow("5 seconds"))
      const { millis } = yield* timed(signUp().pipe(Faults.provide(fault)))
      assert.strictEqual(millis, 5_000)
      assert.strictEqual((yield* mailTo(email)).sentAt.getTime(), 3_605_000)
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.limitTo", () => {
  it.effect("Faults.limitTo: affects a route's requests on any service, and no others", () =>
    Effect.gen(function*() {
      yield* signUp()
      const fault = Faults.limitTo("GET /users/me", Faults.status(503))
      assert.strictEqual(
        tagsOf(yield* failure(CurrentUser.get().pipe(Faults.provide(fault)))),
        "ApiError/ServiceUnavailable"
      )
      yield* rename().pipe(Faults.provide(fault))
      const { send, setFault } = yield* Emulator.Emulator
      yield* setFault(Faults.limitTo("GET /users/me", Faults.status(418)))
      const statusAt = (url: string) =>
        Effect.map(send({ method: "GET", url, headers: {}, body: undefined }), ({ status }) => status)
      assert.strictEqual(yield* statusAt("https://app.test/auth-service/api/v1/users/me?full=true"), 418)
      assert.strictEqual(yield* statusAt("https://app.test/api/v1/users/me/more"), 404)
      assert.strictEqual(yield* statusAt("nowhere"), 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("affects the requests that a predicate accepts", () =>
    Effect.gen(function*() {
      yield* signUp()
      const fault = Faults.limitTo(({ body }) => body?.includes("Countess") === true, Faults.status(503))
      assert.strictEqual(
        tagsOf(yield* failure(rename().pipe(Faults.provide(fault)))),
        "ApiError/ServiceUnavailable"
      )
      yield* rename("Ada").pipe(Faults.provide(fault))
      assert.strictEqual(yield* name, "Ada")
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.times", () => {
  it.effect("Faults.times: counts affected requests, from zero each time it is provided", () =>
    Effect.gen(function*() {
      const fault = Faults.times(2, Faults.status(503))
      const attempts = Effect.replicateEffect(Effect.isSuccess(Project.get), 3).pipe(Faults.provide(fault))
      assert.deepStrictEqual(yield* attempts, [false, false, true])
      assert.deepStrictEqual(yield* attempts, [false, false, true])
    }).pipe(Effect.provide(layerTest())))

  it.effect("Faults.times: counts only matching requests inside `only`, and all requests around it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const succeeds = (fault: Faults.Fault) =>
        Effect.all([Effect.isSuccess(Project.get), Effect.isSuccess(Project.get), Effect.isSuccess(Teams.list)]).pipe(
          Faults.provide(fault)
        )
      const of = (fault: Faults.Fault) => Faults.limitTo("GET /teams", fault)
      assert.deepStrictEqual(yield* succeeds(of(Faults.times(1, Faults.status(503)))), [true, true, false])
      assert.deepStrictEqual(yield* succeeds(Faults.times(1, of(Faults.status(503)))), [true, true, true])
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.sequence", () => {
  it.effect("applies one fault per request, and none after the last", () =>
    Effect.gen(function*() {
      const fault = Faults.sequence(Faults.status(503), Faults.none, Faults.status(418))
      const attempts = Effect.replicateEffect(
        Effect.match(Project.get, { onSuccess: () => "fine", onFailure: tagsOf }),
        5
      ).pipe(Faults.provide(fault))
      const expected = ["ApiError/ServiceUnavailable", "fine", "ApiError/RequestRefused", "fine", "fine"]
      assert.deepStrictEqual(yield* attempts, expected)
      assert.deepStrictEqual(yield* attempts, expected)
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.all", () => {
  it.effect("applies all faults, the first outermost", () =>
    Effect.gen(function*() {
      const { millis } = yield* timed(
        Project.get.pipe(Faults.provide(Faults.all(Faults.slow("2 seconds"), Faults.responseLate("3 seconds"))))
      )
      assert.strictEqual(millis, 5_000)
      const inner = counted(Faults.none)
      yield* Project.get.pipe(Faults.provide(Faults.all(Faults.status(503), inner.fault)), failure)
      assert.strictEqual(inner.counts.sent, 0)
      const { millis: none } = yield* timed(
        Project.get.pipe(Faults.provide(Faults.all(Faults.status(503), Faults.slow("1 second"))), failure)
      )
      assert.strictEqual(none, 0)
      yield* Project.get.pipe(Faults.provide(Faults.all()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("counts in each fault separately", () =>
    Effect.gen(function*() {
      const twice = Faults.times(2, Faults.status(503))
      const fault = Faults.all(twice, twice)
      const attempts = Effect.replicateEffect(Effect.isSuccess(Project.get), 5).pipe(Faults.provide(fault))
      assert.deepStrictEqual(yield* attempts, [false, false, false, false, true])
    }).pipe(Effect.provide(layerTest())))
})

describe("a gate", () => {
  it.effect("holds requests until the test opens it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const gate = yield* Faults.makeLatch
      const change = yield* Effect.forkChild(
        CurrentUser.update({ displayName: "Late" }).pipe(Faults.provide(gate.requests))
      )
      yield* gate.reached
      yield* CurrentUser.update({ displayName: "Early" })
      yield* gate.open
      yield* Fiber.join(change)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).displayName, "Late")
    }).pipe(Effect.provide(layerTest())))

  it.effect("holds responses: the service has acted, and the client does not know yet", () =>
    Effect.gen(function*() {
      yield* signUp()
      const gate = yield* Faults.makeLatch
      const change = yield* Effect.forkChild(rename().pipe(Faults.provide(gate.responses)))
      yield* gate.reached
      assert.strictEqual(yield* name, "Countess")
      assert.isUndefined(change.pollUnsafe())
      yield* gate.open
      yield* Fiber.join(change)
      // It stays open.
      yield* rename("Ada").pipe(Faults.provide(gate.requests))
    }).pipe(Effect.provide(layerTest())))
})

describe("Faults.layer", () => {
  it.effect("Faults.layer: affects a client above it, and counts from its construction", () =>
    Effect.gen(function*() {
      const attempts = Effect.replicateEffect(Effect.isSuccess(Project.get), 3)
      assert.deepStrictEqual(yield* attempts, [false, false, true])
      assert.deepStrictEqual(yield* attempts, [true, true, true])
    }).pipe(
      Effect.provide(
        Faults.layer(Faults.times(2, Faults.status(503))).pipe(Layer.provideMerge(Emulator.layerClient()))
      )
    ))

  it.effect("Faults.layer: does not affect a client whose transport is above it", () =>
    Effect.gen(function*() {
      const hidden = Client.layer(Emulator.clientOptions).pipe(
        Layer.provide(TokenStore.layerMemory),
        Layer.provide(Faults.layer(Faults.status(503))),
        Layer.provide(Emulator.layer())
      )
      const error = yield* failure(Effect.provide(Project.get, hidden))
      assert.strictEqual(tagsOf(error), "ApiError/ServiceUnavailable")
    }))
})

describe("setFault", () => {
  it.effect("affects every call until it is cleared", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signUp()
      yield* emulator.setFault(Faults.status(503))
      assert.strictEqual(tagsOf(yield* failure(Teams.list)), "ApiError/ServiceUnavailable")
      yield* emulator.setFault(Faults.offline)
      assert.strictEqual(tagsOf(yield* failure(rename())), "ApiError/NetworkFailure")
      yield* emulator.setFault(undefined)
      assert.isNull(yield* name)
    }).pipe(Effect.provide(layerTest())))

  it.effect("restarts a count, and does not affect pending requests", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const twice = Faults.times(2, Faults.status(503))
      const attempts = Effect.replicateEffect(Effect.isSuccess(Project.get), 3)
      yield* emulator.setFault(twice)
      assert.deepStrictEqual(yield* attempts, [false, false, true])
      yield* emulator.setFault(twice)
      assert.deepStrictEqual(yield* attempts, [false, false, true])

      yield* emulator.setFault(Faults.slow("5 seconds"))
      const asking = yield* Effect.forkChild(Project.get)
      yield* TestClock.adjust("1 second")
      yield* emulator.setFault(undefined)
      yield* Project.get
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(asking)
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not affect the emulator's functions", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signUp()
      yield* emulator.setFault(Faults.offline)
      assert.strictEqual((yield* inbox).length, 1)
      yield* emulator.createUser({ displayName: "Grace" })
      const request = { method: "GET", url: "https://api.test/health", headers: {}, body: undefined }
      assert.strictEqual((yield* emulator.handle(request)).status, 200)
      const error = yield* failure(emulator.send(request))
      assert.deepInclude(error, { _tag: "TransportFailure", message: "The network is down" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("setFault: affects the browser during a provider sign-in", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const url = yield* OAuth.start({ provider: "github" })
      yield* emulator.setFault(Faults.offline)
      const error = yield* failure(emulator.signInWithProvider(url, { accountId: "1" }))
      assert.deepInclude(error, { status: 0, code: undefined, message: "The network is down" })
      yield* emulator.setFault(Faults.clockAhead("1 hour"))
      const end = yield* emulator.signInWithProvider(url, { accountId: "1" })
      assert.isTrue(end.searchParams.has("code"))
    }).pipe(Effect.provide(Layer.merge(layerTest(), layerHost("http://localhost:3000/")))))
})
