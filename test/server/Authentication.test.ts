/** Authentication of requests: the sources of credentials, refreshes and removals. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, Client, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication } from "latchkey/server"
import {
  bearer,
  cookie,
  encoded,
  makeSession,
  projectId,
  request,
  setup,
  type TestSession
} from "./authenticationSupport.ts"

const { authenticate } = Authentication

const verificationCallbackUrl = "http://localhost:3000/verify"

const sources: Readonly<Record<string, (session: TestSession) => Record<string, string>>> = {
  "an access token in Authorization": bearer,
  "stackauth_ in Authorization": (session) => encoded(session),
  "hexclave_ in Authorization": (session) => encoded(session, "hexclave_"),
  "x-stack-auth": ({ accessToken, refreshToken }) => ({
    "x-stack-auth": JSON.stringify({ accessToken, refreshToken })
  }),
  "x-hexclave-auth": ({ accessToken, refreshToken }) => ({
    "x-hexclave-auth": JSON.stringify({ accessToken, refreshToken })
  }),
  "x-stack-access-token": ({ accessToken }) => ({ "x-stack-access-token": accessToken }),
  "x-hexclave-access-token": ({ accessToken }) => ({ "x-hexclave-access-token": accessToken }),
  "cookies of 2026": (session) => cookie(session),
  "hexclave cookies": (session) => cookie(session, `hexclave-refresh-${projectId}--default`),
  "cookies of 2025": ({ accessToken, refreshToken }) => ({
    cookie: `stack-refresh-${projectId}=${refreshToken}; stack-access=${
      encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
    }`
  })
}

describe("a valid access token", () => {
  for (const [name, headersOf] of Object.entries(sources)) {
    it.effect(`authenticates its user without a request, from ${name}`, () => {
      const { layer, requests } = setup()
      return Effect.gen(function*() {
        const session = yield* makeSession()
        requests.length = 0
        const { headers, principal, requestCookies } = yield* authenticate(request(headersOf(session)))
        assert.strictEqual(principal._tag, "User")
        assert.strictEqual("userId" in principal && principal.userId, session.userId)
        assert.strictEqual("source" in principal && principal.source, name.includes("cookies") ? "cookie" : "header")
        assert.isFalse(headers.has("set-cookie"))
        assert.isUndefined(requestCookies)
        assert.lengthOf(requests, 0)
      }).pipe(Effect.provide(layer))
    })
  }
})

describe("a request without credentials", () => {
  for (
    const [name, headers] of Object.entries({
      "no header": {},
      "the Basic authentication of a proxy": { authorization: `Basic ${btoa("staging:secret")}` },
      "cookies of other programs": { cookie: "theme=dark; stack-is-https=true; stack-refresh-of-another-project=x" },
      "a header of a signed-out client": { "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken: null }) }
    })
  ) {
    it.effect(`is signed out: ${name}`, () => {
      const { layer, requests } = setup()
      return Effect.gen(function*() {
        const { headers: response, principal } = yield* authenticate(request(headers))
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
        assert.include(response.get("vary"), "Authorization, Cookie")
        assert.lengthOf(requests, 0)
      }).pipe(Effect.provide(layer))
    })
  }
})

describe("a header of a signed-out client", () => {
  const signedOut = { "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken: null }) }

  it.effect("a signed-out header overrides cookies, and conflicts with a session header", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const { principal } = yield* authenticate(request({ ...signedOut, ...cookie(session) }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
      const error = yield* Effect.flip(authenticate(request({ ...signedOut, ...bearer(session) })))
      assert.strictEqual(error._tag, "CredentialsConflict")
    }).pipe(Effect.provide(layer))
  })
})

describe("restricted and anonymous users", () => {
  it.effect("are signed out with a reason, unless the options allow them", () => {
    const { layer } = setup({}, { project: { config: { requireEmailVerification: true } } })
    return Effect.gen(function*() {
      const call = <A, E>(effect: Effect.Effect<A, E, Client.Client>) =>
        Effect.provide(
          effect,
          Client.layer(Emulator.clientOptions).pipe(Layer.provide(TokenStore.layerMemory))
        )
      const anonymous = yield* call(Anonymous.signUp)
      const restricted = yield* call(
        Password.signUp({ email: "eve@example.com", password: "correct horse", verificationCallbackUrl })
      )
      for (
        const [tokens, reason, tag] of [
          [anonymous.tokens, "anonymous", "AnonymousUser"],
          [restricted.tokens, "restricted", "User"]
        ] as const
      ) {
        const session = {
          refreshToken: Redacted.value(tokens.refreshToken!),
          accessToken: Redacted.value(tokens.accessToken!)
        }
        for (const headers of [bearer(session), encoded(session), cookie(session)]) {
          const { headers: response, principal } = yield* authenticate(request(headers))
          assert.deepStrictEqual(principal, { _tag: "SignedOut", reason })
          assert.strictEqual(response.get("cache-control"), "private, no-store")
          assert.isFalse(response.has("set-cookie"))
          const allowed = yield* authenticate(request(headers), { allowAnonymous: true, allowRestricted: true })
          assert.strictEqual(allowed.principal._tag, tag)
        }
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("an expired access token with a refresh token in cookies", () => {
  it.effect("an expired access token with a refresh token in cookies is refreshed, and the response sets the cookies", () => {
    const { layer, paths, requests } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      requests.length = 0
      const asked = request({ cookie: `theme=a+b%20c; ${cookie(session).cookie}` })
      const { headers, principal, requestCookies } = yield* authenticate(asked)
      assert.strictEqual("userId" in principal && principal.userId, session.userId)
      assert.deepStrictEqual(paths(), ["POST /auth/sessions/current/refresh"])
      const lines = headers.getSetCookie()
      assert.isTrue(lines.every((line) => line.includes("Secure")), lines.join("\n"))
      assert.isTrue(lines.some((line) => line.startsWith("stack-access=")), lines.join("\n"))
      assert.strictEqual(headers.get("cache-control"), "private, no-store")
      const next = Redacted.value(requestCookies!)
      // RFC 6265 § 4.1.1: no quotation mark, comma, semicolon, backslash or space in a value.
      for (const pair of next.split("; ")) assert.match(pair, /^[\w-]+=[!#-+\--:<-[\]-~]*$/)
      assert.isTrue(next.startsWith("theme=a+b%20c; "), next)

      const again = yield* authenticate(request({ cookie: next }))
      assert.deepStrictEqual(again.principal, principal)
      assert.isFalse(again.headers.has("set-cookie"))
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is refreshed once for requests that arrive later with the old cookies", () => {
    const { layer, requests } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      requests.length = 0
      const first = yield* authenticate(request(cookie(session)))
      yield* TestClock.adjust("9 minutes")
      const second = yield* authenticate(request(cookie(session)))
      assert.deepStrictEqual(second.principal, first.principal)
      assert.isTrue(second.headers.has("set-cookie"))
      assert.lengthOf(requests, 1)
      yield* TestClock.adjust("2 minutes")
      yield* authenticate(request(cookie(session)))
      assert.lengthOf(requests, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("signs out and removes the cookies if the session has ended", () => {
    const { layer, requests } = setup()
    return Effect.gen(function*() {
      const { userId, ...session } = yield* makeSession()
      yield* (yield* Emulator.Emulator).revokeSessions({ userId })
      yield* TestClock.adjust("11 minutes")
      requests.length = 0
      const { headers, principal, requestCookies } = yield* authenticate(
        request({ cookie: `theme=dark; ${cookie(session).cookie}` })
      )
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
      assert.isTrue(headers.getSetCookie().some((line) => /^__Host-stack-refresh.*=;.*Max-Age=0/.test(line)))
      assert.strictEqual(Redacted.value(requestCookies!), "theme=dark")
      yield* authenticate(request(cookie(session)))
      assert.lengthOf(requests, 1)
    }).pipe(Effect.provide(layer))
  })
})
