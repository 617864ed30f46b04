import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { optionalAuth, requireAuth } from "latchkey/http-router"
import { Authorization, Principal } from "latchkey/server"
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
