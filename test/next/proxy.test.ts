import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Emulator, Faults } from "latchkey/emulator"
import type { Gate } from "latchkey/next"
import { Users } from "latchkey/server"
import { NextResponse } from "./fakes/server.ts"
import { cookiesOf, makeSession, origin, promise, refresh, withApp, withoutKeySet } from "./support.ts"

/** A request as `proxy.ts` of Next.js gets it. */
const makeRequest = (path = "/", headers: Record<string, string> = {}, method = "GET", basePath = "") => {
  const request = new Request(origin + basePath + path, { method, headers })
  const { search } = new URL(request.url)
  return Object.assign(request, { nextUrl: { basePath, pathname: path.split("?")[0]!, search } })
}

/** The headers of the request that reaches the page. */
const forwardedOf = ({ headers }: Response) =>
  Object.fromEntries(
    (headers.get("x-middleware-override-headers") ?? "").split(",").map((
      name
    ) => [name, headers.get(`x-middleware-request-${name}`)])
  )

describe("proxy", () => {
  it.effect("passes a request without a user on, with its page", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { proxy } = copy()
        const headers = { accept: "text/html", "x-latchkey-page": "/forged" }
        const response = yield* promise(() => proxy(makeRequest("/a?b=1&_rsc=abc", headers)))
        assert.strictEqual(response.headers.get("x-middleware-next"), "1")
        assert.deepStrictEqual(forwardedOf(response), { accept: "text/html", "x-latchkey-page": "/a?b=1" })
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
        assert.isNull(response.headers.get("cache-control"))
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("proxy with a valid access token sends no request and changes no cookie", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { proxy } = copy()
        const cookie = cookiesOf(yield* makeSession())
        takePaths()
        const response = yield* promise(() => proxy(makeRequest("/", { cookie })))
        assert.strictEqual(forwardedOf(response)["cookie"], cookie)
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
        assert.deepStrictEqual(withoutKeySet(takePaths()), [])
      })
    ))

  it.effect("refreshes an expired session, and forwards it to the page and to the browser", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { proxy } = copy()
        const session = yield* makeSession()
        const cookie = `theme=dark; ${cookiesOf(session)}`
        yield* TestClock.adjust("11 minutes")
        takePaths()
        const response = yield* promise(() => proxy(makeRequest("/", { cookie })))
        assert.deepStrictEqual(withoutKeySet(takePaths()), [refresh])
        const forwarded = forwardedOf(response)["cookie"]!
        assert.include(forwarded, "theme=dark")
        assert.include(forwarded, "stack-access=")
        assert.notInclude(forwarded, session.accessToken)
        assert.isTrue(response.headers.getSetCookie().some((line) => line.startsWith("stack-access=")))
        assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
        // The page behind the proxy, and the next request of the browser.
        const next = yield* promise(() => copy().proxy(makeRequest("/", { cookie: forwarded })))
        assert.deepStrictEqual(next.headers.getSetCookie(), [])
        assert.deepStrictEqual(withoutKeySet(takePaths()), [])
      })
    ))

  it.effect("removes an ended session from the request and from the browser", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* Users.remove(session.userId)
        yield* TestClock.adjust("11 minutes")
        const response = yield* promise(() => copy().proxy(makeRequest("/", { cookie: cookiesOf(session) })))
        assert.notProperty(forwardedOf(response), "cookie")
        assert.isTrue(response.headers.getSetCookie().every((line) => line.includes("Max-Age=0")))
        assert.isNotEmpty(response.headers.getSetCookie())
      })
    ))

  it.effect("refuses a forged request with 403, and passes foreign credentials on", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const { proxy } = copy()
        const cookie = cookiesOf(yield* makeSession())
        const forged = makeRequest(
          "/",
          { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
          "POST"
        )
        const refused = yield* promise(() => proxy(forged))
        assert.strictEqual(refused.status, 403)
        assert.strictEqual(refused.headers.get("content-type"), "application/problem+json")
        // The secret of a scheduled job.
        const foreign = yield* promise(() => proxy(makeRequest("/", { authorization: "Bearer cron" })))
        assert.strictEqual(foreign.headers.get("x-middleware-next"), "1")
        assert.strictEqual(forwardedOf(foreign)["authorization"], "Bearer cron")
      })
    ))

  it.effect("passes an expired session on while the service is unavailable", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const cookie = cookiesOf(yield* makeSession())
        yield* Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(Faults.offline))
        yield* TestClock.adjust("11 minutes")
        const response = yield* promise(() => copy().proxy(makeRequest("/", { cookie })))
        assert.strictEqual(forwardedOf(response)["cookie"], cookie)
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
      })
    ))
})

describe("a gate of the proxy", () => {
  const runGate = (gate: Gate<Request>, request = makeRequest("/a"), isExpired = false) =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        if (isExpired) yield* TestClock.adjust("11 minutes")
        if (request.headers.get("cookie") === "session") request.headers.set("cookie", cookiesOf(session))
        return yield* promise(() => copy().proxy(gate)(request))
      })
    )

  it.effect("a gate receives the user, and the request continues if the gate returns no response", () =>
    Effect.gen(function*() {
      const seen: Array<unknown> = []
      const response = yield* runGate(({ claims, isSignedIn }) => {
        seen.push([isSignedIn, claims?.name])
      }, makeRequest("/a", { cookie: "session" }))
      assert.deepStrictEqual(seen, [[true, "Ada"]])
      assert.strictEqual(response.headers.get("x-middleware-next"), "1")
    }))

  it.effect("a gate that continues with other headers keeps the refreshed cookies and the page", () =>
    Effect.gen(function*() {
      const gate: Gate<Request> = (_session, { headers }) => {
        const changed = new Headers(headers)
        changed.set("cookie", "theme=forged")
        changed.set("x-latchkey-page", "/forged")
        changed.set("x-own", "1")
        return NextResponse.next({ request: { headers: changed } })
      }
      const response = yield* runGate(gate, makeRequest("/a", { cookie: "session" }), true)
      const forwarded = forwardedOf(response)
      assert.include(forwarded["cookie"], "stack-access=")
      assert.notInclude(forwarded["cookie"], "forged")
      assert.deepStrictEqual([forwarded["x-latchkey-page"], forwarded["x-own"]], ["/a", "1"])
    }))

  it.effect("redirects to the sign-in page, which returns to the page", () =>
    Effect.gen(function*() {
      const gate: Gate<Request> = (session) => session.isSignedIn ? undefined : session.redirectToSignIn()
      const location = `${origin}/handler/sign-in?after_auth_return_to=%2Fa%3Fb`
      for (const [method, status] of [["GET", 307], ["HEAD", 307], ["POST", 303], ["DELETE", 303]] as const) {
        const response = yield* runGate(gate, makeRequest("/a?b", {}, method))
        assert.deepStrictEqual([response.status, response.headers.get("location")], [status, `${location}%3D`])
      }
      const below = yield* runGate(gate, makeRequest("/a", {}, "GET", "/base"))
      assert.strictEqual(
        below.headers.get("location"),
        `${origin}/base/handler/sign-in?after_auth_return_to=%2Fa`
      )
    }))

  it.effect("responds with 503 instead of a redirect while the service is unavailable", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const cookie = cookiesOf(yield* makeSession())
        const gates: ReadonlyArray<Gate<Request>> = [
          (session) => session.isSignedIn ? undefined : session.redirectToSignIn(),
          async (session) => {
            await session.requireUser()
          }
        ]
        yield* Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(Faults.offline))
        yield* TestClock.adjust("11 minutes")
        for (const gate of gates) {
          const response = yield* promise(() => copy().proxy(gate)(makeRequest("/a", { cookie })))
          assert.deepStrictEqual([response.status, response.headers.get("location")], [503, null])
        }
        // A visitor without a session is redirected.
        const visitor = yield* promise(() => copy().proxy(gates[0]!)(makeRequest("/a")))
        assert.strictEqual(visitor.status, 307)
      })
    ))

  it.effect("responds with problem details to the errors of checks, and passes other errors on", () =>
    Effect.gen(function*() {
      const refused = yield* runGate(async (session) => {
        await session.requireUser()
      })
      assert.strictEqual(refused.status, 401)
      const exit = yield* Effect.exit(runGate(() => {
        throw new Error("a mistake")
      }))
      assert.strictEqual(exit._tag, "Failure")
    }))

  it.effect("forwards a refreshed session with the response of another proxy", () =>
    Effect.gen(function*() {
      const gates: ReadonlyArray<Gate<Request>> = [
        () => NextResponse.rewrite(`${origin}/en/a`),
        (_, { headers }) => NextResponse.rewrite(`${origin}/en/a`, { request: { headers: new Headers(headers) } }),
        () => NextResponse.next({ request: { headers: new Headers({ "x-locale": "en" }) } })
      ]
      for (const gate of gates) {
        const response = yield* runGate(gate, makeRequest("/a", { cookie: "session", accept: "text/html" }), true)
        const forwarded = forwardedOf(response)
        assert.include(forwarded["cookie"], "stack-access=")
        assert.strictEqual(forwarded["x-latchkey-page"], "/a")
        assert.isTrue(response.headers.getSetCookie().some((line) => line.startsWith("stack-access=")))
        assert.property(forwarded, gate === gates[2] ? "x-locale" : "accept")
      }
    }))

  it.effect("a gate's own response gets the refreshed session, and the request is unchanged", () =>
    Effect.gen(function*() {
      const request = makeRequest("/a", { cookie: "session" })
      const response = yield* runGate(() => Response.redirect(`${origin}/b`), request, true)
      assert.strictEqual(response.status, 302)
      assert.isFalse(response.headers.has("x-middleware-override-headers"))
      assert.isNotEmpty(response.headers.getSetCookie())
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
    }))
})
