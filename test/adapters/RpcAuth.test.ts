import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as Headers from "effect/http/Headers"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { ApiError, type Client, CurrentUser } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import * as RpcAuth from "latchkey/rpc"
import {
  AccessToken,
  ApiKeys,
  Authorization,
  PermissionRequired,
  Principal,
  SignInRequired,
  TeamMembers,
  Teams
} from "latchkey/server"
import { device, on, signUp } from "../emulator/support.ts"
import { bearer, cookie, hostServices, makeSession, type Services, setup } from "../server/authenticationSupport.ts"
import { permission } from "./scenarios.ts"

const url = "https://api.example.com/rpc"

const Open = RpcGroup.make(
  Rpc.make("whoami", { success: Schema.String }),
  Rpc.make("userId", { success: Schema.String, error: RpcAuth.AuthErrors })
).middleware(RpcAuth.OptionalAuth)

const Members = RpcGroup.make(
  Rpc.make("me", { success: Schema.String, error: RpcAuth.AuthErrors }),
  Rpc.make("team", { payload: { teamId: Schema.String }, success: Schema.String, error: RpcAuth.AuthErrors }),
  Rpc.make("ticks", { success: Schema.String, error: RpcAuth.AuthErrors, stream: true })
).middleware(RpcAuth.RequireAuth)

const Group = Open.merge(Members)

/** The tokens in the messages that reached a handler. */
const seen: Array<string | undefined> = []

const see = (headers: Headers.Headers) => Effect.sync(() => seen.push(headers["authorization"]))

const handlers = Group.toLayer({
  whoami: (_, { headers }) => Effect.andThen(see(headers), Effect.map(Principal, ({ _tag }) => _tag)),
  userId: () => Authorization.requireUserId,
  me: (_, { headers }) => Effect.andThen(see(headers), Authorization.requireUserId),
  team: ({ teamId }) => Effect.as(Authorization.require({ team: teamId, permission }), "members"),
  ticks: () => Stream.fromEffect(Authorization.requireUserId).pipe(Stream.concat(Stream.make("tick", "tock")))
})

type Connect = (
  client: Layer.Layer<RpcAuth.ForClient>,
  headers?: Record<string, string>
) => Effect.Effect<RpcClient.FromGroup<typeof Group, unknown>, never, Scope.Scope | Services>

/** Connects a client and the handlers in memory, without JSON. */
const connectDirectly: Connect = (client) =>
  Effect.gen(function*() {
    const server = Layer.merge(handlers, Layer.provide(RpcAuth.layer(), yield* hostServices))
    return yield* RpcTest.makeClient(Group).pipe(Effect.provide(yield* Layer.build(Layer.merge(server, client))))
  })

/** Connects a client by `POST` requests with JSON, in memory. The headers are those of each request. */
const connectByHttp: Connect = (client, headers = {}) =>
  Effect.gen(function*() {
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const app = RpcServer.layerHttp({ group: Group, path: "/rpc", protocol: "http" }).pipe(
      Layer.provide(handlers),
      Layer.provide(Layer.provide(RpcAuth.layer(), yield* hostServices)),
      Layer.provide([RpcSerialization.layerNdjson, HttpServer.layerServices])
    )
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(app, { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    const fetch: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return handler(request, context)
    }
    const protocol = RpcClient.layerProtocolHttp({ url }).pipe(
      Layer.provide([
        RpcSerialization.layerNdjson,
        Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      ])
    )
    return yield* RpcClient.make(Group).pipe(Effect.provide(yield* Layer.build(Layer.merge(protocol, client))))
  })

const clientOf = (user: Context.Context<Client.Client>) =>
  Layer.provide(RpcAuth.layerClient, Layer.succeedContext(user))

for (const [name, connect] of [["in memory", connectDirectly], ["by HTTP", connectByHttp]] as const) {
  describe(`latchkey/rpc ${name}`, () => {
    const { layer, paths, requests } = setup()
    const refreshes = () => paths().filter((path) => path === "POST /auth/oauth/token").length

    const test = <E>(title: string, effect: Effect.Effect<void, E, Services | Scope.Scope>) =>
      it.effect(title, () => {
        seen.splice(0)
        return effect.pipe(Effect.scoped, Effect.provide(layer))
      })

    const signedIn = Effect.gen(function*() {
      const user = yield* device()
      yield* on(user)(signUp())
      const { id } = (yield* on(user)(CurrentUser.get()))!
      requests.splice(0)
      return { user, id }
    })

    test(
      "a handler knows the signed-in user of the client",
      Effect.gen(function*() {
        const { id, user } = yield* signedIn
        const client = yield* connect(clientOf(user))
        assert.strictEqual(yield* client.me(), id)
        assert.strictEqual(yield* client.whoami(), "User")
        assert.deepStrictEqual(yield* Stream.runCollect(client.ticks()), [id, "tick", "tock"])
      })
    )

    test(
      "a signed-out client sends no token, and fails with SignInRequired",
      Effect.gen(function*() {
        const client = yield* connect(clientOf(yield* device()))
        assert.strictEqual(yield* client.whoami(), "SignedOut")
        assert.deepStrictEqual(seen, [undefined])
        assert.instanceOf(yield* Effect.flip(client.me()), SignInRequired)
        assert.instanceOf(yield* Effect.flip(Stream.runCollect(client.ticks())), SignInRequired)
        assert.strictEqual(seen.length, 1)
      })
    )

    test(
      "concurrent calls with an expired token share one refresh",
      Effect.gen(function*() {
        const { id, user } = yield* signedIn
        const client = yield* connect(clientOf(user))
        yield* TestClock.adjust("11 minutes")
        const found = yield* Effect.all(Array.from({ length: 5 }, () => client.me()), { concurrency: "unbounded" })
        assert.deepStrictEqual(found, Array.from({ length: 5 }, () => id))
        assert.strictEqual(refreshes(), 1)
      })
    )

    test(
      "a call without an available token fails with ApiError, and sends nothing",
      Effect.gen(function*() {
        const { user } = yield* signedIn
        const client = yield* connect(clientOf(user))
        yield* TestClock.adjust("11 minutes")
        yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(Faults.offline))
        const call = yield* Effect.forkChild(Effect.flip(client.whoami()))
        yield* TestClock.adjust("1 minute")
        const error = yield* Fiber.join(call)
        assert.strictEqual(error instanceof ApiError && error.reason._tag, "NetworkFailure")
        assert.deepStrictEqual(seen, [])
      })
    )

    test(
      "an authorization header of the call is kept",
      Effect.gen(function*() {
        const { user } = yield* signedIn
        const bob = yield* makeSession("Bob")
        const client = yield* connect(clientOf(user))
        assert.strictEqual(yield* client.me(undefined, { headers: bearer(bob) }), bob.userId)
      })
    )

    test(
      "layerClientNoop leaves the headers of calls unchanged",
      Effect.gen(function*() {
        const client = yield* connect(RpcAuth.layerClientNoop)
        const session = yield* makeSession()
        const key = yield* ApiKeys.create({ userId: session.userId, description: "CI" })
        assert.strictEqual(yield* client.me(undefined, { headers: bearer(session) }), session.userId)
        assert.strictEqual(
          yield* client.whoami(undefined, { headers: { "x-api-key": Redacted.value(key.value) } }),
          "UserApiKey"
        )
        assert.deepStrictEqual(seen, [bearer(session).authorization, undefined])
      })
    )

    test(
      "refused credentials fail with their error, and make a message to OptionalAuth signed out",
      Effect.gen(function*() {
        const client = yield* connect(RpcAuth.layerClientNoop)
        const session = yield* makeSession()
        const headers = { authorization: `Bearer ${session.accessToken}x` }
        for (const call of [client.me(undefined, { headers }), client.userId(undefined, { headers })]) {
          const error = yield* Effect.flip(call)
          assert.strictEqual(error instanceof AccessToken.AccessTokenInvalid && error.reason, "signature")
        }
        assert.strictEqual(yield* client.whoami(undefined, { headers }), "SignedOut")
        yield* TestClock.adjust("11 minutes")
        const expired = yield* Effect.flip(client.me(undefined, { headers: bearer(session) }))
        assert.strictEqual(
          expired instanceof AccessToken.AccessTokenExpired && expired.expiredAt.getTime(),
          600_000
        )
      })
    )

    test(
      "a failed check of a handler is the error of the call",
      Effect.gen(function*() {
        const client = yield* connect(RpcAuth.layerClientNoop)
        const session = yield* makeSession()
        const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
        const headers = bearer(session)
        const denied = yield* Effect.flip(client.team({ teamId }, { headers }))
        assert.instanceOf(denied, PermissionRequired)
        assert.deepInclude(denied, { permission, teamId })
        yield* TeamMembers.add({ teamId, userId: session.userId })
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* client.team({ teamId }, { headers }), "members")
      })
    )

    test(
      "cookies are ignored, also beside the headers of a request by the app's own page",
      Effect.gen(function*() {
        const session = yield* makeSession()
        const headers = { ...cookie(session), "sec-fetch-site": "same-origin", origin: "https://api.example.com" }
        const client = yield* connect(RpcAuth.layerClientNoop, headers)
        assert.strictEqual(yield* client.whoami(undefined, { headers }), "SignedOut")
        assert.instanceOf(yield* Effect.flip(client.me(undefined, { headers })), SignInRequired)
      })
    )
  })
}

describe("latchkey/rpc by HTTP", () => {
  const { layer } = setup()

  it.effect("an unavailable service is an ApiError without its cause", () =>
    Effect.gen(function*() {
      const client = yield* connectByHttp(RpcAuth.layerClientNoop)
      const session = yield* makeSession()
      yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(Faults.offline))
      const error = yield* Effect.flip(
        client.team({ teamId: "99999999-9999-4999-8999-999999999999" }, { headers: bearer(session) })
      )
      assert.strictEqual(error instanceof ApiError && error.reason._tag, "ServiceUnavailable")
      assert.notInclude(JSON.stringify(error), "offline")
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("latchkey/rpc without its layer", () => {
  for (const middleware of [RpcAuth.RequireAuth, RpcAuth.OptionalAuth]) {
    it.effect(`a call of a procedure with ${middleware.key} dies with the name of the layer`, () =>
      Effect.gen(function*() {
        const Ping = RpcGroup.make(Rpc.make("ping")).middleware(middleware)
        const call = RpcTest.makeClient(Ping).pipe(
          Effect.flatMap((client) => client.ping()),
          Effect.provide([Ping.toLayer({ ping: () => Effect.void }), RpcAuth.layerClientNoop])
        )
        // Sound: the missing middleware is a type error, which JavaScript does not see.
        const exit = yield* Effect.exit(call as Effect.Effect<void, unknown, Scope.Scope>)
        assert.include(String(exit), `Service not found: ${middleware.key}. Provide layer() of latchkey/rpc`)
      }).pipe(Effect.scoped))
  }
})
