import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as Tracer from "effect/Tracer"
import { ApiError, CurrentUser, Password, Project } from "latchkey"
import { trace } from "../../src/call/trace.ts"
import { makeTracer } from "../support/makeTracer.ts"
import {
  connectionReset,
  jwt,
  knownError,
  layerClient,
  layerWire,
  projectJson,
  response,
  signedIn,
  userJson
} from "../support/Wire.ts"

describe("traced", () => {
  it.effect("adds a client span with the attributes, if there is a tracer", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      const effect = trace("name", Effect.succeed(1), { method: "GET" })
      assert.strictEqual(yield* Effect.provideService(effect, Tracer.Tracer, tracer), 1)
      assert.deepStrictEqual(spans.map(({ attributes, kind, name }) => ({ attributes: [...attributes], kind, name })), [
        { attributes: [["method", "GET"]], kind: "client", name: "name" }
      ])
    }))

  it.effect("traced: adds an internal span if there are no attributes", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      yield* Effect.provideService(trace("name", Effect.void), Tracer.Tracer, tracer)
      assert.deepStrictEqual(spans.map(({ kind, name }) => ({ kind, name })), [{ kind: "internal", name: "name" }])
    }))

  it.effect("adds no span without a tracer", () =>
    Effect.gen(function*() {
      const span = yield* trace("name", Effect.option(Effect.currentSpan))
      assert.strictEqual(span._tag, "None")
    }))
})

describe("the span of a request", () => {
  /** Runs a call with a tracer, and returns the attributes and the exit of the span of each request. */
  const traceRequests = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      const fiber = yield* Effect.forkChild(Effect.exit(Effect.provideService(effect, Tracer.Tracer, tracer)))
      yield* TestClock.adjust("1 minute")
      const exit = yield* Fiber.join(fiber)
      const requests = spans.filter(({ name }) => name === "latchkey.request").map(({ attributes, kind, status }) => {
        assert.strictEqual(kind, "client")
        assert(status._tag === "Ended")
        return {
          attributes: Object.fromEntries(attributes),
          error: Exit.isFailure(status.exit) ? Cause.squash(status.exit.cause) : undefined
        }
      })
      return { exit, requests, spans }
    })

  const getProject = { "http.request.method": "GET", "server.address": "api.test", "url.template": "/projects/current" }

  it.effect("has the host without its port", () =>
    Effect.gen(function*() {
      const { requests } = yield* traceRequests(Project.get)
      assert.strictEqual(requests[0]!.attributes["server.address"], "api.test")
    }).pipe(
      Effect.provide(layerClient(layerWire(() => response(200, projectJson)), { apiUrl: "https://api.test:8102" }))
    ))

  it.effect("has the method, the path template, the host and the status", () =>
    Effect.gen(function*() {
      const { requests } = yield* traceRequests(Project.get)
      assert.deepStrictEqual(requests, [
        { attributes: { ...getProject, "http.response.status_code": 200 }, error: undefined }
      ])
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, projectJson))))))

  it.effect("disabled tracing creates no request span, and adds no attributes to the program's span", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      yield* Effect.withTracerEnabled(Project.get, false).pipe(
        Effect.withSpan("program"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      assert.deepStrictEqual(spans.map(({ attributes, name }) => [name, attributes.size]), [["program", 0]])
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, projectJson))))))

  it.effect("counts the retries, and fails for each attempt that fails", () =>
    Effect.gen(function*() {
      const { exit, requests } = yield* traceRequests(Project.get)
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(requests.map(({ attributes }) => attributes), [
        { ...getProject, "error.type": "NetworkFailure" },
        {
          ...getProject,
          "http.request.resend_count": 1,
          "http.response.status_code": 429,
          "error.type": "RateLimited"
        },
        { ...getProject, "http.request.resend_count": 2, "http.response.status_code": 200 }
      ])
      assert.deepStrictEqual(
        requests.map(({ error }) => error instanceof ApiError ? error.reason._tag : error),
        ["NetworkFailure", "RateLimited", undefined]
      )
    }).pipe(
      Effect.provide(layerClient(layerWire((_, index) =>
        index === 0 ? connectionReset : index === 1 ? response(429, "") : response(200, projectJson)
      )))
    ))

  it.effect("the span fails with the call's known error, and has the overriding status", () =>
    Effect.gen(function*() {
      const { exit, requests, spans } = yield* traceRequests(
        Password.signIn({ email: "ada@example.com", password: Redacted.make("wrong password") })
      )
      assert.deepStrictEqual(requests.map(({ attributes }) => attributes), [{
        "http.request.method": "POST",
        "server.address": "api.test",
        "url.template": "/auth/password/sign-in",
        "http.response.status_code": 400,
        "error.type": "EmailPasswordMismatch"
      }])
      assert(Exit.isFailure(exit))
      assert.strictEqual(requests[0]!.error, Cause.squash(exit.cause))
      assert.isTrue(spans.every(({ status }) => status._tag === "Ended" && Exit.isFailure(status.exit)))
    }).pipe(Effect.provide(layerClient(layerWire(() => knownError("EMAIL_PASSWORD_MISMATCH", 400))))))

  it.effect("the span counts a resend with a refreshed access token", () =>
    Effect.gen(function*() {
      const { requests } = yield* traceRequests(CurrentUser.get())
      assert.deepStrictEqual(
        requests.map(({ attributes }) => [
          attributes["url.template"],
          attributes["http.request.resend_count"],
          attributes["error.type"]
        ]),
        [
          ["/users/me", undefined, "UndeclaredError"],
          ["/auth/oauth/token", undefined, undefined],
          ["/users/me", 1, undefined]
        ]
      )
    }).pipe(Effect.provide(layerClient(
      layerWire(({ url }, index) =>
        url.endsWith("/token")
          ? response(200, { access_token: jwt({ sub: "user", iat: 0, exp: 4_000_000_001 }) })
          : index === 0
          ? knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 })
          : response(200, userJson)
      ),
      {},
      signedIn
    ))))
})
