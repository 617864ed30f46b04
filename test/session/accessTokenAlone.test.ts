/** A session of an access token without a refresh token: its behaviour, lifetime and end. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  Cli,
  CookieTokenStore,
  CurrentUser,
  Password,
  RequestHost,
  Session,
  StorageTokenStore,
  Tokens,
  TokenStore
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { CurrentUser as ServerCurrentUser, Server } from "latchkey/server"
import { assertNothingShows, echo, layer, planted } from "../support/echo.ts"
import { everything } from "../support/exposure.ts"
import { makeJar } from "../support/host.ts"
import { response } from "../support/Wire.ts"
import {
  answer,
  inStore,
  knownError,
  layerClient,
  layerTest,
  listen,
  networkError,
  projectId,
  Service,
  settle,
  stored
} from "./support.ts"

const tokenRoute = "POST /auth/oauth/token"
const userRoute = "GET /users/me"
const signOutRoute = "DELETE /auth/sessions/current"

/** A client for an incoming request. */
const layerOver = (request: RequestHost.RequestLike) =>
  layerClient().pipe(Layer.provide(RequestHost.layer(request, { projectId })))

/** Signs in, and stores only the access token. It is valid for ten minutes. */
const begin = Effect.fnUntraced(function*(user: string) {
  const { accessToken } = yield* (yield* Service).begin(user)
  yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken }))
  return accessToken
})

const stateTag = Effect.map(Session.state, ({ _tag }) => _tag)

const userId = Effect.map(CurrentUser.get(), (user) => user?.id)

describe("an access token without a refresh token", () => {
  it.effect("is sent with calls, without a refresh token header", () =>
    Effect.gen(function*() {
      const token = yield* begin("r1")
      assert.strictEqual(yield* userId, "user of r1")
      const { requests } = yield* Service
      assert.lengthOf(requests, 1)
      assert.strictEqual(requests[0]!.headers["x-stack-access-token"], Redacted.value(token))
      assert.notProperty(requests[0]!.headers, "x-stack-refresh-token")
      assert.strictEqual(yield* stateTag, "Active")
      assert.strictEqual((yield* Session.claims)?.userId, "user of r1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an access token without a refresh token is used until its last second, and never refreshed", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      yield* TestClock.adjust("599 seconds")
      const users = yield* Effect.all(Array.from({ length: 100 }, () => userId), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(users)], ["user of r1"])
      const service = yield* Service
      assert.lengthOf(service.to(userRoute), 100)
      assert.lengthOf(service.to(tokenRoute), 0)
      assert.strictEqual(yield* stateTag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is a session until its last millisecond", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      yield* TestClock.adjust(599_999)
      assert.strictEqual(yield* stateTag, "Active")
      assert.strictEqual(yield* userId, "user of r1")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* stateTag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is no longer a session after it expired, and no request is sent", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* stateTag, "SignedOut")
      assert.isNull(yield* CurrentUser.get())
      assert.isNull(yield* Session.getAccessToken())
      assert.isNull(yield* Session.claims)
      const error = yield* Effect.flip(Password.set({ password: Redacted.make("correct horse") }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      yield* Session.signOut
      assert.deepStrictEqual((yield* Service).requests, [])
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is returned only with the requested validity, and stays stored", () =>
    Effect.gen(function*() {
      const token = yield* begin("r1")
      yield* TestClock.adjust("585 seconds")
      assert.isNull(yield* Session.getAccessToken())
      assert.isNull(yield* Session.getAccessToken({ validity: "16 seconds" }))
      const handedOut = yield* Session.getAccessToken({ validity: "15 seconds" })
      assert.strictEqual(Redacted.value(handedOut!), Redacted.value(token))
      assert.strictEqual(yield* userId, "user of r1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is forwarded unchanged to the app's server", () =>
    Effect.gen(function*() {
      const token = yield* begin("r1")
      const { "x-stack-auth": header } = yield* Session.authHeaders
      assert.deepStrictEqual(JSON.parse(Redacted.value(header)), {
        accessToken: Redacted.value(token),
        refreshToken: null
      })
    }).pipe(Effect.provide(layerTest())))

  for (const code of ["ACCESS_TOKEN_EXPIRED", "UNPARSABLE_ACCESS_TOKEN"]) {
    it.effect(`ends if the service refuses it with ${code}, after one request`, () =>
      Effect.gen(function*() {
        yield* begin("r1")
        const service = yield* Service
        const refusal = knownError(401, code, code === "ACCESS_TOKEN_EXPIRED" ? { expired_at_millis: 0 } : undefined)
        service.script("POST /auth/password/set", refusal)
        const error = yield* Effect.flip(Password.set({ password: Redacted.make("correct horse") }))
        assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
        assert.lengthOf(service.requests, 1)
        assert.strictEqual(yield* stateTag, "SignedOut")
        assert.isUndefined(yield* inStore)
      }).pipe(Effect.provide(layerTest())))
  }

  const failures = { "no answer": [networkError, 5], "500": [answer(500, ""), 1], "429": [answer(429, ""), 5] } as const
  for (const [what, [failure, tries]] of Object.entries(failures)) {
    it.effect(`is kept if a call gets ${what}`, () =>
      Effect.gen(function*() {
        yield* begin("r1")
        const service = yield* Service
        service.script(userRoute, ...Array.from({ length: tries }, () => failure))
        const call = yield* Effect.forkChild(Effect.exit(CurrentUser.get()))
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual((yield* Fiber.join(call))._tag, "Failure")
        assert.strictEqual(yield* stateTag, "Active")
        assert.strictEqual(yield* userId, "user of r1")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("stops a call's retries if it expires between them", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      const service = yield* Service
      yield* TestClock.adjust("599 seconds")
      service.script(userRoute, ...Array.from({ length: 5 }, () => networkError))
      const call = yield* Effect.forkChild(Effect.exit(CurrentUser.get()))
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual((yield* Fiber.join(call))._tag, "Failure")
      assert.isBelow(service.to(userRoute).length, 5)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is revoked by a sign-out", () =>
    Effect.gen(function*() {
      const token = yield* begin("r1")
      const states = yield* listen
      yield* Session.signOut
      const service = yield* Service
      assert.deepStrictEqual(service.to(signOutRoute).map(({ headers }) => headers["x-stack-access-token"]), [
        Redacted.value(token)
      ])
      assert.lengthOf(service.requests, 1)
      assert.isFalse(service.users.has("r1"))
      yield* settle
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is replaced by a sign-in", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      const { userId } = yield* Password.signIn({ email: "a@b.c", password: Redacted.make("correct horse") })
      assert.strictEqual((yield* CurrentUser.get())?.id, userId)
      assert.isDefined((yield* inStore)?.refreshToken)
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not prevent an anonymous sign-up after it expired", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      yield* TestClock.adjust("10 minutes")
      const { userId } = yield* Anonymous.signUp
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous-if-exists" }))?.id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a write is not sent with a newer access token of the same user", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      const service = yield* Service
      const { accessToken } = yield* service.begin("r1")
      const store = yield* TokenStore.TokenStore
      service.script(
        "POST /auth/password/set",
        Effect.as(
          store.modify(() => ({ refreshToken: undefined, accessToken })),
          knownError(401, "UNPARSABLE_ACCESS_TOKEN")
        )
      )
      const error = yield* Effect.flip(Password.set({ password: Redacted.make("correct horse") }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf(service.requests, 1)
      assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(accessToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("appears in no error, span, log or state, even if a gateway echoes the request", () =>
    Effect.gen(function*() {
      const exposed = [...yield* everything(CurrentUser.get()), ...yield* everything(Session.state)]
      assertNothingShows(exposed)
      assert.include((yield* Effect.flip(CurrentUser.get())).message, "<redacted>")
      const { accessToken } = planted
      const request = { url: "https://app.example.com/", headers: { authorization: `Bearer stackauth_${accessToken}` } }
      assertNothingShows(yield* everything(Effect.exit(Effect.provide(stateTag, layerOver(request)))))
    }).pipe(Effect.provide(
      layer((request) => response(400, echo(request)), TokenStore.layerTokens({ accessToken: planted.accessToken }))
    )))

  it.effect("cannot confirm a command-line sign-in, which requires a refresh token", () =>
    Effect.gen(function*() {
      yield* begin("r1")
      const error = yield* Effect.flip(Cli.confirm({ loginCode: Redacted.make("code") }))
      assert.strictEqual(error._tag, "UserAuthenticationRequired")
      assert.deepStrictEqual((yield* Service).requests, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is not restored if it is stored again after it expired", () =>
    Effect.gen(function*() {
      const accessToken = yield* begin("r1")
      yield* TestClock.adjust("10 minutes")
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken }))
      assert.strictEqual(yield* stateTag, "SignedOut")
      yield* stored("r2")
      assert.strictEqual(yield* userId, "user of r2")
    }).pipe(Effect.provide(layerTest())))
})

describe("isSameSession", () => {
  const alone = (token: string) => ({ refreshToken: undefined, accessToken: Redacted.make(token) })
  const both = (refreshToken: string, accessToken?: string) => ({
    refreshToken: Redacted.make(refreshToken),
    accessToken: accessToken === undefined ? undefined : Redacted.make(accessToken)
  })

  it("compares access tokens if there is no refresh token, and never an access token with a refresh token", () => {
    assert.isTrue(Tokens.isSameSession(alone("a"), alone("a")))
    assert.isFalse(Tokens.isSameSession(alone("a"), alone("b")))
    assert.isFalse(Tokens.isSameSession(alone("a"), both("a")))
    assert.isFalse(Tokens.isSameSession(both("r", "a"), alone("a")))
    assert.isFalse(Tokens.isSameSession(alone("a"), undefined))
    assert.isTrue(Tokens.isSameSession(both("r", "a"), both("r", "b")))
    assert.isFalse(Tokens.isSame(both("r", "a"), both("r", "b")))
    assert.isTrue(Tokens.isSame(alone("a"), alone("a")))
  })
})

describe("a store", () => {
  it.effect("a cookie store keeps the access token in memory, and removes the previous session's cookies", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const page = "https://app.example.com/"
      jar.receive(page, `stack-refresh-${projectId}=old; Path=/`)
      const request = { url: page, headers: { cookie: jar.header(page) } }
      yield* Effect.gen(function*() {
        const { accessToken } = yield* (yield* Service).begin("r1")
        const store = yield* TokenStore.TokenStore
        yield* store.modify(() => ({ refreshToken: undefined, accessToken }))
        assert.isTrue(Tokens.isSame(yield* store.get, { refreshToken: undefined, accessToken }))
        assert.strictEqual(yield* userId, "user of r1")
        for (const line of (yield* RequestHost.headers).getSetCookie()) jar.receive(page, line)
        assert.deepStrictEqual(jar.cookies, [])
      }).pipe(Effect.provide(
        layerClient().pipe(
          Layer.provideMerge(CookieTokenStore.layer({ projectId })),
          Layer.provideMerge(RequestHost.layerHost(request)),
          Layer.provideMerge(Service.layer)
        )
      ))
    }))

  it.effect("a storage store keeps the access token until it expires", () =>
    Effect.gen(function*() {
      const kept = new Map<string, string>()
      const storage = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key)
      }
      yield* Effect.gen(function*() {
        yield* begin("r1")
        yield* Effect.gen(function*() {
          assert.strictEqual(yield* userId, "user of r1")
        }).pipe(Effect.provide(Layer.fresh(layerClient().pipe(Layer.provide(StorageTokenStore.layer(storage))))))
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(yield* stateTag, "SignedOut")
      }).pipe(Effect.provide(layerTest(StorageTokenStore.layer(storage))))
    }))
})

describe("a server that receives a bearer token", () => {
  const emulator = Emulator.layer()
  const { projectId, secretServerKey } = Emulator.adminOptions
  const serve = (headers: Readonly<Record<string, string>>) => {
    const request = { url: "https://app.example.com/api", headers }
    return Layer.fresh(
      Server.layer({ projectId, secretServerKey: secretServerKey! }).pipe(
        Layer.provideMerge(RequestHost.layer(request, { projectId }))
      )
    )
  }

  const signUp = Effect.provide(
    Password.signUp({
      email: "ada@example.com",
      password: Redacted.make("correct horse"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    }),
    Server.layer(Emulator.serverOptions).pipe(Layer.provide(TokenStore.layerNone))
  )

  it.effect("acts for the user until the token expires, with only the secret key", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp
      const accessToken = Redacted.value(tokens.accessToken!)
      const json = JSON.stringify({ accessToken, refreshToken: Redacted.value(tokens.refreshToken) })
      const requests = {
        bearer: { authorization: `Bearer ${accessToken}` },
        newest: { authorization: `Bearer stackauth_${btoa(json)}` },
        header: { "x-stack-auth": json }
      }
      for (const headers of Object.values(requests)) {
        const user = yield* Effect.provide(ServerCurrentUser.get(), serve(headers))
        assert.strictEqual(user?.id, userId)
      }
      yield* TestClock.adjust("11 minutes")
      assert.isNull(yield* Effect.provide(ServerCurrentUser.get(), serve(requests.bearer)))
      for (const headers of [requests.newest, requests.header]) {
        const user = yield* Effect.provide(ServerCurrentUser.get(), serve(headers))
        assert.strictEqual(user?.id, userId)
      }
    }).pipe(Effect.provide(emulator)))

  it.effect("ends the whole session on sign-out", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp
      const headers = { authorization: `Bearer ${Redacted.value(tokens.accessToken!)}` }
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* ServerCurrentUser.get())?.id, userId)
        yield* Session.signOut
        assert.strictEqual(yield* stateTag, "SignedOut")
      }).pipe(Effect.provide(serve(headers)))
      yield* TestClock.adjust("11 minutes")
      const json = JSON.stringify({ refreshToken: Redacted.value(tokens.refreshToken) })
      assert.isNull(yield* Effect.provide(ServerCurrentUser.get(), serve({ "x-stack-auth": json })))
    }).pipe(Effect.provide(emulator)))
})
