import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { AccessToken, Client, CurrentUser, RetryPolicy, Session, TokenStore } from "latchkey"
import { Emulator, Faults, toWebHandler } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { http } from "msw/http"
import { setupServer } from "msw/node"
import { clientHeaders, email, failure, inbox, serverHeaders, signUp, tagsOf } from "../support.ts"

const layer = Emulator.layerWithoutTransport()

const once = Effect.provideService(RetryPolicy, Schedule.recurs(0))

const client = (apiUrl?: string) =>
  Client.layer({ ...Emulator.clientOptions, apiUrl }).pipe(Layer.provide(TokenStore.layerMemory))

const setFault = (fault: Faults.Fault | undefined) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(fault))

/** The rejections of `fetch`. */
const rejection = (url: string, init?: RequestInit) =>
  Effect.flip(Effect.tryPromise({ try: () => fetch(url, init), catch: (error) => error as Error }))

/** A fault that reports each affected request. */
const noticed = Effect.gen(function*() {
  const met = yield* Deferred.make<void>()
  const gone = yield* Deferred.make<void>()
  const fault = Faults.make(({ send }) =>
    Effect.andThen(Deferred.succeed(met, undefined), send).pipe(
      Effect.onInterrupt(() => Deferred.succeed(gone, undefined))
    )
  )
  return { fault, met: Deferred.await(met), gone: Deferred.await(gone) }
})

describe("a server with a fault", () => {
  it.live("a fault without a response closes the connection, and clearing the fault restores service", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* Effect.gen(function*() {
        yield* signUp()
        yield* setFault(Faults.offline)
        const error = yield* rejection(`${url}/health`)
        assert.instanceOf(error, TypeError)
        assert.match(String(error.cause), /other side closed|ECONNRESET/)
        assert.strictEqual(tagsOf(yield* failure(once(CurrentUser.get()))), "ApiError/NetworkFailure")
        assert.strictEqual((yield* Session.state)._tag, "Active")
        yield* setFault(undefined)
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
      }).pipe(Effect.provide(client(url)))
    }).pipe(Effect.provide(layer)))

  it.live("acts if the response is lost", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* Effect.gen(function*() {
        yield* signUp()
        yield* setFault(Faults.limitTo("PATCH /users/me", Faults.responseLost))
        const error = yield* failure(CurrentUser.update({ displayName: "Ada" }))
        assert.strictEqual(tagsOf(error), "ApiError/NetworkFailure")
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).displayName, "Ada")
      }).pipe(Effect.provide(client(url)))
    }).pipe(Effect.provide(layer)))

  it.live("sends half of a body, a status, and Retry-After", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* Effect.gen(function*() {
        yield* signUp()
        yield* setFault(Faults.truncated)
        const cut = yield* failure(CurrentUser.update({ displayName: "Ada" }))
        assert.strictEqual(tagsOf(cut), "ApiError/NetworkFailure")
        yield* setFault(Faults.status(503))
        assert.strictEqual(tagsOf(yield* failure(CurrentUser.get())), "ApiError/ServiceUnavailable")
        yield* setFault(Faults.rateLimited({ retryAfter: "1 hour" }))
        assert.strictEqual(tagsOf(yield* failure(CurrentUser.get())), "ApiError/RateLimited")
        const response = yield* Effect.promise(() => fetch(`${url}/health`))
        assert.strictEqual(response.headers.get("retry-after"), "3600")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
      }).pipe(Effect.provide(client(url)))
    }).pipe(Effect.provide(layer)))

  it.live("drops a request whose client disconnected: the service never receives it", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { fault, gone, met } = yield* noticed
      yield* setFault(Faults.all(fault, Faults.slow("Infinity")))
      const controller = new AbortController()
      const asking = yield* Effect.forkChild(
        rejection(`${url}/api/v1/users`, { method: "POST", headers: serverHeaders, signal: controller.signal })
      )
      yield* met
      controller.abort()
      assert.strictEqual((yield* Fiber.join(asking)).name, "AbortError")
      yield* gone
    }).pipe(Effect.provide(layer)))

  it.live("a server with a fault ends with its scope, even with hanging requests", () =>
    Effect.gen(function*() {
      const { fault, gone, met } = yield* noticed
      const asking = yield* Effect.scoped(Effect.gen(function*() {
        const { url } = yield* serve()
        yield* setFault(Faults.all(fault, Faults.slow("Infinity")))
        const asking = yield* Effect.forkChild(rejection(`${url}/health`))
        yield* met
        return asking
      }))
      assert.instanceOf(yield* Fiber.join(asking), TypeError)
      yield* gone
    }).pipe(Effect.provide(layer)))

  it.live("a fault can give the server a wrong clock", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* setFault(Faults.clockAhead("1 hour"))
      yield* Effect.gen(function*() {
        const before = yield* Clock.currentTimeMillis
        const { tokens } = yield* signUp()
        const after = yield* Clock.currentTimeMillis
        const { issuedAtMillis } = AccessToken.parse(tokens.accessToken!)!
        assert.isAtLeast(issuedAtMillis!, Math.floor(before / 1000) * 1000 + 3_600_000)
        assert.isAtMost(issuedAtMillis!, after + 3_600_000)
        yield* CurrentUser.get({ or: "throw" })
      }).pipe(Effect.provide(client(url)))
    }).pipe(Effect.provide(layer)))
})

describe("the web handler with a fault", () => {
  const ask = Effect.map(
    toWebHandler,
    (handler) => (path: string, init?: RequestInit) =>
      Effect.promise(() => handler(new Request(`https://api.test${path}`, init)))
  )

  it.effect("returns a network error if there is no response", () =>
    Effect.gen(function*() {
      const send = yield* ask
      yield* setFault(Faults.offline)
      assert.strictEqual((yield* send("/health")).type, "error")
    }).pipe(Effect.provide(layer)))

  it.effect("waits by the clock of the fiber that created it", () =>
    Effect.gen(function*() {
      const send = yield* ask
      yield* setFault(Faults.slow("20 seconds"))
      const asking = yield* Effect.forkChild(send("/health"))
      // The body of a request is read by promises.
      yield* Effect.promise(async () => {
        for (let i = 0; i < 20; i++) await Promise.resolve()
      })
      yield* TestClock.adjust("19999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(asking)).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("preflights, the inbox and the control endpoint work under any fault, and are not counted", () =>
    Effect.gen(function*() {
      const send = yield* ask
      yield* setFault(Faults.times(1, Faults.offline))
      assert.strictEqual((yield* send("/api/v1/users", { method: "OPTIONS" })).status, 200)
      assert.strictEqual((yield* send("/latchkey/inbox")).status, 200)
      assert.strictEqual((yield* send("/latchkey/faults", { method: "POST" })).status, 405)
      assert.strictEqual((yield* send("/health")).type, "error")
      assert.strictEqual((yield* send("/health")).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("does not treat paths below the API as control pages", () =>
    Effect.gen(function*() {
      const send = yield* ask
      assert.strictEqual((yield* send("/api/v1/latchkey/faults", { method: "DELETE" })).status, 404)
      yield* setFault(Faults.status(418))
      assert.strictEqual((yield* send("/api/v1/latchkey/inbox")).status, 418)
      assert.strictEqual((yield* send("/health?from=/latchkey/inbox")).status, 418)
      assert.strictEqual((yield* send("/auth-service/latchkey/inbox")).status, 200)
    }).pipe(Effect.provide(layer)))
})

describe("an emulator with a fault behind msw", () => {
  it.live("a fault behind msw makes fetch reject, and the call fails with NetworkFailure", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const server = setupServer(http.all("https://api.stack-auth.com/*", ({ request }) => handler(request)))
          server.listen({ onUnhandledFrame: "error" })
          return server
        }),
        (server) => Effect.sync(() => server.close())
      )
      yield* Effect.gen(function*() {
        yield* signUp()
        yield* setFault(Faults.offline)
        assert.instanceOf(yield* rejection("https://api.stack-auth.com/health"), TypeError)
        assert.strictEqual(tagsOf(yield* failure(once(CurrentUser.get()))), "ApiError/NetworkFailure")
        yield* setFault(Faults.status(503))
        assert.strictEqual(tagsOf(yield* failure(CurrentUser.get())), "ApiError/ServiceUnavailable")
        yield* setFault(undefined)
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
      }).pipe(Effect.provide(client()))
    }).pipe(Effect.provide(layer)))
})

describe("/latchkey/faults", () => {
  const control = (method: string, body?: unknown) =>
    Effect.flatMap(Emulator.Emulator, (emulator) =>
      emulator.send({
        method,
        url: "https://api.test/latchkey/faults",
        headers: { "content-type": "application/json" },
        body: typeof body === "string" || body === undefined ? body : JSON.stringify(body)
      }))

  const get = (path: string) =>
    Effect.flatMap(
      Emulator.Emulator,
      (emulator) =>
        emulator.send({ method: "GET", url: `https://api.test${path}`, headers: clientHeaders, body: undefined })
    )

  const health = Effect.match(get("/health"), {
    onSuccess: ({ body, headers, status }) => [status, body, headers["retry-after"]],
    onFailure: ({ message }) => message
  })
  const fine = [200, "{\"status\":\"ok\"}", undefined]

  it.effect("sets each fault, and DELETE clears it", () =>
    Effect.gen(function*() {
      const seen = []
      for (
        const fault of [
          { fault: "offline" },
          { fault: "response_lost" },
          { fault: "truncated" },
          { fault: "status", status: 503 },
          { fault: "status", status: 418, body: "Short" },
          { fault: "rate_limited" },
          { fault: "rate_limited", retry_after_seconds: 5 },
          []
        ]
      ) {
        assert.strictEqual((yield* control("PUT", fault)).status, 200)
        seen.push(yield* health)
        assert.strictEqual((yield* control("DELETE")).status, 200)
        assert.deepStrictEqual(yield* health, fine)
      }
      assert.deepStrictEqual(seen, [
        "The network is down",
        "The connection was closed before the response arrived",
        [200, "{\"statu", undefined],
        [503, "Status 503", undefined],
        [418, "Short", undefined],
        [429, "Too many requests", undefined],
        [429, "Too many requests", "5"],
        fine
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("sets the service's delay and its clock error", () =>
    Effect.gen(function*() {
      for (const fault of ["slow", "response_late"]) {
        yield* control("PUT", { fault, seconds: 2.5 })
        const asking = yield* Effect.forkChild(health)
        yield* TestClock.adjust("2499 millis")
        assert.isUndefined(asking.pollUnsafe(), fault)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* Fiber.join(asking), fine)
      }
      const mailedAt = Effect.gen(function*() {
        const { send } = yield* Emulator.Emulator
        const body = JSON.stringify({ email, callback_url: "http://localhost:3000/" })
        const headers = { ...clientHeaders, "content-type": "application/json" }
        yield* send({ method: "POST", url: "https://api.test/api/v1/auth/otp/send-sign-in-code", headers, body })
        const mails = (yield* inbox).map(({ sentAt }) => sentAt.getTime())
        return (fault: string) => fault === "clock_ahead" ? Math.max(...mails) : Math.min(...mails)
      })
      for (const [fault, millis] of [["clock_ahead", 3_605_000], ["clock_behind", -3_595_000]] as const) {
        yield* control("PUT", { fault, seconds: 3600 })
        assert.strictEqual((yield* mailedAt)(fault), millis)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("/latchkey/faults: sets several faults, for some requests and a limited number of times", () =>
    Effect.gen(function*() {
      yield* control("PUT", [
        { fault: "offline", only: "GET /projects/current", times: 1 },
        { fault: "status", status: 503, times: 1 }
      ])
      const statuses = []
      for (const path of ["/health", "/api/v1/projects/current", "/api/v1/projects/current", "/health"]) {
        statuses.push(yield* Effect.match(get(path), { onSuccess: ({ status }) => status, onFailure: () => 0 }))
      }
      assert.deepStrictEqual(statuses, [503, 0, 200, 200])
    }).pipe(Effect.provide(layer)))

  it.effect("names every violation of invalid faults", () =>
    Effect.gen(function*() {
      const { body } = yield* control("PUT", [{ fault: "slow", seconds: -1, times: "1" }, {
        fault: "offline",
        seconds: 1
      }])
      assert.strictEqual(
        body,
        "Invalid fault: faults[0].seconds must be a number of at least 0; " +
          "faults[0].times must be a number, not a string; faults[1] has unknown properties: seconds"
      )
    }).pipe(Effect.provide(layer)))

  it.effect("refuses an invalid fault, and keeps the current one", () =>
    Effect.gen(function*() {
      yield* control("PUT", { fault: "status", status: 503 })
      for (
        const body of [
          undefined,
          "",
          "{",
          null,
          {},
          { fault: "fire" },
          { fault: "offline", seconds: 1 },
          { fault: "slow" },
          { fault: "slow", seconds: -1 },
          { fault: "slow", seconds: "1" },
          { fault: "status", status: 99 },
          { fault: "status", status: 600 },
          [{ fault: "offline" }, { fault: "fire" }]
        ]
      ) {
        const response = yield* control("PUT", body)
        assert.strictEqual(response.status, 400, JSON.stringify(body))
        assert.match(response.body!, /^Invalid fault: ./)
      }
      assert.deepStrictEqual(JSON.parse((yield* control("GET")).body!), [{ fault: "status", status: 503 }])
      for (const method of ["POST", "PATCH"]) {
        assert.strictEqual((yield* control(method, { fault: "offline" })).status, 405)
      }
      const preflight = yield* control("OPTIONS")
      assert.strictEqual(preflight.status, 200)
      assert.isUndefined(preflight.headers["access-control-allow-origin"])
      assert.deepStrictEqual(yield* health, [503, "Status 503", undefined])
    }).pipe(Effect.provide(layer)))
})
