/**
 * Every description, and how often it is sent: after a network failure, after the refusal of an access token, and with which
 * tokens.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  type Client,
  CurrentUser,
  MagicLink,
  Mfa,
  OAuth,
  Passkey,
  Password,
  TokenStore,
  type TransportResponse
} from "latchkey"
import { Admin } from "latchkey/admin"
import { call } from "../../src/call/call.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { inputsOf, samplesOf, statusOf } from "../support/samples.ts"
import {
  accessToken,
  type Answer,
  apiUrl,
  type Arrival,
  connectionReset,
  inGenerationOf,
  issued,
  jwt,
  keys,
  knownError,
  layerClient,
  layerWire,
  projectId,
  refreshToken,
  response,
  signedIn,
  Wire
} from "../support/Wire.ts"

/** Every endpoint except those that redirect a browser, which no client calls, and the one that diagnoses failures. */
const called = endpoints.filter(({ id, status }) => status < 300 && id !== "health")

const layer = (
  answer: (request: Arrival, index: number) => Answer,
  store: Layer.Layer<TokenStore.TokenStore> = signedIn
) =>
  Admin.layer({
    projectId,
    apiUrl,
    publishableClientKey: keys.publishable,
    superSecretAdminKey: Redacted.make(keys.admin)
  }).pipe(Layer.provideMerge(Layer.merge(store, layerWire(answer))))

const run = Effect.fnUntraced(function*(endpoint: Any) {
  const [input] = inputsOf(endpoint, (_, path) => path === "user_id" ? "me" : "harmless")
  const fiber = yield* Effect.forkChild(Effect.exit(
    // Sound: the input consists of samples of the endpoint's codecs.
    Effect.flatMap(Admin.Admin, ({ caller }) => call(inGenerationOf(caller, endpoint), endpoint, input as never))
  ))
  yield* TestClock.adjust("5 minutes")
  return yield* Fiber.join(fiber)
})

const failureOf = (exit: Exit.Exit<unknown, unknown>) => {
  const found = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
  assert(found?._tag === "Some")
  // Sound: every failure of a call has a tag, and an ApiError has a reason.
  return found.value as {
    readonly _tag: string
    readonly reason?: { readonly _tag: string; readonly outcomeUnknown?: boolean }
  }
}

const isRefresh = ({ url }: Arrival) => url.endsWith("/auth/oauth/token")

const success = (endpoint: Any): TransportResponse => {
  const [body] = samplesOf(endpoint.success, () => "harmless")
  return response(
    statusOf(endpoint, body),
    body,
    endpoint.responseType === "text" ? { "content-type": "text/plain" } : {}
  )
}

const tokenHeaders = ({ headers }: Arrival) =>
  ["x-stack-access-token", "x-stack-refresh-token", "x-stack-admin-access-token"].filter((name) => name in headers)

const newToken = jwt({ sub: "user", iat: 1, exp: 4_000_000_000 })

/** Returns `true` if the first sample of an endpoint's inputs, which names the user as `me`, is sent with the session's tokens. */
const hasSession = ({ session }: Any): boolean => session !== false && session !== "refresh"

const rows = called.map((endpoint) => ({ id: endpoint.id, endpoint, session: hasSession(endpoint) }))
type Row = typeof rows[number]
const getId = ({ id }: Row): string => id

/** The service does not rotate refresh tokens, so a token can be requested again. */
const tokenRequests = ["oauth.refresh", "sessions.refreshCurrent"]

const isIdempotent = ({ endpoint: { method }, id }: Row) =>
  method === "GET" || method === "DELETE" || tokenRequests.includes(id)

for (
  const { name, isFor, times } of [
    {
      name: "a GET, a DELETE and a request for an access token are sent five times without a response",
      isFor: isIdempotent,
      times: 5
    },
    {
      name: "any other POST, PATCH or PUT is sent once without a response",
      isFor: (row: Row) => !isIdempotent(row),
      times: 1
    }
  ]
) {
  it.effect(name, () =>
    checkRowsEffect(rows.filter(isFor), getId, ({ endpoint }) =>
      Effect.gen(function*() {
        const { _tag, reason } = failureOf(yield* run(endpoint))
        assert.strictEqual(_tag, "ApiError")
        assert.deepInclude(reason, { _tag: "NetworkFailure", outcomeUnknown: times === 1 })
        assert.lengthOf((yield* Wire).calls, times)
      }).pipe(Effect.provide(layer(() => connectionReset)))))
}

for (
  const { name, isFor, tokens } of [
    {
      name: "a call with a session sends the tokens of the session",
      isFor: ({ session }: Row) => session,
      tokens: ["x-stack-access-token", "x-stack-refresh-token"]
    },
    {
      name: "a call without a session sends no token, even if a user is signed in",
      isFor: ({ session }: Row) => !session,
      tokens: []
    }
  ]
) {
  it.effect(name, () =>
    checkRowsEffect(rows.filter(isFor), getId, ({ endpoint }) =>
      Effect.gen(function*() {
        assert.strictEqual((yield* run(endpoint))._tag, "Success")
        const { calls } = yield* Wire
        assert.lengthOf(calls, 1)
        assert.deepStrictEqual(tokenHeaders(calls[0]!), tokens)
        if (endpoint.encoding !== "json") {
          assert.deepStrictEqual(Object.keys(calls[0]!.headers).filter((name) => name.startsWith("x-")), [])
        }
      }).pipe(Effect.provide(layer(() => success(endpoint))))))
}

/** Refuses the access token of the first request. */
const layerRefusing = (endpoint: Any) =>
  layer((request, index) =>
    isRefresh(request)
      ? response(200, { access_token: newToken })
      : index === 0
      ? knownError("UNPARSABLE_ACCESS_TOKEN", 401)
      : success(endpoint)
  )

/** Sends a request with an endpoint, and returns its exit and the access tokens of all requests. */
const runTraffic = Effect.fnUntraced(function*(endpoint: Any) {
  const exit = yield* run(endpoint)
  const { calls } = yield* Wire
  const traffic = calls.map((request) => isRefresh(request) ? "R" : request.headers["x-stack-access-token"])
  return { exit, traffic }
})

const withJson = rows.filter(({ endpoint }) => endpoint.encoding === "json")

const withSession = withJson.filter(({ session }) => session)

it.effect("a call with a session is retried once after one refresh if the access token is refused", () =>
  checkRowsEffect(withSession, getId, ({ endpoint }) =>
    Effect.gen(function*() {
      const { exit, traffic } = yield* runTraffic(endpoint)
      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(traffic, [accessToken, "R", newToken])
    }).pipe(Effect.provide(layerRefusing(endpoint)))))

it.effect("a call whose token request gets no response is not sent, so its outcome is known", () =>
  checkRowsEffect(withSession, getId, ({ endpoint }) =>
    Effect.gen(function*() {
      const { exit, traffic } = yield* runTraffic(endpoint)
      assert.deepInclude(failureOf(exit).reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.deepStrictEqual(traffic, ["R", "R", "R", "R", "R"])
    }).pipe(Effect.provide(layer(
      (request) => isRefresh(request) ? connectionReset : success(endpoint),
      TokenStore.layerTokens({ accessToken: jwt({ sub: "user", iat: 0, exp: 0 }), refreshToken })
    )))))

it.effect("a refused call whose token request gets no response has a known outcome", () =>
  checkRowsEffect(withSession, getId, ({ endpoint }) =>
    Effect.gen(function*() {
      const { exit, traffic } = yield* runTraffic(endpoint)
      assert.deepInclude(failureOf(exit).reason, { _tag: "NetworkFailure", outcomeUnknown: false })
      assert.deepStrictEqual(traffic, [accessToken, "R", "R", "R", "R", "R"])
    }).pipe(Effect.provide(layer((request) =>
      isRefresh(request) ? connectionReset : knownError("UNPARSABLE_ACCESS_TOKEN", 401)
    )))))

it.effect("without a user, a call is sent without tokens or fails with its declared error", () =>
  checkRowsEffect(withSession, getId, ({ endpoint }) =>
    Effect.gen(function*() {
      // The service decides whether a call with an optional session needs a user.
      const errors = endpoint.session === "optional" ? [] : endpoint.errors
      const nobody = errors.find(({ code }) => code === "CANNOT_GET_OWN_USER_WITHOUT_USER") ??
        errors.find(({ code }) => code === "USER_AUTHENTICATION_REQUIRED")
      const exit = yield* run(endpoint)
      const { calls } = yield* Wire
      if (nobody === undefined) {
        assert.strictEqual(exit._tag, "Success")
        assert.deepStrictEqual(calls.map(tokenHeaders), [[]])
      } else {
        assert.strictEqual(failureOf(exit)._tag, nobody.tag)
        assert.lengthOf(calls, 0)
      }
    }).pipe(Effect.provide(layer(() => success(endpoint), TokenStore.layerMemory)))))

it.effect("a call without a session fails with ApiError if the service refuses an access token", () =>
  checkRowsEffect(withJson.filter(({ session }) => !session), getId, ({ endpoint }) =>
    Effect.gen(function*() {
      const { exit, traffic } = yield* runTraffic(endpoint)
      assert.strictEqual(failureOf(exit)._tag, "ApiError")
      assert.deepStrictEqual(traffic, [undefined])
    }).pipe(Effect.provide(layerRefusing(endpoint)))))

describe("a sign-in call", () => {
  const secret = Redacted.make("secret-of-the-test")
  const assertion = {
    id: "aWQ",
    rawId: "aWQ",
    type: "public-key",
    response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" },
    clientExtensionResults: {}
  } as const
  const signIns: Readonly<Record<string, Effect.Effect<unknown, { readonly _tag: string }, Client.Client>>> = {
    "Password.signIn": Password.signIn({ email: "ada@example.com", password: secret }),
    "Password.signUp": Password.signUp({
      email: "ada@example.com",
      password: secret,
      verificationCallbackUrl: "https://app.test/"
    }),
    "MagicLink.signIn": MagicLink.signIn({ code: secret }),
    "Mfa.signIn": Mfa.signIn({ attemptCode: secret, totp: Redacted.make("123456") }),
    "Passkey.completeSignIn": Passkey.completeSignIn({ authenticationResponse: assertion, code: secret }),
    "OAuth.exchange": OAuth.exchange({ code: secret, codeVerifier: secret, redirectUri: "https://app.test/" }),
    "Anonymous.signUp": Anonymous.signUp
  }

  /** A store that counts its writes. */
  const counting = () => {
    const written: Array<string | undefined> = []
    const store = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.makeMemory(undefined), (memory) => {
        const old = { refreshToken: Redacted.make("old"), accessToken: Redacted.make(accessToken) }
        let tokens: Parameters<Parameters<typeof memory.modify>[0]>[0] = old
        return TokenStore.TokenStore.of({
          ...memory,
          get: Effect.sync(() => tokens),
          modify: (f) =>
            Effect.sync(() => {
              tokens = f(tokens)
              written.push(tokens?.refreshToken && Redacted.value(tokens.refreshToken))
              return tokens
            })
        })
      })
    )
    return { written, store }
  }

  const newSession = {
    ...issued,
    refresh_token: "new",
    is_new_user: false,
    token_type: "Bearer",
    expires_in: 3599,
    after_callback_redirect_url: null
  }

  const failures: Readonly<Record<string, Answer>> = {
    "a known error": knownError("SCHEMA_ERROR", 400, { message: "No" }),
    "a refused access token": knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 }),
    "a refresh token that is not found": knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401),
    "a text": response(403, "No"),
    "an OAuth error": response(400, { error: "invalid_grant", error_description: "No" }),
    "an invalid response": response(200, { ...newSession, refresh_token: null }),
    "a network failure": connectionReset
  }

  for (const [name, signIn] of Object.entries(signIns)) {
    it.effect(`${name} stores the tokens once`, () => {
      const { store, written } = counting()
      return Effect.gen(function*() {
        yield* signIn
        assert.deepStrictEqual(written, ["new"])
        assert.lengthOf((yield* Wire).calls, 1)
      }).pipe(Effect.provide(layerClient(layerWire(() => response(200, newSession)), {}, store)))
    })

    it.effect(`${name} keeps the current session if it fails`, () =>
      Effect.gen(function*() {
        for (const [failure, answer] of Object.entries(failures)) {
          // These send the tokens of an anonymous user, and refresh them before they continue without.
          const hasTokens = name === "Password.signUp" || name === "MagicLink.signIn"
          if (hasTokens && failure === "a refused access token") continue
          const { store, written } = counting()
          yield* Effect.gen(function*() {
            yield* Effect.flip(signIn)
            assert.deepStrictEqual(written, [], failure)
            assert.lengthOf((yield* Wire).calls, 1, failure)
          }).pipe(Effect.provide(layerClient(layerWire(() => answer), {}, store)))
        }
      }))
  }

  for (const name of ["Password.signUp", "MagicLink.signIn"]) {
    it.effect(`${name} is sent without tokens if the refreshed access token is refused as well`, () =>
      Effect.gen(function*() {
        yield* signIns[name]!
        assert.deepStrictEqual(
          (yield* Wire).calls.map((request) => isRefresh(request) ? "R" : request.headers["x-stack-access-token"]),
          [accessToken, "R", newToken, undefined]
        )
      }).pipe(Effect.provide(layerClient(
        layerWire((request) =>
          isRefresh(request)
            ? response(200, { access_token: newToken })
            : "x-stack-access-token" in request.headers
            ? knownError("UNPARSABLE_ACCESS_TOKEN", 401)
            : response(200, newSession)
        ),
        {},
        signedIn
      ))))
  }

  it.effect("Mfa.signIn fails with RequestSchemaError if untyped code passes a `totp` that is not a string", () =>
    Effect.gen(function*() {
      for (const totp of [123456, undefined, null] as unknown as ReadonlyArray<Redacted.Redacted<string>>) {
        assert.strictEqual((yield* Effect.flip(Mfa.signIn({ attemptCode: secret, totp })))._tag, "RequestSchemaError")
      }
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, newSession))))))

  it.effect("a sign-in whose access token has no subject stores nothing", () => {
    const { store, written } = counting()
    return Effect.gen(function*() {
      for (let i = 0; i < 4; i++) {
        assert.strictEqual((yield* Effect.flip(signIns["OAuth.exchange"]!))._tag, "ApiError")
      }
      assert.deepStrictEqual(written, [])
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) =>
        response(200, {
          ...newSession,
          access_token: ["", "a.b.c", jwt({ exp: 1 }), jwt({ sub: 7, exp: 1 })][index % 4]
        })
      ),
      {},
      store
    )))
  })
})

describe("a call whose access token is refused after another user signed in", () => {
  const other = { refreshToken: Redacted.make("other"), accessToken: Redacted.make(newToken) }

  /** Signs another user in during the first request, and refuses that request. */
  const layerSwitching = Layer.unwrap(Effect.map(TokenStore.makeMemory(undefined), (store) =>
    layer(
      (_, index) =>
        index > 0 ? response(500, "Acted for another user") : Effect.as(
          store.modify(() => other),
          knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 })
        ),
      Layer.effect(
        TokenStore.TokenStore,
        Effect.as(
          store.modify(() => ({ refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make(accessToken) })),
          store
        )
      )
    )))

  const isRead = ({ endpoint }: Row) => endpoint.method === "GET"
  const isOptional = ({ endpoint }: Row) => endpoint.session === "optional"

  for (
    const { name, isFor, tokens } of [
      { name: "a GET is repeated with the tokens of the new user", isFor: isRead, tokens: [newToken] },
      {
        name: "a write with an optional session is repeated without tokens",
        isFor: (row: Row) => !isRead(row) && isOptional(row),
        tokens: [undefined]
      },
      {
        name: "a write with a session is not repeated",
        isFor: (row: Row) => !isRead(row) && !isOptional(row),
        tokens: []
      }
    ]
  ) {
    it.effect(`${name} if another user signs in before the access token is refused`, () =>
      checkRowsEffect(withSession.filter(isFor), getId, ({ endpoint }) =>
        Effect.gen(function*() {
          // The service accepted no token of the other user, and refused none as expired.
          assert.notStrictEqual(failureOf(yield* run(endpoint)).reason?._tag, "ClockSkewError")
          const { calls } = yield* Wire
          assert.deepStrictEqual(
            calls.map(({ headers }) => headers["x-stack-access-token"]),
            [accessToken, ...tokens]
          )
          assert.strictEqual((yield* (yield* TokenStore.TokenStore).get)?.refreshToken, other.refreshToken)
        }).pipe(Effect.provide(layerSwitching))))
  }

  it.effect("deleting the current user keeps the other user's session", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(CurrentUser.remove))._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf((yield* Wire).calls, 1)
      assert.strictEqual((yield* (yield* TokenStore.TokenStore).get)?.refreshToken, other.refreshToken)
    }).pipe(Effect.provide(layerSwitching)))
})

describe("deleting the current user", () => {
  const remove = Effect.exit(CurrentUser.remove)
  const stored = Effect.flatMap(TokenStore.TokenStore, ({ get }) => get)

  it.effect("deleting the current user ends the session even if the first response was lost", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(remove)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(failureOf(yield* Fiber.join(fiber))._tag, "CannotGetOwnUserWithoutUser")
      assert.isUndefined(yield* stored)
    }).pipe(Effect.provide(layerClient(
      layerWire((_, index) => index === 0 ? connectionReset : knownError("CANNOT_GET_OWN_USER_WITHOUT_USER", 400)),
      {},
      signedIn
    ))))

  it.effect("deleting the current user after a refresh ends the session whose tokens were sent", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* remove)._tag, "Success")
      assert.isUndefined(yield* stored)
      assert.lengthOf((yield* Wire).calls, 3)
    }).pipe(Effect.provide(layerClient(
      layerWire((request, index) =>
        isRefresh(request)
          ? response(200, { access_token: newToken })
          : index === 0
          ? knownError("UNPARSABLE_ACCESS_TOKEN", 401)
          : response(200, { success: true })
      ),
      {},
      signedIn
    ))))

  it.effect("deleting the current user keeps the session if the service refuses or does not respond", () =>
    Effect.gen(function*() {
      for (const answer of [response(403, "No"), response(500, "Oh"), connectionReset]) {
        yield* Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(remove)
          yield* TestClock.adjust("1 minute")
          yield* Fiber.join(fiber)
          assert.strictEqual(Redacted.value((yield* stored)!.refreshToken!), refreshToken)
        }).pipe(Effect.provide(layerClient(layerWire(() => answer), {}, signedIn)))
      }
    }))
})
