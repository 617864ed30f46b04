/** Late responses of the app's server, which set the cookies of a session that this browser has signed out. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CookieTokenStore, Session, Tokens, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Sessions, Users } from "latchkey/server"
import { cookiesOf, origin, projectId, request, setNames, setup } from "../server/authenticationSupport.ts"
import { appUrl, type Jar, makeJar } from "../support/host.ts"
import { listen } from "./support.ts"

const { publishableClientKey } = Emulator.adminOptions

const host = `__Host-stack-refresh-${projectId}--default`

/** Opens a page of the app. */
const page = (jar: Jar, options: Partial<CookieTokenStore.CookieTokenStoreOptions> = {}) =>
  Layer.build(Layer.fresh(
    Client.layer({ projectId, publishableClientKey: publishableClientKey! }).pipe(
      Layer.provideMerge(CookieTokenStore.layer({ projectId, ...options })),
      Layer.provide(jar.layer())
    )
  ))

const tokensOf = (context: Context.Context<TokenStore.TokenStore>) =>
  Effect.map(
    Context.get(context, TokenStore.TokenStore).get,
    (tokens) => tokens?.refreshToken && Redacted.value(tokens.refreshToken)
  )

const makeSession = Effect.gen(function*() {
  const { id } = yield* Users.create({ displayName: "Ada" })
  const tokens = yield* Sessions.create({ userId: id })
  return { tokens, refreshToken: Redacted.value(tokens.refreshToken), accessToken: Redacted.value(tokens.accessToken!) }
})

type Session = Effect.Success<typeof makeSession>

/** Receives a response that sets the cookies of a session. */
const receive = (jar: Jar, session: Parameters<typeof cookiesOf>[0]) => {
  for (const pair of cookiesOf(session).split("; ")) jar.receive(appUrl, `${pair}; Path=/; Secure; Max-Age=86400`)
}

const signIn = (context: Context.Context<TokenStore.TokenStore>, { tokens }: { readonly tokens: Tokens.Tokens }) =>
  Context.get(context, TokenStore.TokenStore).modify(() => tokens)

const sessionCookies = (jar: Jar) => Object.keys(jar.values()).filter((name) => name.includes("stack-")).sort()

const { layer } = setup({ origin })

describe("a session that this browser has signed out", () => {
  it.effect("is removed from the cookies again after a late response, in all tabs and after a reload", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const [tab, other] = [yield* page(jar), yield* page(jar)]
      yield* signIn(tab, session)
      yield* Effect.provideContext(Session.signOut, tab)
      for (const open of [Effect.succeed(tab), Effect.succeed(other), page(jar)]) {
        receive(jar, session)
        assert.lengthOf(sessionCookies(jar), 2)
        assert.isUndefined(yield* tokensOf(yield* open))
        assert.deepStrictEqual(sessionCookies(jar), [])
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("is removed from the cookies again after a late response without an access token", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const [tab, other] = [yield* page(jar), yield* page(jar)]
      yield* signIn(tab, session)
      yield* Effect.provideContext(Session.signOut, tab)
      for (const open of [Effect.succeed(tab), Effect.succeed(other), page(jar)]) {
        receive(jar, { ...session, accessToken: undefined })
        assert.lengthOf(sessionCookies(jar), 1)
        assert.isUndefined(yield* tokensOf(yield* open))
        assert.deepStrictEqual(sessionCookies(jar), [])
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("is removed from the cookies again if it had no access token at the sign-out", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar)
      yield* signIn(tab, { ...session, tokens: { refreshToken: session.tokens.refreshToken, accessToken: undefined } })
      // The sign-out cannot request an access token, which has the id of the session.
      yield* setFault(Faults.offline)
      const signOut = yield* Effect.forkChild(Effect.exit(Effect.provideContext(Session.signOut, tab)))
      yield* TestClock.adjust("5 minutes")
      yield* Fiber.join(signOut)
      yield* setFault(undefined)
      for (const late of [{ ...session, accessToken: undefined }, session]) {
        receive(jar, late)
        assert.isUndefined(yield* tokensOf(tab))
        assert.isUndefined(yield* tokensOf(yield* page(jar)))
        assert.deepStrictEqual(sessionCookies(jar), [])
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("is refused by the app's server without its access token", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar)
      yield* signIn(tab, session)
      // The service does not revoke the session, so that only the mark ends it.
      yield* setFault(Faults.offline)
      const signOut = yield* Effect.forkChild(Effect.exit(Effect.provideContext(Session.signOut, tab)))
      yield* TestClock.adjust("5 minutes")
      yield* Fiber.join(signOut)
      yield* setFault(undefined)
      receive(jar, { ...session, accessToken: undefined })
      const { headers, principal } = yield* Authentication.authenticate(request({ cookie: jar.header(appUrl) }))
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
      assert.deepStrictEqual(setNames(headers), [])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("never becomes active in a page that listens, and its cookies are gone after 100 ms", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar)
      yield* signIn(tab, session)
      const states = yield* Effect.provideContext(listen, tab)
      yield* Effect.provideContext(Session.signOut, tab)
      const { length } = states
      receive(jar, session)
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(sessionCookies(jar), [])
      assert.strictEqual(states.length, length)
      assert.strictEqual(states.at(-1)!._tag, "SignedOut")
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("a tab without the access token, and so without the session id, removes the ended session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const [tab, other] = [yield* page(jar), yield* page(jar)]
      jar.receive(appUrl, `${cookiesOf({ refreshToken: session.refreshToken })}; Path=/; Secure`)
      assert.strictEqual(yield* tokensOf(other), session.refreshToken)
      yield* signIn(tab, session)
      yield* Effect.provideContext(Session.signOut, tab)
      receive(jar, session)
      assert.isUndefined(yield* tokensOf(other))
      assert.deepStrictEqual(sessionCookies(jar), [])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("does not replace the session of another user who has signed in since", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [ada, bob] = [yield* makeSession, yield* makeSession]
      const tab = yield* page(jar)
      yield* signIn(tab, ada)
      yield* Effect.provideContext(Session.signOut, tab)
      yield* signIn(tab, bob)
      receive(jar, ada)
      assert.strictEqual(yield* tokensOf(tab), bob.refreshToken)
      assert.strictEqual(yield* tokensOf(yield* page(jar)), bob.refreshToken)
      assert.deepStrictEqual(sessionCookies(jar), [host, "stack-access"])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("a sign-out keeps a session with another cookie name", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [ada, bob] = [yield* makeSession, yield* makeSession]
      const tab = yield* page(jar)
      yield* signIn(tab, ada)
      yield* Effect.provideContext(Session.signOut, tab)
      jar.receive(
        appUrl,
        `${cookiesOf({ refreshToken: bob.refreshToken }, `stack-refresh-${projectId}--default`)}; Path=/`
      )
      receive(jar, ada)
      assert.strictEqual(yield* tokensOf(yield* page(jar)), bob.refreshToken)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("an ended session before and after another one is not restored", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const [ada, bob] = [yield* makeSession, yield* makeSession]
      const tab = yield* page(jar)
      for (const session of [ada, bob]) {
        yield* signIn(tab, session)
        yield* Effect.provideContext(Session.signOut, tab)
      }
      for (const session of [bob, ada]) receive(jar, session)
      assert.isUndefined(yield* tokensOf(tab))
      assert.deepStrictEqual(sessionCookies(jar), [])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("the app's server refuses the ended session by the browser's mark", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar)
      yield* signIn(tab, session)
      yield* Effect.provideContext(Session.signOut, tab)
      const other = yield* makeSession
      for (const time of ["0 seconds", "11 minutes"] as const) {
        yield* TestClock.adjust(time)
        receive(jar, session)
        const { headers, principal } = yield* Authentication.authenticate(request({ cookie: jar.header(appUrl) }))
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
        assert.deepStrictEqual(setNames(headers), [])
      }
      receive(jar, other)
      const { principal } = yield* Authentication.authenticate(request({ cookie: jar.header(appUrl) }))
      assert.strictEqual(principal._tag, "User")
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("is marked with its id, for an hour, also for the subdomains of the session", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar, { domain: "example.com" })
      yield* signIn(tab, session)
      yield* Effect.provideContext(Session.signOut, tab)
      const marks = jar.cookies.map(({ domain, maxAge, name }) => ({ name, domain, maxAge }))
      assert.deepStrictEqual(marks, [{ name: "latchkey-ended", domain: "example.com", maxAge: 3600 }])
      for (const part of [session.refreshToken, session.accessToken]) {
        assert.notInclude(JSON.stringify(jar.cookies), part)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("the page refuses the ended session even if the host accepts no further cookie", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const session = yield* makeSession
      const tab = yield* page(jar)
      yield* signIn(tab, session)
      jar.quota = 0
      yield* Effect.provideContext(Session.signOut, tab)
      jar.quota = 50
      receive(jar, session)
      assert.isUndefined(yield* tokensOf(tab))
      assert.isDefined(Tokens.make(session))
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
