import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { ApiError, type Client, CurrentUser, InvalidOptions, Reverification, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import * as HttpApiAuth from "latchkey/http-api"
import { AccessToken, Authorization, Principal, Sessions, SignInRequired } from "latchkey/server"
import { device, on, signIn, signUp } from "../emulator/support.ts"
import { bearer, hostServices, makeSession, type Services, setup } from "../server/authenticationSupport.ts"

const origin = "https://api.example.com"

const text = Schema.String.pipe(HttpApiSchema.asText())

const Api = HttpApi.make("api").add(
  HttpApiGroup.make("open")
    .add(HttpApiEndpoint.get("whoami", "/whoami", { success: text }))
    .middleware(HttpApiAuth.OptionalAuth),
  HttpApiGroup.make("members")
    .add(
      HttpApiEndpoint.get("me", "/me", { success: text }),
      HttpApiEndpoint.post("pay", "/payouts", { success: text }),
      HttpApiEndpoint.post("note", "/notes", { payload: Schema.Struct({ text: Schema.String }), success: text }),
      HttpApiEndpoint.post("upload", "/uploads", { payload: HttpApiSchema.StreamUint8Array(), success: text })
    )
    .middleware(HttpApiAuth.RequireAuth)
)

const handlers = Layer.merge(
  HttpApiBuilder.group(
    Api,
    "open",
    (group) => group.handle("whoami", () => Effect.map(Principal, ({ _tag }) => _tag))
  ),
  HttpApiBuilder.group(Api, "members", (group) =>
    group
      .handle("me", () => Authorization.requireUserId)
      .handle("pay", () => Effect.as(Authorization.requireRecent({ within: "5 minutes" }), "paid"))
      .handle("note", ({ payload }) => Effect.succeed(payload.text))
      .handle("upload", () => Effect.succeed("uploaded")))
)

/**
 * Starts the API in memory. If `refuses` returns `true`, the request reaches the handler with a forged token. `before` runs
 * between client and handler.
 */
const startApi = (
  refuses: (count: number) => boolean = () => false,
  before: Effect.Effect<unknown> = Effect.void
) =>
  Effect.gen(function*() {
    const sent: Array<Request> = []
    const services = yield* hostServices
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const api = HttpApiBuilder.layer(Api).pipe(
      Layer.provide(handlers),
      Layer.provide(HttpApiAuth.layer()),
      Layer.provide(services),
      Layer.provide(HttpServer.layerServices)
    )
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(api, { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    const fetch: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init)
      sent.push(request.clone())
      const authorization = request.headers.get("authorization")
      if (authorization !== null && refuses(sent.length)) request.headers.set("authorization", `${authorization}x`)
      return Effect.runPromise(before).then(() => handler(request, context))
    }
    const http = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
    const tokens = () => sent.map(({ headers }) => headers.get("authorization"))
    return { http, sent, tokens }
  })

interface ClientOptions {
  readonly baseUrl?: string
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

/** Derives a client for a device. */
const makeClient = (
  http: Layer.Layer<HttpClient.HttpClient>,
  user: Context.Context<Client.Client>,
  options: ClientOptions = {}
) =>
  HttpApiClient.make(Api, { baseUrl: origin, ...options }).pipe(
    Effect.provide(
      HttpApiAuth.layerClient({ origins: [`${origin}/`] }).pipe(
        Layer.provide(http),
        Layer.provide(Layer.succeedContext(user))
      )
    )
  )

/** Returns an effect's defect. */
const defectOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(Effect.sandbox(effect)), (cause) => Cause.squash(cause))

describe("HttpApiAuth.layerClient", () => {
  const { layer, paths, requests } = setup({ origin })
  const refreshes = () => paths().filter((path) => path === "POST /auth/oauth/token").length

  const test = <E>(title: string, effect: Effect.Effect<void, E, Services | Scope.Scope>) =>
    it.effect(
      title,
      () => Effect.andThen(Effect.sync(() => requests.splice(0)), effect).pipe(Effect.scoped, Effect.provide(layer))
    )

  const signedIn = Effect.gen(function*() {
    const user = yield* device()
    yield* on(user)(signUp())
    const { id } = (yield* on(user)(CurrentUser.get()))!
    // A token of the same second would be the same.
    yield* TestClock.adjust("1 second")
    requests.splice(0)
    return { user, id }
  })

  const tokenOf = (user: Context.Context<Client.Client>) =>
    Effect.map(on(user)(Session.authorizationHeader), (header) => header && Redacted.value(header))

  test(
    "requests of a signed-in user have the user's token",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const { id, user } = yield* signedIn
      const client = yield* makeClient(http, user)
      assert.strictEqual(yield* client.members.me(), id)
      assert.strictEqual(yield* client.members.note({ payload: { text: "hi" } }), "hi")
      assert.strictEqual(yield* client.open.whoami(), "User")
      const token = yield* tokenOf(user)
      assert.isNotNull(token)
      assert.deepStrictEqual(tokens(), [token, token, token])
    })
  )

  test(
    "requests of a signed-out user have no Authorization header",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const client = yield* makeClient(http, yield* device())
      assert.instanceOf(yield* Effect.flip(client.members.me()), SignInRequired)
      assert.strictEqual(yield* client.open.whoami(), "SignedOut")
      assert.deepStrictEqual(tokens(), [null, null])
    })
  )

  test(
    "a server that requires a recent sign-in gets the request again after it, and a user who cancels gets the error",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user)
      yield* TestClock.adjust("6 minutes")
      const error = yield* Effect.flip(client.members.pay())
      assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300, factor: undefined })
      let asked = 0
      yield* on(user)(Reverification.onChallenge(() => {
        asked++
        return Effect.isSuccess(Reverification.signIn(signIn()))
      }))
      const both = yield* Effect.all([client.members.pay(), client.members.pay()], { concurrency: "unbounded" })
      assert.deepStrictEqual([both, asked], [["paid", "paid"], 1])
      const [, first, second, third, fourth] = tokens()
      assert.deepStrictEqual([first === second, third === fourth, first === third], [true, true, false])
    })
  )

  test(
    "concurrent requests with an expired token share one refresh",
    Effect.gen(function*() {
      const { http, sent, tokens } = yield* startApi()
      const { id, user } = yield* signedIn
      const client = yield* makeClient(http, user)
      yield* TestClock.adjust("11 minutes")
      const found = yield* Effect.all(Array.from({ length: 10 }, () => client.members.me()), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(found, Array.from({ length: 10 }, () => id))
      assert.strictEqual(refreshes(), 1)
      assert.strictEqual(sent.length, 10)
      assert.strictEqual(new Set(tokens()).size, 1)
    })
  )

  test(
    "a refused request is repeated once, with its body and a new token",
    Effect.gen(function*() {
      const { http, sent, tokens } = yield* startApi((count) => count === 1)
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user)
      assert.strictEqual(yield* client.members.note({ payload: { text: "hi" } }), "hi")
      assert.strictEqual(refreshes(), 1)
      const bodies = yield* Effect.promise(() => Promise.all(sent.map((request) => request.text())))
      assert.deepStrictEqual(bodies, ["{\"text\":\"hi\"}", "{\"text\":\"hi\"}"])
      const [first, second] = tokens()
      assert.notStrictEqual(first, second)
      assert.strictEqual(second, yield* tokenOf(user))
    })
  )

  test(
    "concurrent refused requests share one refresh",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi((count) => count <= 5)
      const { id, user } = yield* signedIn
      const client = yield* makeClient(http, user)
      const found = yield* Effect.all(Array.from({ length: 5 }, () => client.members.me()), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(found, Array.from({ length: 5 }, () => id))
      assert.deepStrictEqual([refreshes(), sent.length], [1, 10])
    })
  )

  test(
    "a refused request is not repeated for another user",
    Effect.gen(function*() {
      const { user } = yield* signedIn
      const bob = yield* device()
      yield* on(bob)(signUp("bob@example.com"))
      const tokens = yield* on(bob)(Effect.flatMap(TokenStore.TokenStore, ({ get }) => get))
      // Bob signs in during Ada's request.
      const signInBob = on(user)(Effect.flatMap(TokenStore.TokenStore, ({ modify }) => modify(() => tokens)))
      const { http, sent } = yield* startApi(() => true, signInBob)
      const client = yield* makeClient(http, user)
      assert.instanceOf(yield* Effect.flip(client.members.me()), AccessToken.AccessTokenInvalid)
      assert.strictEqual(sent.length, 1)
    })
  )

  test(
    "a request that is refused twice fails with the server's error",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi(() => true)
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user)
      assert.instanceOf(yield* Effect.flip(client.members.me()), AccessToken.AccessTokenInvalid)
      assert.deepStrictEqual([refreshes(), sent.length], [1, 2])
    })
  )

  test(
    "a request with a streamed body is not repeated",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi(() => true)
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user)
      const upload = client.members.upload({ payload: Stream.make(new Uint8Array([1])) })
      assert.instanceOf(yield* Effect.flip(upload), AccessToken.AccessTokenInvalid)
      assert.deepStrictEqual([refreshes(), sent.length], [0, 1])
    })
  )

  test(
    "a request to another origin dies, and is not sent",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi()
      const { user } = yield* signedIn
      const evil = "https://evil.example"
      const transformClient = HttpClient.mapRequest(HttpClientRequest.setUrl(`${evil}/me`))
      const cases: ReadonlyArray<readonly [Context.Context<Client.Client>, ClientOptions, string]> = [
        [user, { baseUrl: evil }, evil],
        [user, { baseUrl: `${origin}.evil.example` }, `${origin}.evil.example`],
        [user, { baseUrl: `${origin}:8443` }, `${origin}:8443`],
        [user, { baseUrl: "http://api.example.com" }, "http://api.example.com"],
        [user, { baseUrl: `https://api.example.com@evil.example` }, evil],
        [user, { baseUrl: "", transformClient }, evil],
        [yield* device(), { baseUrl: evil }, evil]
      ]
      for (const [who, options, expected] of cases) {
        const client = yield* makeClient(http, who, options)
        for (const call of [client.members.me(), client.open.whoami()]) {
          const defect = yield* defectOf(call)
          assert.instanceOf(defect, HttpApiAuth.OriginNotAllowed)
          assert.strictEqual(defect.origin, expected)
          assert.include(defect.message, `Add "${expected}" to the option origins`)
        }
      }
      assert.deepStrictEqual(sent, [])
    })
  )

  test(
    "a request without an origin dies with the fix, and is not sent",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi()
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user, { baseUrl: "" })
      const defect = yield* defectOf(client.members.me())
      assert.include(String(defect), "\"/me\" has no origin: pass baseUrl to HttpApiClient.make")
      assert.deepStrictEqual(sent, [])
    })
  )

  test(
    "a redirect to another origin is followed without the token, and one to the same origin with it",
    Effect.gen(function*() {
      const { user } = yield* signedIn
      const sent: Array<readonly [url: string, authorization: string | null]> = []
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const { headers, url } = new Request(input, init)
        sent.push([url, headers.get("authorization")])
        const location = { [`${origin}/me`]: `${origin}/you`, [`${origin}/you`]: "https://files.example/you" }[url]
        return location === undefined
          ? new Response("file")
          : new Response(null, { status: 302, headers: { location } })
      }
      const http = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      const client = yield* makeClient(http, user, { transformClient: HttpClient.followRedirects(5) })
      assert.strictEqual(yield* client.members.me(), "file")
      const token = yield* tokenOf(user)
      assert.deepStrictEqual(sent, [
        [`${origin}/me`, token],
        [`${origin}/you`, token],
        ["https://files.example/you", null]
      ])
    })
  )

  test(
    "a challenge of another origin, to which the server has redirected, asks nothing",
    Effect.gen(function*() {
      const { user } = yield* signedIn
      let asked = 0
      yield* on(user)(Reverification.onChallenge(() => Effect.sync(() => ++asked > 0)))
      const challenge = "Bearer error=\"insufficient_user_authentication\", max_age=\"300\""
      const fetch: typeof globalThis.fetch = async (input, init) =>
        new Request(input, init).url.startsWith(origin)
          ? new Response(null, { status: 302, headers: { location: "https://evil.example/" } })
          : new Response("no", { status: 401, headers: { "www-authenticate": challenge } })
      const http = Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      const client = yield* makeClient(http, user, { transformClient: HttpClient.followRedirects(5) })
      yield* Effect.flip(client.members.me())
      assert.strictEqual(asked, 0)
    })
  )

  test(
    "a request of the same program without the middleware has no token",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const { user } = yield* signedIn
      yield* HttpClient.get(`${origin}/whoami`).pipe(
        Effect.provide(
          HttpApiAuth.layerClient({ origins: [origin] }).pipe(
            Layer.provide(http),
            Layer.provide(Layer.succeedContext(user))
          )
        )
      )
      assert.deepStrictEqual(tokens(), [null])
    })
  )

  test(
    "an Authorization header of the program is kept, and not renewed after a 401",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const { user } = yield* signedIn
      const own = (authorization: string) =>
        HttpClient.mapRequest(HttpClientRequest.setHeader("authorization", authorization))
      const other = yield* makeSession("Bob")
      const client = yield* makeClient(http, user, { transformClient: own(bearer(other).authorization) })
      assert.strictEqual(yield* client.members.me(), other.userId)
      const forged = yield* makeClient(http, user, { transformClient: own("Bearer forged") })
      assert.instanceOf(yield* Effect.flip(forged.members.me()), Error)
      assert.deepStrictEqual(tokens(), [bearer(other).authorization, "Bearer forged"])
      assert.strictEqual(refreshes(), 0)
    })
  )

  test(
    "a client over another HttpClient sends no token, and its call dies with the fix",
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const { user } = yield* signedIn
      const client = yield* HttpApiClient.make(Api, { baseUrl: origin }).pipe(
        Effect.provide(http),
        Effect.provide(
          HttpApiAuth.layerClient({ origins: [origin] }).pipe(
            Layer.provide(http),
            Layer.provide(Layer.succeedContext(user))
          )
        )
      )
      const defect = String(yield* defectOf(client.open.whoami()))
      assert.include(defect, "Provide layerClient to HttpApiClient.make")
      assert.include(defect, "and layerClientTest to HttpApiTest")
      assert.deepStrictEqual(tokens(), [null])
    })
  )

  test(
    "a call without an available token fails with ApiError",
    Effect.gen(function*() {
      const { http, sent } = yield* startApi()
      const { user } = yield* signedIn
      const client = yield* makeClient(http, user)
      yield* TestClock.adjust("11 minutes")
      yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(Faults.offline))
      const call = yield* Effect.forkChild(Effect.flip(client.members.me()))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(call)
      assert.instanceOf(error, ApiError)
      assert.strictEqual(error.reason._tag, "NetworkFailure")
      assert.deepStrictEqual(sent, [])
    })
  )

  test(
    "origins without https, with a path or with a wildcard are invalid options",
    Effect.gen(function*() {
      const { http } = yield* startApi()
      const user = yield* device()
      for (const wrong of ["http://api.example.com", `${origin}/v1`, "https://*.example.com", "api.example.com"]) {
        const error = yield* HttpApiAuth.layerClient({ origins: [origin, wrong] }).pipe(
          Layer.provide(http),
          Layer.provide(Layer.succeedContext(user)),
          Layer.build,
          Effect.flip
        )
        assert.instanceOf(error, InvalidOptions)
        assert.include(error.message, "The option origins must be a list of https origins")
      }
    })
  )
})

describe("HttpApiAuth.layerClientNoop", () => {
  const { layer } = setup({ origin })

  it.effect("leaves requests unchanged", () =>
    Effect.gen(function*() {
      const { http, tokens } = yield* startApi()
      const session = yield* makeSession()
      const client = yield* HttpApiClient.make(Api, {
        baseUrl: origin,
        transformClient: HttpClient.mapRequest(
          HttpClientRequest.setHeader("authorization", bearer(session).authorization)
        )
      }).pipe(Effect.provide(Layer.merge(http, HttpApiAuth.layerClientNoop)))
      assert.strictEqual(yield* client.members.me(), session.userId)
      assert.strictEqual(yield* client.open.whoami(), "User")
      assert.deepStrictEqual(tokens(), [bearer(session).authorization, bearer(session).authorization])
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("HttpApiAuth.layerClientTest", () => {
  const { layer, paths, requests } = setup({ origin })

  const test = <E>(title: string, effect: Effect.Effect<void, E, Services | Scope.Scope>) =>
    it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(layer)))

  /** Connects a client in memory for a device. */
  const connect = (user: Context.Context<Client.Client>) =>
    Effect.gen(function*() {
      const services = Layer.succeedContext(yield* Effect.context<Services>())
      const server = handlers.pipe(
        Layer.provideMerge([HttpApiAuth.layer(), HttpApiAuth.layerClientTest, HttpServer.layerServices]),
        Layer.provide(services),
        Layer.provide(Layer.succeedContext(user))
      )
      return yield* HttpApiTest.groups(Api, ["open", "members"]).pipe(Effect.provide(yield* Layer.build(server)))
    })

  test(
    "a client of HttpApiTest sends the token of the signed-in user, and a signed-out one gets SignInRequired",
    Effect.gen(function*() {
      const user = yield* device()
      const client = yield* connect(user)
      assert.instanceOf(yield* Effect.flip(client.members.me()), SignInRequired)
      assert.strictEqual(yield* client.open.whoami(), "SignedOut")
      yield* on(user)(signUp())
      const { id } = (yield* on(user)(CurrentUser.get()))!
      assert.strictEqual(yield* client.members.me(), id)
      assert.strictEqual(yield* client.open.whoami(), "User")
      assert.strictEqual(yield* client.members.note({ payload: { text: "hi" } }), "hi")
    })
  )

  test(
    "a client of HttpApiTest refreshes an expired token, and asks for a recent sign-in",
    Effect.gen(function*() {
      const user = yield* device()
      const client = yield* connect(user)
      yield* on(user)(signUp())
      const { id } = (yield* on(user)(CurrentUser.get()))!
      yield* TestClock.adjust("11 minutes")
      requests.splice(0)
      assert.strictEqual(yield* client.members.me(), id)
      assert.deepStrictEqual(paths(), ["POST /auth/oauth/token"])
      const error = yield* Effect.flip(client.members.pay())
      assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300, factor: undefined })
      yield* on(user)(Reverification.onChallenge(() => Effect.isSuccess(Reverification.signIn(signIn()))))
      assert.strictEqual(yield* client.members.pay(), "paid")
    })
  )

  test(
    "a session that the service does not list is refused with a message that says so, also in the client",
    Effect.gen(function*() {
      const user = yield* device()
      yield* on(user)(signUp())
      const { id } = (yield* on(user)(CurrentUser.get()))!
      yield* TestClock.adjust("1 hour")
      const tokens = yield* Sessions.create({ userId: id, isImpersonation: true })
      const client = yield* connect(yield* device({ accessToken: Redacted.value(tokens.accessToken!) }))
      const error = yield* Effect.flip(client.members.pay())
      assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300 })
      assert.include(String(error), "the service does not list the session")
    })
  )

  it.effect("layerClient, which cannot change the client of HttpApiTest, is a defect that names layerClientTest", () =>
    Effect.gen(function*() {
      const services = Layer.succeedContext(yield* Effect.context<Services>())
      const user = Layer.succeedContext(yield* device())
      const clientHalf = HttpApiAuth.layerClient({ origins: [origin] }).pipe(
        Layer.provide([FetchHttpClient.layer, user])
      )
      const server = handlers.pipe(
        Layer.provideMerge([HttpApiAuth.layer(), clientHalf, HttpServer.layerServices]),
        Layer.provide(services)
      )
      const client = yield* HttpApiTest.groups(Api, ["open", "members"]).pipe(
        Effect.provide(yield* Layer.build(server))
      )
      assert.include(String(yield* defectOf(client.open.whoami())), "and layerClientTest to HttpApiTest")
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
