import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { clientHeaders, email, nobody, serverHeaders } from "../support.ts"

const layer = Emulator.layerWithoutTransport({
  project: { users: [{ primaryEmail: email, password: Emulator.adminOptions.secretServerKey }] }
})

/** The user's password: any secret works. */
const password = "ssk_emulator"

const make = Effect.map(
  toWebHandler,
  (handler) =>
  (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = clientHeaders,
    body?: string | object
  ) =>
    Effect.promise(() => {
      const json = typeof body === "object"
      return handler(
        new Request(`https://api.test${path}`, {
          method,
          headers: json ? { "content-type": "application/json", ...headers } : headers,
          ...(body !== undefined && { body: json ? JSON.stringify(body) : new TextEncoder().encode(body) })
        })
      )
    })
)

const textOf = (response: Response) => Effect.promise(() => response.text())
const jsonOf = (response: Response): Effect.Effect<any> => Effect.promise(() => response.json())

const override = { ...clientHeaders, "x-stack-override-error-status": "true" }

describe("a preflight", () => {
  it.effect("is allowed for every path, method and header that a client uses", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (const path of ["/api/v1/users/me", "/api/v1/auth/password/sign-in", "/api/v1/unknown", "/health"]) {
        const response = yield* send("OPTIONS", path, {
          origin: "https://app.example.com",
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "x-stack-access-token"
        })
        assert.strictEqual(response.status, 200)
        assert.strictEqual(yield* textOf(response), "")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(response.headers.get("access-control-max-age"), "86400")
        const methods = response.headers.get("access-control-allow-methods")!.split(", ")
        assert.includeMembers(methods, ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
        const headers = response.headers.get("access-control-allow-headers")!.split(", ")
        assert.includeMembers(headers, [
          "content-type",
          "authorization",
          "ngrok-skip-browser-warning",
          ...["override-error-status", "project-id", "access-type", "client-version", "access-token", "refresh-token"]
            .concat("publishable-client-key", "random-nonce", "branch-id")
            .flatMap((name) => [`x-stack-${name}`, `x-hexclave-${name}`])
        ])
      }
    }).pipe(Effect.provide(layer)))

  it.effect("requires no key, and has no effect", () =>
    Effect.gen(function*() {
      const send = yield* make
      yield* send("OPTIONS", "/api/v1/users", {})
      const { items } = yield* jsonOf(yield* send("GET", "/api/v1/users", serverHeaders))
      assert.strictEqual(items.length, 1)
    }).pipe(Effect.provide(layer)))
})

describe("every response", () => {
  it.effect("is readable from any origin, except the request id, and not cached", () =>
    Effect.gen(function*() {
      const send = yield* make
      const ids = new Set<string>()
      for (const path of ["/api/v1/projects/current", "/api/v1/users", "/api/v1/unknown", "/api/v1"]) {
        const { headers } = yield* send("GET", path)
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.deepStrictEqual(headers.get("access-control-expose-headers")!.split(", "), [
          "content-type",
          "x-stack-actual-status",
          "x-stack-known-error"
        ])
        assert.strictEqual(headers.get("cache-control"), "no-store, max-age=0")
        assert.match(headers.get("x-stack-request-id")!, /^[0-9a-hjkmnp-tv-z]{16}$/)
        ids.add(headers.get("x-stack-request-id")!)
      }
      assert.strictEqual(ids.size, 4)
    }).pipe(Effect.provide(layer)))

  it.effect("is compact JSON, or indented for a browser", () =>
    Effect.gen(function*() {
      const send = yield* make
      const compact = yield* send("GET", "/api/v1/projects/current")
      assert.strictEqual(compact.headers.get("content-type"), "application/json; charset=utf-8")
      const text = yield* textOf(compact)
      assert.notInclude(text, "\n")
      const html = { ...clientHeaders, accept: "text/html,application/json" }
      const pretty = yield* textOf(yield* send("GET", "/api/v1/projects/current", html))
      assert.strictEqual(pretty, JSON.stringify(JSON.parse(text), null, 2))
      const error = yield* textOf(yield* send("GET", "/api/v1/users", html))
      assert.match(error, /^\{\n {2}"code": "INSUFFICIENT_ACCESS_TYPE",\n/)
    }).pipe(Effect.provide(layer)))
})

describe("an error", () => {
  it.effect("has its own status, and no actual-status header, if no override is requested", () =>
    Effect.gen(function*() {
      const send = yield* make
      const response = yield* send("GET", "/api/v1/users")
      assert.strictEqual(response.status, 401)
      assert.isNull(response.headers.get("x-stack-actual-status"))
      assert.strictEqual(response.headers.get("x-stack-known-error"), "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layer)))

  it.effect("an error has status 200 and its own status in a header, for any override value", () =>
    Effect.gen(function*() {
      const send = yield* make
      const plain = yield* textOf(yield* send("GET", "/api/v1/users"))
      for (const name of ["x-stack-override-error-status", "x-hexclave-override-error-status"]) {
        for (const value of ["true", "false", "1", "anything", ""]) {
          const response = yield* send("GET", "/api/v1/users", { ...clientHeaders, [name]: value })
          assert.strictEqual(response.status, 200)
          assert.strictEqual(response.headers.get("x-stack-actual-status"), "401")
          assert.strictEqual(yield* textOf(response), plain)
        }
      }
    }).pipe(Effect.provide(layer)))

  it.effect("a text error's status is overridden, and a success status never is", () =>
    Effect.gen(function*() {
      const send = yield* make
      const missing = yield* send("GET", "/api/v1/unknown", override)
      assert.strictEqual(missing.status, 200)
      assert.strictEqual(missing.headers.get("x-stack-actual-status"), "404")
      const created = yield* send("POST", "/api/v1/users", {
        ...serverHeaders,
        "x-stack-override-error-status": "true"
      }, {})
      assert.strictEqual(created.status, 201)
      assert.isNull(created.headers.get("x-stack-actual-status"))
    }).pipe(Effect.provide(layer)))

  it.effect("an unexpected error is a 500 with a text", () =>
    Effect.gen(function*() {
      const send = yield* make
      const team = yield* jsonOf(yield* send("POST", "/api/v1/teams", serverHeaders, { display_name: "Team" }))
      const response = yield* send("DELETE", `/api/v1/team-invitations/${nobody}?team_id=${team.id}`, serverHeaders)
      assert.strictEqual(response.status, 500)
      assert.strictEqual(response.headers.get("content-type"), "text/plain; charset=utf-8")
      assert.strictEqual((yield* send("GET", "/api/v1/projects/current")).status, 200)
    }).pipe(Effect.provide(layer)))
})

describe("a route", () => {
  it.effect("a missing route is a 404 with a text", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (
        const path of [
          "/api/v1/unknown",
          "/api/v1/health",
          "/api/v2/users/me",
          "/",
          "/api/v1/users/me/more",
          "/api/v1//users"
        ]
      ) {
        const response = yield* send("GET", path)
        assert.strictEqual(response.status, 404, path)
        assert.strictEqual(response.headers.get("content-type"), "text/plain; charset=utf-8")
        assert.isNotEmpty(yield* textOf(response))
      }
    }).pipe(Effect.provide(layer)))

  it.effect("a route with an unsupported method is a bare 405, never overridden", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (const [method, path] of [["PUT", "/api/v1/users/me"], ["GET", "/api/v1/auth/password/sign-in"]] as const) {
        const response = yield* send(method, path, override)
        assert.strictEqual(response.status, 405)
        assert.strictEqual(yield* textOf(response), "")
        assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
        assert.isNull(response.headers.get("x-stack-known-error"))
      }
    }).pipe(Effect.provide(layer)))

  it.effect("HEAD gets an overridable 405, except for the API root and the health page", () =>
    Effect.gen(function*() {
      const send = yield* make
      const route = yield* send("HEAD", "/api/v1/users/me")
      assert.strictEqual(route.status, 405)
      assert.strictEqual(
        (yield* send("HEAD", "/api/v1/users/me", override)).headers.get("x-stack-actual-status"),
        "405"
      )
      for (const path of ["/api/v1", "/health"]) {
        const response = yield* send("HEAD", path, {})
        assert.strictEqual(response.status, 200, path)
        assert.strictEqual(yield* textOf(response), "", path)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("a route with a trailing slash redirects with 308 to the route without, and keeps the query", () =>
    Effect.gen(function*() {
      const send = yield* make
      const locations = []
      for (const path of ["/api/v1/", "/api/v1/users/me/", "/api/v1/users/?limit=1"]) {
        const response = yield* send("GET", path, serverHeaders)
        assert.strictEqual(response.status, 308)
        locations.push(response.headers.get("location"))
      }
      assert.deepStrictEqual(locations, ["/api/v1", "/api/v1/users/me", "/api/v1/users?limit=1"])
      const elsewhere = yield* send("GET", "//evil.example.com/api/v1/", {})
      assert.strictEqual(elsewhere.headers.get("location"), "/evil.example.com/api/v1")
    }).pipe(Effect.provide(layer)))

  it.effect("is found below the service's base path", () =>
    Effect.gen(function*() {
      const send = yield* make
      assert.strictEqual((yield* send("GET", "/auth-service/api/v1/projects/current")).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("the health page requires no headers, and the API root responds", () =>
    Effect.gen(function*() {
      const send = yield* make
      assert.deepStrictEqual(yield* jsonOf(yield* send("GET", "/health", {})), { status: "ok" })
      const root = yield* send("GET", "/api/v1", {})
      assert.strictEqual(root.status, 200)
      assert.strictEqual(root.headers.get("content-type"), "text/plain; charset=utf-8")
    }).pipe(Effect.provide(layer)))
})

describe("a body", () => {
  const signIn = "/api/v1/auth/password/sign-in"
  const credentials = { email, password }
  const form = new URLSearchParams(credentials).toString()
  const typed = (type: string) => ({ ...clientHeaders, "content-type": type })

  it.effect("can be JSON or a form", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON"]) {
        assert.strictEqual((yield* send("POST", signIn, typed(type), JSON.stringify(credentials))).status, 200, type)
      }
      const type = "application/x-www-form-urlencoded;charset=UTF-8"
      assert.property(yield* jsonOf(yield* send("POST", signIn, typed(type), form)), "access_token")
    }).pipe(Effect.provide(layer)))

  it.effect("an invalid JSON body is a BODY_PARSING_ERROR", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (const body of ["{bad", "", "undefined", "{'a': 1}"]) {
        const response = yield* send("POST", signIn, typed("application/json"), body)
        assert.strictEqual(response.status, 400)
        assert.strictEqual(response.headers.get("x-stack-known-error"), "BODY_PARSING_ERROR", body)
      }
      const signOut = yield* send("DELETE", "/api/v1/auth/sessions/current", typed("application/json"))
      assert.strictEqual(signOut.headers.get("x-stack-known-error"), "BODY_PARSING_ERROR")
    }).pipe(Effect.provide(layer)))

  it.effect("a body of an unsupported type is a BODY_PARSING_ERROR", () =>
    Effect.gen(function*() {
      const send = yield* make
      for (const type of ["application/xml", "multipart/form-data; boundary=x", "text/html"]) {
        const response = yield* send("POST", signIn, typed(type), JSON.stringify(credentials))
        assert.strictEqual(response.headers.get("x-stack-known-error"), "BODY_PARSING_ERROR", type)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("a missing body, a wrong shape or an unknown field is a SCHEMA_ERROR", () =>
    Effect.gen(function*() {
      const send = yield* make
      const bodies = [
        {},
        [credentials],
        { ...credentials, more: 1 },
        { email: 5, password: ["x"] },
        { email },
        JSON.parse("{\"__proto__\":{\"email\":\"ada@example.com\"}}")
      ]
      for (const body of bodies) {
        const response = yield* send("POST", signIn, clientHeaders, body)
        assert.strictEqual(response.headers.get("x-stack-known-error"), "SCHEMA_ERROR", JSON.stringify(body))
        const { details, error } = yield* jsonOf(response)
        assert.strictEqual(details.message, error)
      }
      const nothing = yield* send("POST", signIn, clientHeaders)
      assert.strictEqual(nothing.headers.get("x-stack-known-error"), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layer)))

  it.effect("a GET's body is ignored", () =>
    Effect.gen(function*() {
      const send = yield* make
      assert.strictEqual((yield* send("GET", "/api/v1/projects/current", typed("application/json"))).status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("a body that breaks off has no effect", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode("{}"))
          controller.error(new Error("The connection was cut"))
        }
      })
      const headers = { ...serverHeaders, "content-type": "application/json" }
      // Required by `fetch` for a streamed body, and missing in TypeScript's DOM types.
      const init = { method: "POST", headers, body, duplex: "half" }
      const cut = new Request("https://api.test/api/v1/users", init)
      assert.strictEqual((yield* Effect.promise(() => handler(cut))).status, 400)
      const { items } = yield* jsonOf(yield* (yield* make)("GET", "/api/v1/users", serverHeaders))
      assert.strictEqual(items.length, 1)
    }).pipe(Effect.provide(layer)))

  it.effect("can contain any text", () =>
    Effect.gen(function*() {
      const send = yield* make
      const display_name = "Zoë \ud83e\udd89 \u0000 </script>"
      const created = yield* jsonOf(yield* send("POST", "/api/v1/users", serverHeaders, { display_name }))
      assert.strictEqual(created.display_name, display_name)
    }).pipe(Effect.provide(layer)))
})

describe("the handler", () => {
  it.effect("shares the clock of the fiber that created it", () =>
    Effect.gen(function*() {
      const send = yield* make
      yield* TestClock.setTime(1_000_000)
      const body = { email, password }
      const { access_token } = yield* jsonOf(yield* send("POST", "/api/v1/auth/password/sign-in", clientHeaders, body))
      const me = send("GET", "/api/v1/users/me", { ...clientHeaders, "x-stack-access-token": access_token })
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual((yield* me).status, 200)
      yield* TestClock.adjust("1 millis")
      const response = yield* me
      assert.strictEqual(response.headers.get("x-stack-known-error"), "ACCESS_TOKEN_EXPIRED")
      assert.strictEqual((yield* jsonOf(response)).details.expired_at_millis, 1_600_000)
    }).pipe(Effect.provide(layer)))

  it.effect("shares the random numbers of the fiber that created it", () =>
    Effect.gen(function*() {
      const requestId = Effect.gen(function*() {
        const send = yield* make
        return (yield* send("GET", "/api/v1")).headers.get("x-stack-request-id")
      }).pipe(Random.withSeed("a seed"))
      assert.strictEqual(yield* requestId, yield* requestId)
    }).pipe(Effect.provide(layer)))

  it.effect("the handler answers concurrent requests, each once", () =>
    Effect.gen(function*() {
      const send = yield* make
      const names = Array.from({ length: 50 }, (_, n) => `user ${n}`)
      yield* Effect.forEach(names, (display_name) => send("POST", "/api/v1/users", serverHeaders, { display_name }), {
        concurrency: "unbounded"
      })
      const { items } = yield* jsonOf(yield* send("GET", "/api/v1/users?query=user", serverHeaders))
      assert.sameMembers(items.map((user: any) => user.display_name), names)
    }).pipe(Effect.provide(layer)))
})
