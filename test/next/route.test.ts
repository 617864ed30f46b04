import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import type { RouteHandler } from "latchkey/next"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, errorOf, makeSession, origin, promise, withApp } from "./support.ts"

const call = (
  handler: RouteHandler<Request, unknown>,
  headers: Record<string, string> = {},
  method = "GET",
  age?: Duration.Input
) =>
  withApp(({ copy }) =>
    Effect.gen(function*() {
      const session = yield* makeSession()
      if (age !== undefined) yield* TestClock.adjust(age)
      const given = { host: "app.example.com", ...headers, ...headers["cookie"] && { cookie: cookiesOf(session) } }
      startRequest(given, "server action")
      const { route } = copy()
      return yield* promise(() =>
        route(handler)(new Request(`${origin}/api`, { method, headers: given }), { params: 1 })
      )
    })
  )

const respondWithUser: RouteHandler<Request, unknown> = async (_, session, context) => {
  const { claims } = await session.requireUser()
  return Response.json([claims.name, context])
}

describe("route", () => {
  it.effect("passes the user and the context of Next.js to the handler", () =>
    Effect.gen(function*() {
      const response = yield* call(respondWithUser, { cookie: "session" })
      assert.deepStrictEqual(yield* promise(() => response.json()), ["Ada", { params: 1 }])
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      assert.include(response.headers.get("vary")!, "Cookie")
    }))

  it.effect("responds with 401 without a user, and with 403 without a permission", () =>
    Effect.gen(function*() {
      const signedOut = yield* call(respondWithUser)
      assert.strictEqual(signedOut.status, 401)
      assert.strictEqual(signedOut.headers.get("www-authenticate"), "Bearer")
      const forbidden = yield* call(async (_, session) => {
        await session.require({ permission: "write" })
        return new Response()
      }, { cookie: "session" })
      assert.strictEqual(forbidden.status, 403)
      assert.include(forbidden.headers.get("www-authenticate")!, "insufficient_scope")
    }))

  it.effect("route: the handler runs for a refused header, and requiring a user responds with 401", () =>
    Effect.gen(function*() {
      const headers = { authorization: "Bearer a.b.c" }
      const open = yield* call((_, { isSignedIn, userId }) => Response.json([isSignedIn, userId ?? null]), headers)
      assert.deepStrictEqual(yield* promise(() => open.json()), [false, null])
      assert.strictEqual(open.headers.get("cache-control"), "private, no-store")
      const handlers: ReadonlyArray<RouteHandler<Request, unknown>> = [
        respondWithUser,
        async (_, session) => {
          await session.require({ permission: "write" })
          return new Response()
        }
      ]
      for (const handler of handlers) {
        const response = yield* call(handler, headers)
        assert.strictEqual(response.status, 401)
        assert.include(response.headers.get("www-authenticate")!, "invalid_token")
        assert.strictEqual((yield* promise(() => response.json())).code, "AccessTokenInvalid")
      }
    }))

  it.effect("refuses an unsafe request that does not show its origin", () =>
    Effect.gen(function*() {
      let calls = 0
      const handler = () => {
        calls++
        return new Response()
      }
      const headers = { cookie: "session" }
      assert.strictEqual((yield* call(handler, headers, "POST")).status, 403)
      assert.strictEqual((yield* call(handler, { ...headers, origin: "https://evil.example" }, "POST")).status, 403)
      assert.strictEqual(calls, 0)
      assert.strictEqual((yield* call(handler, { ...headers, origin }, "POST")).status, 200)
    }))

  it.effect("route: replaces a Cache-Control that would let shared caches store refreshed cookies", () =>
    Effect.gen(function*() {
      const response = yield* call(
        () => new Response("", { headers: { "cache-control": "public, max-age=60", vary: "Accept" } }),
        { cookie: "session" },
        "GET",
        "11 minutes"
      )
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      assert.match(response.headers.get("vary")!, /^Accept, .*Cookie/)
    }))

  it.effect("route: keeps the handler's headers and status, and rethrows its errors", () =>
    Effect.gen(function*() {
      const response = yield* call(() =>
        new Response("created", { status: 201, headers: { "cache-control": "max-age=60" } })
      )
      assert.deepStrictEqual([response.status, response.headers.get("cache-control")], [201, "max-age=60"])
      const error = new Error("a mistake")
      const reported = yield* errorOf(() => Effect.runPromise(call(() => Promise.reject(error))))
      assert.strictEqual<unknown>(reported, error)
    }))
})
