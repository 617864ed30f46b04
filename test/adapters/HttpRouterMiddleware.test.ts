import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { optionalAuth, requireAuth } from "latchkey/http-router"
import { Authentication, Authorization, Principal } from "latchkey/server"
import { requirePrincipal } from "../../src/adapters/AuthGate.ts"
import { gateServices } from "../../src/adapters/gateServices.ts"
import * as serverResponse from "../../src/adapters/serverResponse.ts"
import { cookie, hostServices, makeSession, origin, projectId, setup } from "../server/authenticationSupport.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { describeAdapter, type Host, ownHeaders, permission } from "./scenarios.ts"

const me = Effect.gen(function*() {
  const userId = yield* Authorization.requireUserId
  const { "set-cookie": _, ...headers } = ownHeaders
  return HttpServerResponse.setCookieUnsafe(HttpServerResponse.text(userId, { headers }), "theme", "dark", {
    path: "/"
  })
})

const team = Effect.gen(function*() {
  const { teamId = "" } = yield* HttpRouter.params
  yield* Authorization.require({ team: teamId, permission })
  return HttpServerResponse.text("members")
})

const routes = Layer.mergeAll(
  HttpRouter.add(
    "GET",
    "/whoami",
    Effect.map(Principal, ({ _tag }) => HttpServerResponse.text(_tag))
  ).pipe(Layer.provide(optionalAuth().layer)),
  HttpRouter.add("GET", "/checked", me).pipe(Layer.provide(optionalAuth().layer)),
  HttpRouter.addAll([
    HttpRouter.route("GET", "/ping", Effect.succeed(HttpServerResponse.text("pong"))),
    HttpRouter.route("GET", "/me", me),
    HttpRouter.route("POST", "/me", me),
    HttpRouter.route("GET", "/teams/:teamId", team)
  ]).pipe(Layer.provide(requireAuth().layer))
)

const host: Host = (layer) =>
  Effect.gen(function*() {
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() =>
        HttpRouter.toWebHandler(Layer.provide(routes, layer), {
          disableLogger: true
        })
      ),
      ({ dispose }) => Effect.promise(dispose)
    )
    return (request) => handler(request, context)
  })

describeAdapter("latchkey/http-router", host)

describe("the cookies of a response", () => {
  const { layer } = setup({ origin, domain: "example.com" })

  it.effect("the response has every cookie of the authentication, including several with one name", () =>
    Effect.gen(function*() {
      const send = yield* host(yield* hostServices)
      const session = yield* makeSession()
      for (const time of ["11 minutes", "366 days"] as const) {
        yield* TestClock.adjust(time)
        const headers = cookie(session, `stack-refresh-${projectId}--default`)
        const authenticated = yield* Authentication.authenticate(new Request(origin, { headers }))
        const response = yield* Effect.promise(() => send(new Request(`${origin}/whoami`, { headers })))
        const lines = response.headers.getSetCookie()
        const names = lines.map((line) => line.slice(0, line.indexOf("=")))
        assert.isAbove(names.length, new Set(names).size)
        assert.sameMembers(lines, authenticated.headers.getSetCookie())
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("a web request without a Host header", () => {
  const { layer } = setup()

  it.effect("a request without a Host header is accepted from the origin in its URL only", () =>
    Effect.gen(function*() {
      const send = yield* host(yield* hostServices)
      const session = yield* makeSession()
      const statusFrom = (page: string) =>
        Effect.promise(async () => {
          const headers = { ...cookie(session), origin: page }
          return (await send(new Request(`${origin}/me`, { method: "POST", headers }))).status
        })
      assert.strictEqual(yield* statusFrom(origin), 200)
      assert.strictEqual(yield* statusFrom("https://other.example"), 403)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("a check on a route for all", () => {
  const { layer } = setup({ origin })

  it.effect("a route check responds with the refusal to refused credentials, and with SignInRequired without credentials", () =>
    Effect.gen(function*() {
      const send = yield* host(yield* hostServices)
      const { accessToken } = yield* makeSession()
      const rows = [
        { headers: { authorization: `Bearer ${accessToken.slice(0, -4)}AAAA` }, code: "AccessTokenInvalid" },
        { headers: { authorization: "Bearer" }, code: "CredentialsMalformed" },
        { headers: {}, code: "SignInRequired" }
      ]
      yield* checkRowsEffect(rows, ({ code }) => code, ({ code, headers }) =>
        Effect.promise(async () => {
          const response = await send(new Request(`${origin}/checked`, { headers }))
          assert.deepStrictEqual([response.status, JSON.parse(await response.text()).code], [401, code])
        }))
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("a route check refuses two Authorization headers, which the host joins or drops", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* makeSession()
      const services = yield* gateServices
      const route = Effect.map(Principal, ({ _tag }) => HttpServerResponse.text(_tag))
      const authorization = `Bearer ${accessToken}`
      const codeOf = (names: ReadonlyArray<string>) =>
        Effect.gen(function*() {
          // As a request of Node.js, which keeps the first of several headers.
          const rawHeaders = names.flatMap((name) => [name, authorization])
          const source = { method: "GET", url: "/", headers: { authorization }, rawHeaders }
          const asked = { headers: source.headers, method: "GET", originalUrl: "/", source }
          const response = yield* serverResponse.authenticate(services, route, requirePrincipal({})).pipe(
            // Sound: these are the parts that are read.
            Effect.provideService(HttpServerRequest.HttpServerRequest, asked as never)
          )
          return response.status
        })
      assert.strictEqual(yield* codeOf(["Authorization"]), 200)
      assert.strictEqual(yield* codeOf(["Authorization", "authorization"]), 401)
    }).pipe(Effect.provide(layer)))
})
