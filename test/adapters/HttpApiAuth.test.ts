import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Emulator, Faults } from "latchkey/emulator"
import { layer as layerAuth, layerClientNoop, OptionalAuth, RequireAuth } from "latchkey/http-api"
import { Authentication, Authorization, PermissionRequired, Principal, SignInRequired, Teams } from "latchkey/server"
import { nobody } from "../emulator/support.ts"
import { bearer, cookie, makeSession, origin, setup } from "../server/authenticationSupport.ts"
import { describeAdapter, type Host, ownHeaders, permission } from "./scenarios.ts"

class Declined extends Schema.TaggedError<Declined>()("Declined", {}, { httpApiStatus: 409 }) {}

const text = Schema.String.pipe(HttpApiSchema.asText())

const Open = HttpApiGroup.make("open")
  .add(HttpApiEndpoint.get("whoami", "/whoami", { success: text }))
  .middleware(OptionalAuth)

const Members = HttpApiGroup.make("members").add(
  HttpApiEndpoint.get("ping", "/ping", { success: text }),
  HttpApiEndpoint.get("me", "/me", { success: text }),
  HttpApiEndpoint.post("postMe", "/me", { success: text }),
  HttpApiEndpoint.get("team", "/teams/:teamId", { params: { teamId: Schema.String }, success: text }),
  HttpApiEndpoint.get("declined", "/declined", { success: text, error: Declined })
).middleware(RequireAuth)

const Api = HttpApi.make("api").add(Open).add(Members)

const me = Effect.map(Authorization.requireUserId, (userId) => {
  const { "set-cookie": _, ...headers } = ownHeaders
  return HttpServerResponse.setCookieUnsafe(HttpServerResponse.text(userId, { headers }), "theme", "dark", {
    path: "/"
  })
})

const groups = Layer.merge(
  HttpApiBuilder.group(
    Api,
    "open",
    (handlers) => handlers.handle("whoami", () => Effect.map(Principal, ({ _tag }) => _tag))
  ),
  HttpApiBuilder.group(Api, "members", (handlers) =>
    handlers
      .handle("ping", () => Effect.succeed("pong"))
      .handle("me", () => me)
      .handle("postMe", () => me)
      .handle("team", ({ params: { teamId } }) =>
        Effect.as(Authorization.require({ team: teamId, permission }), "members"))
      .handle("declined", () =>
        Effect.fail(new Declined())))
)

const host: Host = (layer) =>
  Effect.gen(function*() {
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const api = HttpApiBuilder.layer(Api).pipe(
      Layer.provide(groups),
      Layer.provide(layerAuth()),
      Layer.provide(layer),
      Layer.provide(HttpServer.layerServices)
    )
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(api, { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    return (request) => handler(request, context)
  })

describeAdapter("latchkey/http-api", host)

describe("latchkey/http-api", () => {
  const { layer } = setup({ origin })
  const services = Effect.context<Layer.Success<typeof layer>>()

  it.effect("a request with several security schemes is authenticated once", () =>
    Effect.gen(function*() {
      let calls = 0
      const { authenticate } = yield* Authentication.Authentication
      const context = Context.add(yield* services, Authentication.Authentication, {
        authenticate: (...args) => {
          calls++
          return authenticate(...args)
        }
      })
      const send = yield* host(Layer.succeedContext(context))
      for (const headers of [{}, { authorization: "Bearer x" }, { "x-api-key": "x" }, bearer(yield* makeSession())]) {
        calls = 0
        yield* Effect.promise(() => send(new Request(`${origin}/me`, { headers })))
        assert.strictEqual(calls, 1)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("sets cookies on the response of an error that the endpoint declares", () =>
    Effect.gen(function*() {
      const send = yield* host(Layer.succeedContext(Context.add(yield* services, Clock.Clock, yield* Clock.Clock)))
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const response = yield* Effect.promise(() =>
        send(new Request(`${origin}/declined`, { headers: cookie(session) }))
      )
      assert.strictEqual(response.status, 409)
      assert.isTrue(response.headers.getSetCookie().some((line) => line.startsWith("stack-access=")))
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("the typed client fails with the errors of latchkey/server", () =>
    Effect.gen(function*() {
      const send = yield* host(Layer.succeedContext(Context.add(yield* services, Clock.Clock, yield* Clock.Clock)))
      const { accessToken } = yield* makeSession()
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const makeClient = (authorization: string) =>
        HttpApiClient.make(Api, {
          baseUrl: origin,
          transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorization))
        }).pipe(Effect.provide(
          Layer.provide(
            FetchHttpClient.layer,
            Layer.succeed(FetchHttpClient.Fetch, (input, init) => send(new Request(input, init)))
          ).pipe(Layer.merge(layerClientNoop))
        ))
      const client = yield* makeClient(`Bearer ${accessToken}`)
      assert.strictEqual(yield* client.open.whoami(), "User")
      const denied = yield* Effect.flip(client.members.team({ params: { teamId } }))
      assert.instanceOf(denied, PermissionRequired)
      assert.deepInclude(denied, { permission, teamId, message: "A permission is required" })
      assert.instanceOf(yield* Effect.flip((yield* makeClient("")).members.me()), SignInRequired)
      const forged = yield* Effect.flip((yield* makeClient(`Bearer ${accessToken}x`)).members.me())
      assert.strictEqual(forged._tag === "AccessTokenInvalid" && forged.reason, "signature")
      yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(Faults.offline))
      const down = yield* Effect.flip(client.members.team({ params: { teamId: nobody } }))
      assert.strictEqual(down._tag === "ApiError" && down.reason._tag, "ServiceUnavailable")
      yield* TestClock.adjust("11 minutes")
      const expired = yield* Effect.flip(client.members.me())
      assert.strictEqual(expired._tag === "AccessTokenExpired" && expired.expiredAt.getTime(), 600_000)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it("documents security schemes and the statuses of errors", () => {
    const { components, paths } = OpenApi.fromApi(Api)
    assert.deepStrictEqual(components.securitySchemes, {
      bearer: { type: "http", scheme: "Bearer", bearerFormat: "JWT", description: "An access token of a user" },
      apiKey: { type: "apiKey", name: "x-api-key", in: "header", description: "An API key of a user or a team" },
      cookie: {
        type: "apiKey",
        name: "stack-access",
        in: "cookie",
        description: "The cookies of a session, which the client sets"
      }
    })
    const required = paths["/me"]!.get!
    assert.deepStrictEqual(required.security, [{ bearer: [] }, { apiKey: [] }, { cookie: [] }])
    assert.deepStrictEqual(paths["/whoami"]!.get!.security, [])
    for (const operation of [required, paths["/whoami"]!.get!]) {
      for (const status of [400, 401, 403, 503]) {
        assert.property(operation.responses[status]?.content, "application/problem+json")
      }
    }
    assert.include(JSON.stringify(required.responses[401]), "AccessTokenExpired")
  })

  it.effect("a server without the layer of the middleware dies with the name of the layer", () =>
    Effect.gen(function*() {
      const Group = HttpApiGroup.make("group").add(HttpApiEndpoint.get("ping", "/ping", { success: text }))
      const Required = HttpApi.make("required").add(Group.middleware(RequireAuth))
      const Optional = HttpApi.make("optional").add(Group.middleware(OptionalAuth))
      const ping = Effect.succeed("pong")
      const required = HttpApiBuilder.group(Required, "group", (handlers) => handlers.handle("ping", () => ping))
      const optional = HttpApiBuilder.group(Optional, "group", (handlers) => handlers.handle("ping", () => ping))
      const builds = [
        [RequireAuth.key, Layer.build(Layer.provide(required, HttpServer.layerServices))],
        [OptionalAuth.key, Layer.build(Layer.provide(optional, HttpServer.layerServices))]
      ] as const
      for (const [key, build] of builds) {
        // Sound: the missing middleware is a type error, which JavaScript does not see.
        const exit = yield* Effect.exit(build as Effect.Effect<unknown, never, Scope.Scope>)
        assert.include(String(exit), `Service not found: ${key}. Provide layer() of latchkey/http-api`)
      }
    }).pipe(Effect.scoped))
})
