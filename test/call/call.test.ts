import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import {
  Client,
  ContactChannels,
  CurrentUser,
  type Json,
  KnownErrors,
  Password,
  Project,
  RequestHeaders,
  RetryPolicy,
  Sessions,
  TeamInvitations,
  Teams,
  TokenStore,
  Transport
} from "latchkey"
import { Teams as ServerTeams, Users } from "latchkey/server"
import { call, references } from "../../src/call/call.ts"
import { optional, string } from "../../src/wire/Codec.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import { signOut } from "../../src/wire/sessions.ts"
import { struct } from "../../src/wire/Struct.ts"
import { success } from "../../src/wire/success.ts"
import {
  accessToken,
  jwt,
  knownError,
  layerClient,
  layerServer,
  layerWire,
  projectJson,
  refreshToken,
  response,
  signedIn,
  userJson,
  Wire
} from "../support/Wire.ts"

const id = "11111111-1111-4111-8111-111111111111"
const newToken = jwt({ sub: "user", iat: 1, exp: 4_000_000_000 })
const done = layerWire(() => response(200, { success: true }))

describe("the input of a call", () => {
  for (
    const hostile of [
      "",
      "..",
      "../users/me",
      "a/b",
      "//evil.test",
      "https://evil.test",
      "%2e%2e",
      "id?x=1",
      "id#",
      `${id}\n`,
      `${id}/x`
    ]
  ) {
    it.effect(`an invalid id such as ${JSON.stringify(hostile)} fails with RequestSchemaError, and no request is sent`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Sessions.revoke(hostile))
        assert.strictEqual(error._tag, "RequestSchemaError")
        assert.strictEqual(error.message, "params: id is not a UUID v4")
        assert.lengthOf((yield* Wire).requests, 0)
      }).pipe(Effect.provide(layerClient(done, {}, signedIn))))
  }

  it.effect("an id is encoded in the path, followed by the query", () =>
    Effect.gen(function*() {
      yield* Sessions.revoke(id)
      assert.strictEqual((yield* Wire).requests[0]!.url, `https://api.test/api/v1/auth/sessions/${id}?user_id=me`)
    }).pipe(Effect.provide(layerClient(done, {}, signedIn))))

  it.effect("free text is encoded in a path and in a query", () =>
    Effect.gen(function*() {
      const { caller } = yield* Client.Client
      const free = endpoint("free", "GET", "/things/:thingId/parts/:name", {}, () => ({
        params: struct({ thingId: string, name: string }),
        query: struct({ sortOrder: optional(string), text: optional(string) }),
        success
      }))
      yield* call(caller, free, { params: { thingId: "../a?b#c/:name", name: "$& 🦉" }, query: { text: "a&b=c+d é" } })
      const url = new URL((yield* Wire).requests[0]!.url)
      assert.strictEqual(url.origin, "https://api.test")
      assert.strictEqual(
        url.pathname,
        `/api/v1/things/${encodeURIComponent("../a?b#c/:name")}/parts/${encodeURIComponent("$& 🦉")}`
      )
      assert.deepStrictEqual([...url.searchParams], [["text", "a&b=c+d é"]])
    }).pipe(Effect.provide(layerClient(done))))

  it.effect("an empty query adds no question mark", () =>
    Effect.gen(function*() {
      yield* ServerTeams.list()
      yield* Users.list({ limit: 5, desc: false, query: "Ada L" })
      assert.deepStrictEqual((yield* Wire).requests.map(({ url }) => url), [
        "https://api.test/api/v1/teams",
        "https://api.test/api/v1/users?limit=5&desc=false&query=Ada+L"
      ])
    }).pipe(Effect.provide(layerServer(layerWire(() => response(200, { items: [] }))))))

  it.effect("fields are sent under their wire names, and omitted fields are not sent", () =>
    Effect.gen(function*() {
      yield* CurrentUser.update({ displayName: null, selectedTeamId: undefined, clientMetadata: { aB: [1, null] } })
      const { body } = (yield* Wire).requests[0]!
      assert.deepStrictEqual(JSON.parse(body!), { display_name: null, client_metadata: { aB: [1, null] } })
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, userJson)), {}, signedIn))))

  it.effect("a value that JSON cannot represent fails with RequestSchemaError, and no request is sent", () =>
    Effect.gen(function*() {
      for (const value of [NaN, () => 1, { a: Symbol.iterator }, [1n]]) {
        // Untyped code can do this.
        const error = yield* Effect.flip(CurrentUser.update({ clientMetadata: value as never }))
        assert.strictEqual(error._tag, "RequestSchemaError")
        assert.match(error.message, /^payload: client_metadata/)
      }
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layerClient(done, {}, signedIn))))

  it.effect("a value nested 100,000 levels deep fails with RequestSchemaError, and no request is sent", () =>
    Effect.gen(function*() {
      let clientMetadata: Json = null
      for (let depth = 0; depth < 100_000; depth++) clientMetadata = [clientMetadata]
      const error = yield* Effect.flip(CurrentUser.update({ clientMetadata }))
      assert.strictEqual(error._tag, "RequestSchemaError")
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layerClient(done, {}, signedIn))))
})

describe("a refused access token", () => {
  const refused = ["UNPARSABLE_ACCESS_TOKEN", "ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN"] as const
  const details = {
    UNPARSABLE_ACCESS_TOKEN: undefined,
    ACCESS_TOKEN_EXPIRED: { expired_at_millis: 1 },
    INVALID_PROJECT_FOR_ACCESS_TOKEN: { expected_project_id: "a", actual_project_id: "b" }
  }
  const refuse = (code: typeof refused[number]) => knownError(code, 401, details[code])

  /** Refuses the first access token, and issues another one. */
  const service = (code: typeof refused[number], answer: unknown) =>
    layerWire(({ headers, url }) =>
      url.endsWith("/token")
        ? response(200, { access_token: newToken })
        : headers["x-stack-access-token"] === accessToken
        ? refuse(code)
        : response(200, answer)
    )

  for (const code of refused) {
    it.effect(`an access token refused with ${code} is replaced once, and the call succeeds`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* CurrentUser.get())?.displayName, "Ada")
        const { calls } = yield* Wire
        assert.deepStrictEqual(calls.map(({ headers }) => headers["x-stack-access-token"]), [
          accessToken,
          undefined,
          newToken
        ])
        const stored = yield* (yield* TokenStore.TokenStore).get
        assert.strictEqual(Redacted.value(stored!.accessToken!), newToken)
      }).pipe(Effect.provide(layerClient(service(code, userJson), {}, signedIn))))
  }

  it.effect("a refused access token is replaced for a POST, because the service did not act", () =>
    Effect.gen(function*() {
      yield* Password.set({ password: Redacted.make("correct horse") })
      const { calls } = yield* Wire
      assert.deepStrictEqual(calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`), [
        "POST /api/v1/auth/password/set",
        "POST /api/v1/auth/oauth/token",
        "POST /api/v1/auth/password/set"
      ])
      assert.strictEqual(calls[2]!.body, calls[0]!.body)
    }).pipe(Effect.provide(layerClient(service("UNPARSABLE_ACCESS_TOKEN", { success: true }), {}, signedIn))))

  it.effect("refused again after a refresh fails with UndeclaredError, and the session is kept", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(CurrentUser.get())
      assert.strictEqual(error.reason._tag, "UndeclaredError")
      assert.lengthOf((yield* Wire).calls, 3)
      const stored = yield* (yield* TokenStore.TokenStore).get
      assert.strictEqual(Redacted.value(stored!.refreshToken!), refreshToken)
    }).pipe(Effect.provide(layerClient(
      layerWire(({ url }) =>
        url.endsWith("/token") ? response(200, { access_token: newToken }) : refuse("UNPARSABLE_ACCESS_TOKEN")
      ),
      {},
      signedIn
    ))))

  it.effect("reported as expired right after a refresh fails with ClockSkewError, which contains the service's error", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Password.set({ password: Redacted.make("correct horse") }))
      assert.isTrue(
        error._tag === "ApiError" && error.reason._tag === "ClockSkewError" &&
          error.reason.error?.code === "ACCESS_TOKEN_EXPIRED" && error.reason.lifetimeMillis === undefined
      )
      assert.lengthOf((yield* Wire).calls, 3)
    }).pipe(Effect.provide(layerClient(
      layerWire(({ url }) =>
        url.endsWith("/token") ? response(200, { access_token: newToken }) : refuse("ACCESS_TOKEN_EXPIRED")
      ),
      {},
      signedIn
    ))))

  /** Sends tokens if a session exists, and requires none. */
  const wantsTokens = Effect.flatMap(Client.Client, ({ caller }) => call(caller, signOut, { payload: {} }))

  /** Refuses the access token, and then the refresh token. */
  const over = layerWire(({ url }) =>
    url.endsWith("/token") ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401) : refuse("UNPARSABLE_ACCESS_TOKEN")
  )

  it.effect("a call whose access and refresh tokens are refused is not sent again, and the session ends", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(wantsTokens)
      assert.isTrue(error._tag === "ApiError" && error.reason._tag === "UndeclaredError")
      assert.lengthOf((yield* Wire).calls, 2)
      assert.isUndefined(yield* (yield* TokenStore.TokenStore).get)
    }).pipe(Effect.provide(layerClient(over, {}, signedIn))))

  it.effect("a call about the current user has no user if its access and refresh tokens are refused", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(Sessions.list))._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf((yield* Wire).calls, 2)
      assert.isUndefined(yield* (yield* TokenStore.TokenStore).get)
    }).pipe(Effect.provide(layerClient(over, {}, signedIn))))

  it.effect("is not replaced if the request had no token", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(wantsTokens)
      assert.isTrue(error._tag === "ApiError" && error.reason._tag === "UndeclaredError")
      assert.lengthOf((yield* Wire).calls, 1)
    }).pipe(Effect.provide(layerClient(over))))

  it.effect("is not replaced on other refusals", () =>
    Effect.gen(function*() {
      yield* Effect.flip(CurrentUser.get())
      yield* Effect.flip(CurrentUser.get())
      assert.lengthOf((yield* Wire).calls, 2)
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) =>
        index === 0 ? response(401, "Unauthorized") : knownError("USER_AUTHENTICATION_REQUIRED", 401)
      ),
      {},
      signedIn
    ))))
})

describe("a call about the current user, or one that requires a user", () => {
  it.effect("a call that requires a user fails without a request if no user is signed in", () =>
    Effect.gen(function*() {
      const errors = [
        yield* Effect.flip(Sessions.list),
        yield* Effect.flip(CurrentUser.update({})),
        yield* Effect.flip(CurrentUser.remove),
        yield* Effect.flip(Password.set({ password: Redacted.make("correct horse") })),
        yield* Effect.flip(
          ContactChannels.sendVerificationEmailToPrimary({ email: "a@example.com", callbackUrl: "https://a" })
        ),
        // The service has two errors for it if the current user is named, too, and prefers this one.
        yield* Effect.flip(Teams.create({ displayName: "Team" }))
      ]
      for (const error of errors) assert.instanceOf(error, KnownErrors.CannotGetOwnUserWithoutUser)
      const others = [
        yield* Effect.flip(TeamInvitations.accept({ code: Redacted.make("f".repeat(45)) })),
        yield* Effect.flip(Teams.get(id)),
        yield* Effect.flip(Teams.remove(id))
      ]
      for (const error of others) assert.instanceOf(error, KnownErrors.UserAuthenticationRequired)
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layerClient(done))))
})

describe("references", () => {
  const answering = (name: string): Transport => () =>
    Effect.succeed(response(200, { ...projectJson, display_name: name }))

  it.effect("a transport provided to the layer is used without being provided again", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Project.get).displayName, "layer")
    }).pipe(Effect.provide(Layer.provide(
      Client.layer({ projectId: id, publishableClientKey: "pck_test" }),
      Layer.merge(TokenStore.layerNone, Layer.succeed(Transport, answering("layer")))
    ))))

  it.effect("a transport provided around a call overrides the layer's, and the layer's retry policy still applies", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        (yield* Effect.provideService(Project.get, Transport, answering("call"))).displayName,
        "call"
      )
      let tries = 0
      const failing: Transport = () =>
        Effect.sync(() => {
          tries++
          return response(429, "")
        })
      yield* Effect.flip(Effect.provideService(Project.get, Transport, failing))
      assert.strictEqual(tries, 3)
    }).pipe(Effect.provide(Layer.provide(
      Client.layer({ projectId: id, publishableClientKey: "pck_test" }),
      Layer.mergeAll(
        TokenStore.layerNone,
        Layer.succeed(Transport, answering("layer")),
        Layer.succeed(RetryPolicy, Schedule.recurs(2))
      )
    ))))

  it.effect("a layer keeps each reference that it is built with", () =>
    Effect.gen(function*() {
      assert.isUndefined(yield* references)
      assert.isDefined(yield* Effect.provideService(references, Transport, answering("layer")))
      assert.isDefined(yield* Effect.provideService(references, RetryPolicy, Schedule.recurs(2)))
      assert.isDefined(yield* Effect.provideService(references, RequestHeaders, { "x-test": "1" }))
    }))

  it.effect("every attempt of a call is sent with the tokens fetched for it", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* CurrentUser.get())?.displayName, "Ada")
      const { calls } = yield* Wire
      assert.deepStrictEqual(calls.map(({ headers }) => headers["x-stack-refresh-token"]), [refreshToken, refreshToken])
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) => index === 0 ? response(429, "") : response(200, userJson)),
      {},
      signedIn
    ))))
})
