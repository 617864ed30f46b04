import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { optionalAuth, requireAuth } from "latchkey/http-router"
import { Authentication, Authorization, Principal } from "latchkey/server"
import { cookie, makeSession, origin, projectId, setup } from "../server/authenticationSupport.ts"
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

const routes = Layer.merge(
  HttpRouter.add(
    "GET",
    "/whoami",
    Effect.map(Principal, ({ _tag }) => HttpServerResponse.text(_tag))
  ).pipe(Layer.provide(optionalAuth().layer)),
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

  it.effect("are those of the authentication, also several of one name", () =>
    Effect.gen(function*() {
      const context = Context.add(
        yield* Effect.context<Layer.Success<typeof layer>>(),
        Clock.Clock,
        yield* Clock.Clock
      )
      const send = yield* host(Layer.succeedContext(context))
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
