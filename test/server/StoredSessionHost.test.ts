/** Sessions on the server: sign-in in a handler, and the requests after it. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, type Navigation, Password, RequestHost, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, SessionStore, StoredSessionHost } from "latchkey/server"
import { suite } from "../suites/TokenStoreSuite.ts"
import { bearer, cookiesOf, makeSession, origin, projectId, request, setup } from "./authenticationSupport.ts"

const { authenticate } = Authentication

const name = "__Host-latchkey-session"

const credentials = { email: "ada@example.com", password: Redacted.make("correct horse battery") }

/** Creates an emulator, an authentication and a session store. */
const makeApp = (options: SessionStore.SessionStoreOptions = {}) => {
  const app = setup({ origin }, {
    project: { config: { domains: [origin, "http://app.example.com", "http://192.168.0.5:3000"] } }
  })
  return { ...app, layer: Layer.provideMerge(app.layer, SessionStore.layerMemory(options)) }
}

/** Runs a handler with the session of a request, and returns its response. */
const handle = <A, E>(
  asked: Request,
  effect: Effect.Effect<A, E, Client.Client | TokenStore.TokenStore | Navigation.Navigation>,
  options: StoredSessionHost.StoredSessionHostOptions = { origin }
) =>
  Effect.andThen(effect, StoredSessionHost.respond("done")).pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: Emulator.adminOptions.publishableClientKey! }).pipe(
        Layer.provideMerge(StoredSessionHost.layer(asked, options))
      )
    )
  )

const signUp = (headers: Record<string, string> = {}) =>
  handle(request(headers, { method: "POST" }), Password.signUp(credentials))

/** The cookie header after a response. */
const cookieOf = (headers: Headers): string =>
  headers.getSetCookie().map((line) => line.split(";")[0]!).filter((pair) => !pair.endsWith("=")).join("; ")

describe("StoredSessionHost", () => {
  it.effect("sets an opaque HttpOnly cookie at sign-in, and no token", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const response = yield* signUp()
      const lines = response.headers.getSetCookie()
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0]!,
        /^__Host-latchkey-session=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      )
      assert.strictEqual(response.headers.get("cache-control"), "no-store")
      const { principal } = yield* authenticate(request({ cookie: cookieOf(response.headers) }))
      assert.strictEqual(principal._tag, "User")
      assert.strictEqual("source" in principal && principal.source, "serverSession")
    }).pipe(Effect.provide(layer))
  })

  it.effect("acts for the user of the cookie", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      let email: string | null | undefined
      const response = yield* handle(
        request({ cookie }),
        Effect.map(CurrentUser.get({ or: "throw" }), (user) => {
          email = user.primaryEmail
        })
      )
      assert.strictEqual(email, "ada@example.com")
      assert.isFalse(response.headers.has("set-cookie"))
    }).pipe(Effect.provide(layer))
  })

  it.effect("a sign-in gets a new session id, so that an id from before is useless (session fixation)", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      const signIn = handle(request({ cookie }, { method: "POST" }), Password.signIn(credentials))
      const next = cookieOf((yield* signIn).headers)
      assert.notStrictEqual(next, cookie)
      assert.strictEqual((yield* authenticate(request({ cookie: next }))).principal._tag, "User")
      assert.strictEqual((yield* authenticate(request({ cookie }))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("creates no session with an id that the browser sends", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const planted = `${name}=${"a".repeat(43)}.${"b".repeat(43)}`
      const next = cookieOf((yield* signUp({ cookie: planted })).headers)
      assert.notInclude(next, "a".repeat(43))
      assert.strictEqual((yield* authenticate(request({ cookie: planted }))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("removes the session and the cookie at sign-out", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      const response = yield* handle(request({ cookie }, { method: "POST" }), Session.signOut)
      assert.isTrue(response.headers.getSetCookie().some((line) => line.startsWith(`${name}=; Max-Age=0`)))
      const { principal } = yield* authenticate(request({ cookie }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
    }).pipe(Effect.provide(layer))
  })

  it.effect("uses a cookie without prefix at http://localhost only", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const local = new Request("http://localhost:3000/sign-in", { method: "POST" })
      const [line = ""] = (yield* handle(local, Password.signUp(credentials), {})).headers.getSetCookie()
      assert.match(line, /^latchkey-session=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
      for (const host of ["app.localhost", "127.0.0.1", "[::1]:3000"]) {
        const asked = new Request(`http://${host}/sign-in`, { method: "POST" })
        const loopback = handle(asked, Password.signIn(credentials), {})
        assert.match((yield* loopback).headers.getSetCookie()[0]!, /^latchkey-session=/, host)
      }
      const plain = line.split(";")[0]!
      const { principal } = yield* authenticate(request({ cookie: plain }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
      for (const url of ["http://app.example.com/sign-in", "http://192.168.0.5:3000/sign-in"]) {
        const remote = handle(new Request(url, { method: "POST" }), Password.signIn(credentials), {})
        assert.match((yield* remote).headers.getSetCookie()[0]!, /^__Host-latchkey-session=.*; Secure;/)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("StoredSessionHost: a new session that cannot be saved is the defect SessionStoreUnavailable", () => {
    const error = new SessionStore.SessionStoreUnavailable({ message: "down" })
    const down = SessionStore.make({ get: () => Effect.fail(error), replace: () => Effect.fail(error) })
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const defect = yield* signUp().pipe(
        Effect.provideService(SessionStore.SessionStore, down),
        Effect.catchDefect((defect) => Effect.succeed(defect))
      )
      assert.strictEqual(defect, error)
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails with SessionStoreUnavailable if the session cannot be read", () => {
    const error = new SessionStore.SessionStoreUnavailable({ message: "down" })
    const down = SessionStore.make({ get: () => Effect.fail(error), replace: () => Effect.fail(error) })
    const { layer } = setup({ origin })
    return Effect.gen(function*() {
      const asked = request({ cookie: `${name}=${"a".repeat(43)}.${"b".repeat(43)}` })
      assert.strictEqual(yield* Effect.flip(handle(asked, CurrentUser.get())), error)
      assert.strictEqual(yield* Effect.flip(authenticate(asked)), error)
    }).pipe(Effect.provide(Layer.provideMerge(layer, Layer.succeed(SessionStore.SessionStore, down))))
  })
})

suite(
  "over a session on the server",
  Layer.effect(TokenStore.TokenStore, StoredSessionHost.make(request({}), { origin })).pipe(
    Layer.provide(RequestHost.layerHost(request({}), { origin })),
    Layer.provide(Layer.fresh(SessionStore.layerMemory())),
    Layer.orDie
  )
)

describe("authenticate with a session on the server", () => {
  it.effect("sends no request while the access token is valid", () => {
    const { layer, requests } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      requests.length = 0
      const { headers, principal, requestCookies } = yield* authenticate(request({ cookie }))
      assert.strictEqual(principal._tag, "User")
      assert.isFalse(headers.has("set-cookie"))
      assert.isUndefined(requestCookies)
      assert.lengthOf(requests, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("refreshes an expired access token once, in the store", () => {
    const { layer, paths, requests } = makeApp({ rotationInterval: "1 day" })
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      yield* TestClock.adjust("11 minutes")
      requests.length = 0
      const all = yield* Effect.forEach(
        Array.from({ length: 20 }, () => request({ cookie })),
        (asked) => authenticate(asked),
        { concurrency: "unbounded" }
      )
      for (const { headers, principal } of all) {
        assert.strictEqual(principal._tag, "User")
        assert.isFalse(headers.has("set-cookie"))
      }
      assert.deepStrictEqual(paths(), ["POST /auth/sessions/current/refresh"])
      const store = yield* SessionStore.SessionStore
      const stored = yield* store.get(Redacted.make(cookie.slice(name.length + 1)))
      const [{ principal } = assert.fail()] = all
      assert.strictEqual(
        Redacted.value(stored!.tokens.accessToken!),
        "accessToken" in principal && Redacted.value(principal.accessToken)
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("replaces the cookie when the id is rotated, and keeps other cookies", () => {
    const { layer } = makeApp({ rotationInterval: "1 minute" })
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      yield* TestClock.adjust("1 minute")
      const { headers, requestCookies } = yield* authenticate(request({ cookie: `theme=a+b%20c; ${cookie}` }))
      const next = cookieOf(headers)
      assert.notStrictEqual(next, cookie)
      assert.strictEqual(Redacted.value(requestCookies!), `theme=a+b%20c; ${next}`)
      assert.match(headers.getSetCookie()[0]!, /; Max-Age=31535940; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      assert.strictEqual(headers.get("cache-control"), "private, no-store")
      assert.isFalse((yield* authenticate(request({ cookie: next }))).headers.has("set-cookie"))
    }).pipe(Effect.provide(layer))
  })

  it.effect("respond keeps a cookie whose name starts with the session cookie's name", () => {
    const { layer } = makeApp({ rotationInterval: "1 minute" })
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      yield* TestClock.adjust("1 minute")
      const { headers, requestCookies } = yield* authenticate(request({ cookie: `${name}2=a; ${cookie}; ${name}-b=c` }))
      assert.strictEqual(Redacted.value(requestCookies!), `${name}2=a; ${name}-b=c; ${cookieOf(headers)}`)
    }).pipe(Effect.provide(layer))
  })

  it.effect("sets a cookie that ends with the session, in whole seconds", () => {
    const { layer } = makeApp({ absoluteLifetime: "90999 millis" })
    return Effect.gen(function*() {
      const [line] = (yield* signUp()).headers.getSetCookie()
      assert.match(line!, /; Max-Age=90; /)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends the session if a stolen id is used after its rotation, and sets no cookie", () => {
    const { layer } = makeApp({ rotationInterval: "1 minute" })
    return Effect.gen(function*() {
      const stolen = cookieOf((yield* signUp()).headers)
      yield* TestClock.adjust("1 minute")
      const next = cookieOf((yield* authenticate(request({ cookie: stolen }))).headers)
      yield* authenticate(request({ cookie: next }))
      yield* TestClock.adjust("1 minute")
      const { headers, principal } = yield* authenticate(request({ cookie: stolen }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "replacedIdUsed" })
      // The response may belong to a slow request of the browser, which has the next id by now.
      assert.isFalse(headers.has("set-cookie"))
      assert.strictEqual((yield* authenticate(request({ cookie: next }))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("refuses an unsafe request from another site", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      const cross = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
      const error = yield* Effect.flip(authenticate(request(cross, { method: "POST" })))
      assert.strictEqual(error._tag, "CrossSiteRequest")
      const own = yield* authenticate(request({ cookie, "sec-fetch-site": "same-origin" }, { method: "POST" }))
      assert.strictEqual(own.principal._tag, "User")
    }).pipe(Effect.provide(layer))
  })

  it.effect("refuses a header or cookies of another user", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      const other = yield* makeSession("Eve")
      const inHeader = yield* Effect.flip(authenticate(request({ cookie, ...bearer(other) })))
      assert.strictEqual(inHeader._tag, "CredentialsConflict")
      const inCookies = yield* Effect.flip(authenticate(request({ cookie: `${cookie}; ${cookiesOf(other)}` })))
      assert.strictEqual(inCookies._tag, "CredentialsConflict")
      // A sibling domain could have set this cookie.
      const tossed = cookiesOf(other, `stack-refresh-${projectId}--default`)
      assert.strictEqual((yield* authenticate(request({ cookie: `${tossed}; ${cookie}` }))).principal._tag, "User")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ignores an unknown id beside other credentials", () => {
    const { layer } = makeApp()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const unknown = `${name}=${"a".repeat(43)}.${"b".repeat(43)}`
      for (
        const headers of [{ cookie: unknown, ...bearer(session) }, { cookie: `${unknown}; ${cookiesOf(session)}` }]
      ) {
        const { principal } = yield* authenticate(request(headers))
        assert.strictEqual("userId" in principal && principal.userId, session.userId)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("removes a session that the service has ended", () => {
    const { layer } = makeApp({ rotationInterval: "1 day" })
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      const { principal: ada } = yield* authenticate(request({ cookie }))
      assert.isTrue(ada._tag === "User" && ada.sessionId !== undefined)
      if (ada._tag === "User") yield* (yield* Emulator.Emulator).revokeSessions({ userId: ada.userId })
      yield* TestClock.adjust("11 minutes")
      const { headers, principal, requestCookies } = yield* authenticate(request({ cookie: `a=b; ${cookie}` }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
      assert.match(headers.getSetCookie()[0]!, /^__Host-latchkey-session=; Max-Age=0/)
      assert.strictEqual(Redacted.value(requestCookies!), "a=b")
      const store = yield* SessionStore.SessionStore
      assert.isUndefined(yield* store.get(Redacted.make(cookie.slice(name.length + 1))))
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps the session when the service cannot refresh it", () => {
    const { layer } = makeApp({ rotationInterval: "1 day" })
    return Effect.gen(function*() {
      const cookie = cookieOf((yield* signUp()).headers)
      // Fetches the keys of the project.
      yield* authenticate(request({ cookie }))
      yield* TestClock.adjust("11 minutes")
      const emulator = yield* Emulator.Emulator
      yield* emulator.setFault(Faults.offline)
      const error = yield* Effect.flip(authenticate(request({ cookie })))
      assert.strictEqual(error._tag, "ApiError")
      yield* emulator.setFault(undefined)
      assert.strictEqual((yield* authenticate(request({ cookie }))).principal._tag, "User")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ignores the cookie without a session store", () => {
    const { layer } = setup({ origin })
    return Effect.gen(function*() {
      const { principal } = yield* authenticate(request({ cookie: `${name}=${"a".repeat(43)}.${"b".repeat(43)}` }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
    }).pipe(Effect.provide(layer))
  })
})
