import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as fetchAuth from "latchkey/fetch"
import { createAuth, createAuthFromLayer, type HonoAuth, type HonoMiddleware } from "latchkey/hono"
import {
  accessTokenIn,
  cookie,
  hostServices,
  makeSession,
  origin,
  setNames,
  setup,
  signOut
} from "../server/authenticationSupport.ts"
import { compose, FakeContext, type FakeHandler } from "./fakeHono.ts"
import { describeAdapter, type Host, ownHeaders, permission } from "./scenarios.ts"

const makeAuth = (layer: Parameters<Host>[0]) =>
  Effect.acquireRelease(
    Effect.sync(() => createAuthFromLayer(layer)),
    (auth) => Effect.promise(() => auth.dispose())
  )

const namesOf = ({ cookie }: { readonly cookie: string }) => cookie.split("; ").map((pair) => pair.split("=")[0]!)

/** An app on Hono, with a middleware for all routes or with one per route. */
const makeApp = (
  { errorHandler, getAuth }: Pick<HonoAuth, "errorHandler" | "getAuth">,
  optional: HonoMiddleware,
  required: HonoMiddleware
) => {
  const route = (middleware: HonoMiddleware, handler: FakeHandler) => compose([middleware, handler], errorHandler)
  const whoami = route(optional, async (context) => new Response(getAuth(context).principal._tag))
  const ping = route(required, async () => new Response("pong"))
  const me = route(required, async (context) => new Response(getAuth(context).userId, { headers: ownHeaders }))
  const team = route(required, async (context) => {
    await getAuth(context).require({ team: new URL(context.req.raw.url).pathname.slice("/teams/".length), permission })
    return new Response("members")
  })
  const routes = new Map([["/whoami", whoami], ["/ping", ping], ["/me", me]])
  return (request: Request) => (routes.get(new URL(request.url).pathname) ?? team)(request)
}

describeAdapter(
  "latchkey/hono",
  (layer) => Effect.map(makeAuth(layer), (auth) => makeApp(auth, auth.middleware(), auth.requireAuth()))
)

describeAdapter(
  "latchkey/hono, middleware without a call",
  (layer) => Effect.map(makeAuth(layer), (auth) => makeApp(auth, auth.middleware, auth.requireAuth))
)

describe("createAuth of latchkey/hono", () => {
  const { layer } = setup({ origin })

  it.effect("middleware and requireAuth on one route set each cookie once", () =>
    Effect.gen(function*() {
      const { errorHandler, middleware, requireAuth } = yield* makeAuth(yield* hostServices)
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const app = compose([middleware, requireAuth, async () => new Response("ok")], errorHandler)
      const response = yield* Effect.promise(() => app(new Request(origin, { headers: cookie(session) })))
      const lines = response.headers.getSetCookie()
      assert.isAbove(lines.length, 0)
      assert.strictEqual(lines.length, new Set(lines).size)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("a sign-out behind the middleware removes the cookies, and the same cookies are refused afterwards", () =>
    Effect.gen(function*() {
      const { errorHandler, middleware, requireAuth } = yield* makeAuth(yield* hostServices)
      const context = yield* Effect.context<Layer.Success<typeof layer>>()
      const signOutHere = compose([
        middleware,
        (context_) => Effect.runPromiseWith(context)(signOut({ cookie: context_.req.raw.headers.get("cookie") ?? "" }))
      ], errorHandler)
      const me = compose([requireAuth, async () => new Response("ok")], errorHandler)
      const send = (app: typeof me, headers: Record<string, string>, method = "GET") =>
        Effect.promise(() => app(new Request(origin, { method, headers })))
      // With a valid access token, and with an expired one.
      for (const age of ["0 seconds", "11 minutes"] as const) {
        const session = yield* makeSession()
        yield* TestClock.adjust(age)
        const fresh = yield* send(me, cookie(session))
        assert.strictEqual(fresh.status, 200)
        const response = yield* send(signOutHere, { ...cookie(session), origin }, "POST")
        const lines = response.headers.getSetCookie()
        // This cookie is the mark of the sign-out for other servers.
        assert.deepStrictEqual(setNames(response.headers), ["latchkey-ended"])
        const removed = lines.filter((line) => line.includes("Max-Age=0")).map((line) => line.split("=")[0])
        for (const name of namesOf(cookie(session))) assert.include(removed, name)
        assert.include(response.headers.get("cache-control"), "no-store")
        const refreshed = fresh.headers.getSetCookie().length > 0
          ? cookie({ ...session, accessToken: accessTokenIn(fresh.headers) })
          : cookie(session)
        for (const old of [cookie(session), refreshed]) {
          const refused = yield* send(me, old)
          assert.strictEqual(refused.status, 401)
          assert.deepStrictEqual(setNames(refused.headers), [])
        }
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("getAuth returns the variable auth, and throws without a middleware", () =>
    Effect.gen(function*() {
      const { getAuth, middleware } = yield* makeAuth(yield* hostServices)
      const context = new FakeContext(new Request(origin))
      assert.throws(() => getAuth(context), /auth\.middleware or auth\.requireAuth/)
      yield* Effect.promise(() => middleware(context, async () => {}))
      assert.strictEqual<unknown>(getAuth(context), context.variables.get("auth"))
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("errorHandler returns the response of an HTTPException, and 500 without the message for other errors", () =>
    Effect.gen(function*() {
      const { errorHandler, toResponse } = yield* makeAuth(yield* hostServices)
      const context = new FakeContext(new Request(origin))
      const teapot = new Response("short and stout", { status: 418 })
      const exception = Object.assign(new Error("teapot"), { getResponse: () => teapot })
      assert.strictEqual(errorHandler(exception, context), teapot)
      const response = errorHandler()(new Error("planted"), context)
      assert.strictEqual(response.status, 500)
      assert.notInclude(yield* Effect.promise(() => response.text()), "planted")
      assert.isUndefined(toResponse(exception))
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it("an invalid option rejects the first request", async () => {
    const { middleware } = createAuth({ projectId: "not an id", secretServerKey: "ssk_1" })
    const error = await middleware(new FakeContext(new Request(origin)), async () => {}).catch((error: unknown) =>
      error
    )
    assert.propertyVal(error, "_tag", "InvalidOptions")
  })

  it.effect("applyTo: a middleware that assigns its result to context.res keeps the cookies of a refresh", () =>
    Effect.gen(function*() {
      const auth = fetchAuth.createAuthFromLayer(yield* hostServices)
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const shared = new Response(null, { status: 204, headers: ownHeaders })
      const makeFinal = [
        () => new Response("ok", { headers: ownHeaders }),
        // A handler may return the same response to several users.
        () => shared,
        () => shared
      ]
      for (const make of makeFinal) {
        const app = compose([
          async (context, next) => {
            const state = await auth.authenticateRequest(context.req.raw)
            await next()
            context.res = state.applyTo(context.res)
          },
          async () => make()
        ], (error) => {
          throw error
        })
        const { headers } = yield* Effect.promise(() => app(new Request(origin, { headers: cookie(session) })))
        const lines = headers.getSetCookie()
        assert.lengthOf(lines.filter((line) => line.startsWith("stack-access=")), 1)
        assert.include(lines, ownHeaders["set-cookie"])
        assert.strictEqual(headers.get("cache-control"), "private, no-store")
        assert.match(headers.get("vary") ?? "", /^Accept, .*Cookie/)
        const other = yield* Effect.promise(async () =>
          (await auth.authenticateRequest(new Request(origin))).applyTo(make())
        )
        assert.deepStrictEqual(other.headers.getSetCookie(), [ownHeaders["set-cookie"]])
        assert.strictEqual(other.headers.get("cache-control"), ownHeaders["cache-control"])
        assert.match(other.headers.get("vary") ?? "", /^Accept, /)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
