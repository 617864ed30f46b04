/** The session of a level without a publishable key: its refresh, and the operations that still require that key. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import {
  type Client,
  KnownErrors,
  Navigation,
  OAuth,
  RequestHost,
  RetryPolicy,
  Session,
  Tokens,
  TokenStore,
  Transport
} from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator, Faults } from "latchkey/emulator"
import { CurrentUser, Server, Sessions, Users } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  failure,
  jsonOf,
  projectId,
  recorded as recordedRequests,
  send,
  serverHeaders
} from "../emulator/support.ts"
import { assertNothingShows, echo, planted } from "../support/echo.ts"
import { everything, layer as layerExposure } from "../support/exposure.ts"
import { response } from "../support/Wire.ts"

const { secretServerKey, superSecretAdminKey } = Emulator.adminOptions

const servers: Readonly<
  Record<
    string,
    (apiGeneration?: Emulator.Generation) => Layer.Layer<Client.Client | Server.Server, unknown, TokenStore.TokenStore>
  >
> = {
  "a server": (apiGeneration) => Server.layer({ projectId, apiGeneration, secretServerKey: secretServerKey! }),
  "an admin": (apiGeneration) => Admin.layer({ projectId, apiGeneration, superSecretAdminKey })
}

/** Creates an emulator, and its received requests, also as routes. */
const recorded = () => {
  const { layer, requests } = recordedRequests()
  const paths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
  return { requests, paths, layer }
}

const refreshPath = "POST /auth/sessions/current/refresh"

for (const [who, level] of Object.entries(servers)) {
  describe(`${who} without the publishable key`, () => {
    const run = <A, E>(
      test: (
        emulator: ReturnType<typeof recorded>
      ) => Effect.Effect<A, E, Client.Client | Server.Server | TokenStore.TokenStore | Emulator.Emulator>,
      generation?: Emulator.Generation
    ) => {
      const emulator = recorded()
      return test(emulator).pipe(
        Effect.provide(
          level(generation).pipe(Layer.provideMerge(TokenStore.layerMemory), Layer.provideMerge(emulator.layer))
        )
      )
    }

    /** Creates a session, and lets its access token expire. */
    const expired = Effect.gen(function*() {
      const { id } = yield* Users.create({ displayName: "Ada" })
      const tokens = yield* Sessions.create({ userId: id })
      yield* (yield* TokenStore.TokenStore).modify(() => tokens)
      yield* TestClock.adjust("11 minutes")
      return { id, tokens }
    })

    it.effect("refreshes its session by the refresh token header, once for concurrent calls", () =>
      run(({ paths, requests }) =>
        Effect.gen(function*() {
          const { id, tokens } = yield* expired
          requests.length = 0
          const users = yield* Effect.all([CurrentUser.get(), CurrentUser.get(), CurrentUser.get()], {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(users.map((user) => user?.id), [id, id, id])
          assert.deepStrictEqual(paths(), [refreshPath, "GET /users/me", "GET /users/me", "GET /users/me"])
          const { body, headers } = requests[0]!
          assert.strictEqual(headers["x-stack-refresh-token"], Redacted.value(tokens.refreshToken))
          assert.notProperty(headers, "x-stack-access-token")
          assert.isUndefined(body)
          assert.strictEqual((yield* Session.state)._tag, "Active")
        })
      ))

    it.effect("is signed out if the service refuses the refresh token", () =>
      run(({ paths, requests }) =>
        Effect.gen(function*() {
          const { id } = yield* expired
          for (const session of yield* Sessions.list(id)) yield* Sessions.revoke({ userId: id, id: session.id })
          requests.length = 0
          assert.isNull(yield* CurrentUser.get())
          assert.deepStrictEqual(paths(), [refreshPath])
          assert.strictEqual((yield* Session.state)._tag, "SignedOut")
        })
      ))

    for (
      const [what, fault] of Object.entries({
        "no answer": Faults.offline,
        "429": Faults.rateLimited(),
        "500": Faults.status(500),
        "a refusal of the key": Faults.failWith(
          new KnownErrors.InvalidSecretServerKey({ message: "wrong key", details: { projectId } })
        )
      })
    ) {
      it.effect(`keeps its session if the refresh gets ${what}, and refreshes with the next call`, () =>
        run(({ paths }) =>
          Effect.gen(function*() {
            const { id, tokens } = yield* expired
            const failed = CurrentUser.get().pipe(
              Faults.provide(Faults.limitTo(refreshPath, fault)),
              Effect.provideService(RetryPolicy, Schedule.recurs(0))
            )
            assert.strictEqual((yield* failure(failed)).message.split(":")[0], "sessions.refreshCurrent")
            assert.strictEqual((yield* Session.state)._tag, "Stale")
            assert.isTrue(Tokens.isSameSession(yield* stored, tokens))
            assert.strictEqual((yield* CurrentUser.get())?.id, id)
            assert.strictEqual(paths().at(-1), "GET /users/me")
          })
        ))
    }

    it.effect("drops the refreshed token if its session was replaced during the refresh", () =>
      run(() =>
        Effect.gen(function*() {
          yield* expired
          const other = yield* Users.create({ displayName: "Bob" })
          const tokens = yield* Sessions.create({ userId: other.id })
          const reading = yield* Effect.forkChild(
            CurrentUser.get().pipe(Faults.provide(Faults.limitTo(refreshPath, Faults.responseLate("1 second"))))
          )
          yield* TestClock.adjust("500 millis")
          yield* (yield* TokenStore.TokenStore).modify(() => tokens)
          yield* TestClock.adjust("1 second")
          assert.strictEqual((yield* Fiber.join(reading))?.id, other.id)
          assert.isTrue(Tokens.isSame(yield* stored, tokens))
        })
      ))

    it.effect("learns the service's clock from a refresh", () =>
      run(() =>
        Effect.gen(function*() {
          yield* expired
          yield* Faults.provide(Faults.clockAhead("1 hour"))(Session.getAccessToken())
          assert.strictEqual(yield* Session.clockSkewMillis, 3_600_000)
        })
      ))

    it.effect("identifies itself in OAuth requests by the keyless placeholder", () =>
      run(() =>
        Effect.gen(function*() {
          const url = yield* OAuth.authorizationUrl({
            provider: "github",
            redirectUri: "http://localhost:3000/callback",
            state: "s",
            codeChallenge: "c"
          })
          assert.strictEqual(
            new URL(Redacted.value(url)).searchParams.get("client_secret"),
            "__stack_public_client__"
          )
        })
      ))

    it.effect("starts and completes no OAuth flow with a service of 2025, and names the missing option", () =>
      run(({ requests }) =>
        Effect.gen(function*() {
          yield* expired
          requests.length = 0
          const page = "http://localhost:3000/callback"
          const flow = { provider: "github", redirectUri: page, state: "s", codeChallenge: "c" }
          const code = { code: Redacted.make("code"), redirectUri: page, codeVerifier: Redacted.make("verifier") }
          const errors = [
            yield* failure(OAuth.authorizationUrl(flow)),
            yield* failure(OAuth.authorizationUrl({ ...flow, type: "link" })),
            yield* failure(OAuth.exchange(code)),
            yield* failure(OAuth.start({ provider: "github" })),
            yield* failure(OAuth.start({ provider: "github", type: "link" }))
          ]
          for (const error of errors) {
            assert.strictEqual(error._tag, "RequestSchemaError")
            assert.include(error.message, "publishableClientKey is required for OAuth with a service of 2025. Pass it")
          }
          assert.deepStrictEqual(requests, [])
        }).pipe(Effect.provide(Navigation.layer().pipe(Layer.provideMerge(RequestHost.layerHost(request))))), "2025"))
  })
}

describe("a server with the publishable key", () => {
  it.effect("refreshes by the OAuth grant", () => {
    const emulator = recorded()
    return Effect.gen(function*() {
      const { id } = yield* Users.create({ displayName: "Ada" })
      const tokens = yield* Sessions.create({ userId: id })
      yield* (yield* TokenStore.TokenStore).modify(() => tokens)
      yield* TestClock.adjust("11 minutes")
      emulator.requests.length = 0
      assert.strictEqual((yield* CurrentUser.get())?.id, id)
      assert.deepStrictEqual(emulator.paths(), ["POST /auth/oauth/token", "GET /users/me"])
    }).pipe(Effect.provide(
      Server.layer(Emulator.serverOptions).pipe(
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provideMerge(emulator.layer)
      )
    ))
  })

  it.effect("a server with the keyless placeholder as its key sends it in OAuth requests", () =>
    Effect.gen(function*() {
      const url = yield* OAuth.authorizationUrl({
        provider: "github",
        redirectUri: "http://localhost:3000/callback",
        state: "s",
        codeChallenge: "c"
      })
      assert.include(Redacted.value(url), "client_secret=__stack_public_client__")
    }).pipe(Effect.provide(
      Server.layer({ projectId, secretServerKey: secretServerKey!, publishableClientKey: "__stack_public_client__" })
        .pipe(Layer.provide(TokenStore.layerNone))
    )))
})

describe("a refresh by header", () => {
  it.effect("shows no secret in errors, spans and logs if a gateway echoes the request", () =>
    Effect.gen(function*() {
      assertNothingShows(yield* everything(Session.getAccessToken()))
      assert.include((yield* failure(Session.getAccessToken())).message, "<redacted>")
    }).pipe(Effect.provide(
      Server.layer({ projectId, secretServerKey: Redacted.make(planted.server) }).pipe(
        Layer.provide(TokenStore.layerTokens({ refreshToken: planted.refreshToken })),
        Layer.provide(Layer.succeed(Transport, (request) => Effect.succeed(response(400, echo(request))))),
        Layer.provideMerge(layerExposure)
      )
    )))
})

describe("the emulator", () => {
  const tokensOfAda = Effect.gen(function*() {
    const { id } = jsonOf(yield* send("POST", "/users", serverHeaders, {}))
    return jsonOf(yield* send("POST", "/auth/sessions", serverHeaders, { user_id: id }))
  })

  it.effect("the emulator refuses a refresh grant with any key but the publishable one", () =>
    Effect.gen(function*() {
      const { refresh_token } = yield* tokensOfAda
      const grant = { grant_type: "refresh_token", refresh_token, client_id: projectId }
      for (const client_secret of [undefined, "", "__stack_public_client__", "ssk_emulator", "sak_emulator"]) {
        for (const headers of [{}, serverHeaders]) {
          const response = yield* send("POST", "/auth/oauth/token", headers, { ...grant, client_secret })
          assert.strictEqual(response.headers["x-stack-actual-status"] ?? String(response.status), "400")
          assert.strictEqual(codeOf(response), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
          assert.deepStrictEqual(jsonOf(response).details, { client_id: null })
        }
      }
    }).pipe(Effect.provide(Emulator.layer({ generation: "2025" }))))

  it.effect("accepts the refresh grant with the keyless placeholder, and refuses it without a secret", () =>
    Effect.gen(function*() {
      const { refresh_token } = yield* tokensOfAda
      const grant = { grant_type: "refresh_token", refresh_token, client_id: projectId }
      for (const client_secret of [undefined, "", "ssk_emulator", "sak_emulator"]) {
        const response = yield* send("POST", "/auth/oauth/token", {}, { ...grant, client_secret })
        assert.strictEqual(codeOf(response), "INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      }
      const client_secret = "__stack_public_client__"
      assert.strictEqual((yield* send("POST", "/auth/oauth/token", {}, { ...grant, client_secret })).status, 200)
    }).pipe(Effect.provide(Emulator.layer())))

  it.effect("the emulator refreshes by the refresh token header, with any level's key", () =>
    Effect.gen(function*() {
      const { refresh_token } = yield* tokensOfAda
      for (const headers of [clientHeaders, serverHeaders, adminHeaders]) {
        const own = { ...headers, "x-stack-refresh-token": refresh_token }
        const response = yield* send("POST", "/auth/sessions/current/refresh", own)
        assert.strictEqual(response.status, 200)
        assert.hasAllKeys(jsonOf(response), ["access_token"])
      }
    }).pipe(Effect.provide(Emulator.layer())))
})

const request = { url: "https://app.example.com/", headers: {} }

const stored = Effect.flatMap(TokenStore.TokenStore, (store) => store.get)
