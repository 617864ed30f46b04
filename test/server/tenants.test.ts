/** Several projects in one program: services by tenant, as in docs/servers.md. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as LayerMap from "effect/LayerMap"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as HttpApiAuth from "latchkey/http-api"
import { Authentication, Authorization, Sessions, Users } from "latchkey/server"
import { otherProject } from "../emulator/support.ts"
import { accessTokenIn, bearer, cookie, request, setNames } from "./authenticationSupport.ts"

const { id, ...keys } = otherProject
const tenants = { ada: Emulator.serverOptions, bob: { projectId: id, ...keys } }

type Tenant = ReturnType<typeof readTenant>

const readTenant = (name: keyof typeof tenants) => {
  const { projectId, secretServerKey } = tenants[name]
  return {
    projectId,
    secretServerKey: Redacted.make(Redacted.value(secretServerKey)),
    origin: `https://${name}.example.com`
  }
}

describe("a LayerMap of Authentication", () => {
  it.effect("builds the services of a tenant once, and keeps tenants apart", () => {
    const built: Array<string> = []
    const sent: Array<unknown> = []
    class TenantAuth extends LayerMap.Service<TenantAuth>()("test/TenantAuth", {
      lookup: (tenant: Tenant) => {
        built.push(tenant.projectId)
        return Authentication.layer(tenant)
      },
      idleTimeToLive: "1 hour"
    }) {}
    const transport = Layer.effect(
      Transport,
      Effect.map(Transport, (send): Transport => (request) => {
        sent.push(request.headers["x-stack-project-id"])
        return send(request)
      })
    )
    const layer = TenantAuth.layer.pipe(
      Layer.provideMerge(transport),
      Layer.provideMerge(Emulator.layer({ projects: [otherProject] }))
    )
    return Effect.gen(function*() {
      // Each request reads the tenant again.
      const inTenant = (name: keyof typeof tenants) => Effect.provide(TenantAuth.get(readTenant(name)))
      yield* inTenant("ada")(Users.create({ displayName: "Ada" }))
      const names = Effect.map(Users.list(), ({ items }) => items.map(({ displayName }) => displayName))
      assert.deepStrictEqual(yield* inTenant("ada")(names), ["Ada"])
      assert.deepStrictEqual(yield* inTenant("bob")(names), [])
      const { projectId } = Emulator.serverOptions
      assert.deepStrictEqual(built, [projectId, id])
      assert.deepStrictEqual(sent, [projectId, projectId, id])
    }).pipe(Effect.provide(layer))
  })

  it.effect("RequireAuth of the request's tenant authenticates it, and updates its cookies", () => {
    const { RequireAuth } = HttpApiAuth

    class TenantNotFound extends Data.TaggedError("TenantNotFound")<{ readonly host: string }> {}

    const findTenant = (host: string): Effect.Effect<Tenant, TenantNotFound> => {
      const name = host.replace(".example.com", "")
      return name === "ada" || name === "bob"
        ? Effect.succeed(readTenant(name))
        : Effect.fail(new TenantNotFound({ host }))
    }

    class TenantAuth extends LayerMap.Service<TenantAuth>()("test/TenantAuth", {
      lookup: (tenant: Tenant) => HttpApiAuth.layer().pipe(Layer.provideMerge(Authentication.layer(tenant))),
      idleTimeToLive: "1 hour"
    }) {}

    const Api = HttpApi.make("api").add(
      HttpApiGroup.make("members")
        .add(HttpApiEndpoint.get("me", "/me", { success: Schema.String }))
        .middleware(RequireAuth)
    )

    const members = HttpApiBuilder.group(
      Api,
      "members",
      (handlers) => handlers.handle("me", () => Authorization.requireUserId)
    )

    const layerRequireAuth = Layer.effect(
      RequireAuth,
      Effect.map(TenantAuth, (tenants) => {
        const authenticate: typeof RequireAuth["Service"]["bearer"] = (route, options) =>
          Effect.gen(function*() {
            const { headers } = yield* HttpServerRequest.HttpServerRequest
            const tenant = yield* findTenant(headers["host"] ?? "")
            const authenticated = Effect.flatMap(RequireAuth, ({ bearer }) => bearer(route, options))
            return yield* Effect.provide(authenticated, Layer.orDie(tenants.get(tenant)))
          }).pipe(
            Effect.catchTag("TenantNotFound", () => Effect.succeed(HttpServerResponse.empty({ status: 404 })))
          )
        return { bearer: authenticate, apiKey: authenticate, cookie: authenticate }
      })
    )

    const api = HttpApiBuilder.layer(Api).pipe(
      Layer.provide(members),
      Layer.provide(layerRequireAuth),
      Layer.provide(TenantAuth.layer)
    )

    return Effect.gen(function*() {
      const clock = Context.make(Clock.Clock, yield* Clock.Clock)
      const services = Context.merge(yield* Effect.context<Emulator.Emulator>(), clock)
      const { handler } = yield* Effect.acquireRelease(
        Effect.sync(() =>
          HttpRouter.toWebHandler(
            api.pipe(Layer.provide(HttpServer.layerServices), Layer.provide(Layer.succeedContext(services))),
            {
              disableLogger: true
            }
          )
        ),
        ({ dispose }) => Effect.promise(dispose)
      )
      const ask = (name: string, headers: Record<string, string> = {}) =>
        Effect.promise(async () => {
          const host = `${name}.example.com`
          const url = `https://${host}/me`
          const response = await handler(request({ host, ...headers }, { url }), clock)
          const text = await response.text()
          const body = text === "" ? undefined : JSON.parse(text) as unknown
          return { status: response.status, headers: response.headers, body }
        })
      const makeSession = (name: keyof typeof tenants) =>
        Effect.gen(function*() {
          const { id: userId } = yield* Users.create({})
          const { accessToken, refreshToken } = yield* Sessions.create({ userId })
          return { userId, refreshToken: Redacted.value(refreshToken), accessToken: Redacted.value(accessToken!) }
        }).pipe(Effect.provide(Authentication.layer(readTenant(name))))

      const [ada, bob] = [yield* makeSession("ada"), yield* makeSession("bob")]
      assert.deepInclude(yield* ask("ada", bearer(ada)), { status: 200, body: ada.userId })
      assert.deepInclude(yield* ask("bob", bearer(bob)), { status: 200, body: bob.userId })
      for (const [name, session] of [["ada", bob], ["bob", ada]] as const) {
        const { body, status } = yield* ask(name, bearer(session))
        assert.strictEqual(status, 401)
        assert.deepInclude(body, { code: "AccessTokenInvalid" })
      }
      assert.deepInclude((yield* ask("ada")).body, { code: "SignInRequired" })
      assert.deepInclude(yield* ask("eve", bearer(ada)), { status: 404, body: undefined })
      yield* TestClock.adjust("11 minutes")
      const refreshed = yield* ask("ada", cookie(ada))
      assert.deepInclude(refreshed, { status: 200, body: ada.userId })
      assert.include(setNames(refreshed.headers), "stack-access")
      const later = { ...ada, accessToken: accessTokenIn(refreshed.headers) }
      assert.deepInclude(yield* ask("ada", bearer(later)), { status: 200, body: ada.userId })
    }).pipe(Effect.scoped, Effect.provide(Emulator.layer({ projects: [otherProject] })))
  })
})
