/** Sessions that were signed out: requests with their tokens, and responses that were started before. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, type Navigation, Password, RequestHost, Reverification, Session, Tokens, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Sessions, SessionStore, StoredSessionHost, Users } from "latchkey/server"
import { EndedSessions, forget, getKeys, getKeysOf, make } from "../../src/session/EndedSessions.ts"
import { getSessionId } from "../../src/session/sessionCookies.ts"
import { jwt } from "../session/support.ts"
import {
  accessTokenIn,
  bearer,
  cookie,
  cookiesOf,
  encoded,
  joinSlow,
  makeSession,
  makeSessionOf,
  origin,
  projectId,
  request,
  setNames,
  setup,
  signOut
} from "./authenticationSupport.ts"

const { authenticate } = Authentication

const app = () => setup({ origin }, { project: { config: { domains: [origin] } } })

/** Runs a handler with the client of a request, and returns its response. */
const handle = <A, E>(
  headers: Record<string, string>,
  effect: Effect.Effect<A, E, Client.Client | TokenStore.TokenStore>
) =>
  Effect.andThen(effect, RequestHost.respond()).pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: Emulator.adminOptions.publishableClientKey! }).pipe(
        Layer.provideMerge(RequestHost.layer(request(headers, { method: "POST" }), { projectId, origin }))
      )
    )
  )

const sessionOf = (headers: Record<string, string>) => {
  let found: Tokens.Tokens | undefined
  const read = Effect.flatMap(TokenStore.TokenStore, (store) => store.get)
  return Effect.map(
    handle(headers, Effect.map(read, (tokens) => found = tokens)),
    (response) => ({ response, tokens: found })
  )
}

describe("a session that was signed out", () => {
  it.effect("an ended session is known by its refresh token and its id, until an emulator recreates the session", () =>
    Effect.gen(function*() {
      const ended = yield* EndedSessions
      const refreshToken = Redacted.make("created again")
      const [ofToken, ofId] = yield* getKeys(refreshToken, "id")
      yield* ended.end([ofToken!, ofId!])
      assert.deepStrictEqual([ended.isKnown([ofToken!]), ended.isKnown([ofId!])], [true, true])
      yield* forget(refreshToken, "id")
      assert.deepStrictEqual([ended.isKnown([ofToken!]), ended.isKnown([ofId!])], [false, false])
    }))

  it.effect("is refused in each header and in cookies, with and without a valid access token", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* signOut(cookie(session))
      assert.strictEqual((yield* Effect.flip(authenticate(request(bearer(session)))))._tag, "SessionRevoked")
      assert.strictEqual((yield* Effect.flip(authenticate(request(encoded(session)))))._tag, "SessionRevoked")
      const withoutAccess = cookie({ refreshToken: session.refreshToken })
      for (const headers of [cookie(session), withoutAccess]) {
        for (const freshness of ["token", "session"] as const) {
          const { headers: own, principal } = yield* authenticate(request(headers), { freshness })
          assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
          // The browser may have the cookies of the next sign-in, which have the same names.
          assert.deepStrictEqual(own.getSetCookie(), [])
          assert.strictEqual(own.get("cache-control"), "private, no-store")
        }
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("a late response to its cookies keeps those of the session that has replaced it", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const [email, password] = ["ada@example.com", Redacted.make("correct horse battery")]
      const user = yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
      const session = yield* makeSessionOf(user.id)
      yield* TestClock.adjust("20 seconds")
      const reverified = yield* handle(cookie(session), Reverification.signIn(Password.signIn({ email, password })))
      assert.isAbove(setNames(reverified.headers).length, 0)
      // Sent before the cookies arrived, with an access token and, after its expiry, without one.
      for (const old of [session, { refreshToken: session.refreshToken }]) {
        const { headers, principal } = yield* authenticate(request(cookie(old)))
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
        assert.deepStrictEqual(headers.getSetCookie(), [])
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("an ended session is refused without a request, and the user's other sessions are accepted", () => {
    const { layer, paths, requests } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const other = yield* makeSessionOf(session.userId)
      yield* TestClock.adjust("11 minutes")
      yield* signOut(cookie(session))
      requests.length = 0
      yield* authenticate(request(cookie(session)))
      assert.deepStrictEqual(paths(), [])
      assert.strictEqual((yield* authenticate(request(cookie(other)))).principal._tag, "User")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is refused by each of the browser's marks of ended sessions, and other sessions are not", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const sessions = [yield* makeSession(), yield* makeSession(), yield* makeSession()]
      const ids = sessions.map(({ accessToken }) => getSessionId(Tokens.make({ refreshToken: "any", accessToken })!)!)
      const mark = `latchkey-ended=${ids[0]}.zzzzzz.${ids[1]}.zzzzzz`
      const reasons = yield* Effect.forEach(sessions, (session) =>
        Effect.map(
          authenticate(request({ cookie: `${cookie(session).cookie}; ${mark}` })),
          ({ principal }) => principal._tag === "SignedOut" ? principal.reason : principal._tag
        ))
      assert.deepStrictEqual(reasons, ["sessionEnded", "sessionEnded", "User"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is refused with its remembered access token after the mark of the sign-out is lost", () => {
    const known = new Set<string>()
    const layer = Layer.provideMerge(app().layer, Layer.succeed(EndedSessions, make(() => known)))
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      // The process remembers the access token of this refresh.
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "User")
      yield* signOut(cookie(session))
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
      known.clear()
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("an ended session's cookies do not affect the next session under other names", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const next = yield* makeSession("Bea")
      const ended = yield* signOut(cookie(session))
      const [mark = ""] = ended.headers.getSetCookie().find((line) => line.startsWith("latchkey-ended="))!.split(";")
      const base = `stack-refresh-${projectId}`
      const names = [
        `__Host-${base}--default`,
        `${base}--default`,
        `${base}--custom-CDHQ2W`,
        `hexclave-refresh-${projectId}--default`
      ]
      for (const name of names) {
        for (const other of names.filter((other) => other !== name)) {
          for (const accessToken of [next.accessToken, undefined]) {
            const old = cookiesOf({ refreshToken: session.refreshToken }, name)
            const own = cookiesOf({ ...next, accessToken }, other)
            for (const cookies of [[old, own], [own, old]]) {
              const { principal } = yield* authenticate(request({ cookie: [...cookies, mark].join("; ") }))
              assert.strictEqual("userId" in principal && principal.userId, next.userId, `${name} beside ${other}`)
            }
            // Without the mark, two sessions of cookies that a sibling domain can set are a conflict.
            if (name.startsWith("__Host-") || other.startsWith("__Host-")) continue
            const error = yield* Effect.flip(authenticate(request({ cookie: `${old}; ${own}` })))
            assert.strictEqual(error._tag, "CredentialsConflict")
          }
        }
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not refreshed for a request that waited during the sign-out", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const [started, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      // The service has issued the token before the sign-out. Its answer arrives later.
      yield* setFault(Faults.make(({ request, send }) =>
        request.url.endsWith("/sessions/current/refresh")
          ? Effect.tap(send, () => Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(released)))
          : send
      ))
      const late = yield* Effect.forkChild(authenticate(request(cookie(session))), { startImmediately: true })
      yield* Deferred.await(started)
      yield* setFault(undefined)
      yield* signOut(cookie(session))
      yield* Deferred.succeed(released, undefined)
      const { headers, principal } = yield* Fiber.join(late)
      assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
      assert.deepStrictEqual(setNames(headers), [])
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("sets no cookies if it is signed out before the headers of an authentication are read", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const authenticated = yield* authenticate(request(cookie(session)))
      assert.isAbove(setNames(authenticated.headers).length, 0)
      yield* signOut(cookie(session))
      assert.deepStrictEqual(authenticated.headers.getSetCookie(), [])
      assert.strictEqual(authenticated.headers.get("cache-control"), "private, no-store")
    }).pipe(Effect.provide(layer))
  })

  it.effect("Sessions.revoke: only the revoked session's access token is refused", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const other = yield* makeSessionOf(session.userId)
      const { principal } = yield* authenticate(request(bearer(session)))
      if (principal._tag !== "User") return assert.fail(principal._tag)
      // A revocation that the service refuses ends nothing.
      yield* Effect.flip(Sessions.revoke({ userId: session.userId, id: "4e2b5c1d-8f60-4f6e-9a4d-2c7f0a9b1e35" }))
      assert.strictEqual((yield* authenticate(request(bearer(session)))).principal._tag, "User")
      yield* Sessions.revoke({ userId: session.userId, id: principal.sessionId ?? "" })
      assert.strictEqual((yield* Effect.flip(authenticate(request(bearer(session)))))._tag, "SessionRevoked")
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
      assert.strictEqual((yield* authenticate(request(bearer(other)))).principal._tag, "User")
    }).pipe(Effect.provide(layer))
  })

  it.effect("stays ended if the service was down during the sign-out", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      const session = yield* makeSession()
      yield* setFault(Faults.offline)
      const failed = yield* Effect.forkChild(Effect.flip(signOut(cookie(session))))
      assert.strictEqual((yield* joinSlow(failed))._tag, "ApiError")
      yield* setFault(undefined)
      for (const time of ["0 seconds", "11 minutes"] as const) {
        yield* TestClock.adjust(time)
        assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("a request's client ignores an ended session, and the response keeps the cookies, which may be the next session's", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* signOut(cookie(session))
      const { response, tokens } = yield* sessionOf(cookie(session))
      assert.isUndefined(tokens)
      assert.deepStrictEqual(response.headers.getSetCookie(), [])
      const inHeader = yield* sessionOf(encoded(session))
      assert.isUndefined(inHeader.tokens)
      assert.deepStrictEqual(inHeader.response.headers.getSetCookie(), [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a response does not set a session that the client refreshed before the sign-out", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const refreshed = yield* handle(cookie(session), Session.getAccessToken())
      assert.isAbove(setNames(refreshed.headers).length, 0)
      const late = yield* handle(cookie(session), Effect.andThen(Session.getAccessToken(), signOut(cookie(session))))
      assert.deepStrictEqual(setNames(late.headers), [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a sign-out does not end another user's session that an unverified token names", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const victim = yield* makeSession("Victim")
      const attacker = yield* makeSession("Attacker")
      const { sessionId } = (yield* authenticate(request(bearer(victim)))).principal as { readonly sessionId: string }
      const forged = jwt({ sub: victim.userId, aud: projectId, exp: 4_000_000_000, refresh_token_id: sessionId })
      yield* signOut(cookie({ refreshToken: attacker.refreshToken, accessToken: forged }))
      assert.strictEqual((yield* authenticate(request(bearer(victim)))).principal._tag, "User")
      assert.strictEqual((yield* authenticate(request(cookie(attacker)))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a sign-out with the access token alone ends the session", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* signOut(bearer(session))
      assert.strictEqual((yield* Effect.flip(authenticate(request(bearer(session)))))._tag, "SessionRevoked")
      assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a session with a known access token ends if the service refuses the refresh token", () => {
    const { layer } = app()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const accessToken = accessTokenIn((yield* authenticate(request(cookie(session)))).headers)
      const emulator = yield* Emulator.Emulator
      assert.strictEqual((yield* authenticate(request(bearer({ accessToken })))).principal._tag, "User")
      yield* Users.remove(session.userId)
      assert.strictEqual(
        (yield* authenticate(request(cookie(session)), { freshness: "session" })).principal._tag,
        "SignedOut"
      )
      assert.strictEqual((yield* Effect.flip(authenticate(request(bearer({ accessToken })))))._tag, "SessionRevoked")
      assert.isDefined(emulator)
    }).pipe(Effect.provide(layer))
  })
})

describe("a session on the server that was signed out", () => {
  const credentials = { email: "ada@example.com", password: Redacted.make("correct horse battery") }
  const name = "__Host-latchkey-session"

  const inSession = <A, E>(
    headers: Record<string, string>,
    effect: Effect.Effect<A, E, Client.Client | Navigation.Navigation>
  ) =>
    Effect.andThen(effect, StoredSessionHost.respond()).pipe(
      Effect.provide(
        Client.layer({ projectId, publishableClientKey: Emulator.adminOptions.publishableClientKey! }).pipe(
          Layer.provideMerge(StoredSessionHost.layer(request(headers, { method: "POST" }), { origin }))
        )
      )
    )

  const signUp = Effect.map(
    inSession({}, Password.signUp(credentials)),
    ({ headers }) => ({ cookie: headers.getSetCookie()[0]!.split(";")[0]! })
  )

  const layer = () => Layer.provideMerge(app().layer, SessionStore.layerMemory({ rotationInterval: "1 hour" }))

  it.effect("sets no rotated id with the response of an authentication from before the sign-out", () =>
    Effect.gen(function*() {
      const headers = yield* signUp
      yield* TestClock.adjust("2 hours")
      const authenticated = yield* authenticate(request(headers))
      assert.deepStrictEqual(setNames(authenticated.headers), [name])
      yield* inSession(headers, Session.signOut)
      assert.deepStrictEqual(authenticated.headers.getSetCookie(), [])
      assert.strictEqual((yield* authenticate(request(headers))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer())))

  it.effect("a handler that was running during the sign-out sets no rotated id with its response", () =>
    Effect.gen(function*() {
      const headers = yield* signUp
      yield* TestClock.adjust("2 hours")
      const store = yield* SessionStore.SessionStore
      const signOut = Effect.provideService(inSession(headers, Session.signOut), SessionStore.SessionStore, store)
      const late = yield* inSession(headers, signOut)
      assert.deepStrictEqual(setNames(late.headers), [])
    }).pipe(Effect.provide(layer())))

  it.effect("the next request removes a server session whose tokens were signed out elsewhere", () =>
    Effect.gen(function*() {
      const headers = yield* signUp
      const { principal } = yield* authenticate(request(headers))
      assert.strictEqual(principal._tag, "User")
      const accessToken = principal._tag === "User" ? Redacted.value(principal.accessToken) : ""
      yield* signOut(bearer({ accessToken }))
      const response = yield* inSession(headers, Effect.void)
      assert.match(response.headers.getSetCookie().join(), /latchkey-session=; Max-Age=0/)
      assert.strictEqual((yield* authenticate(request(headers))).principal._tag, "SignedOut")
    }).pipe(Effect.provide(layer())))
})

describe("EndedSessions", () => {
  it.effect("EndedSessions stores only hashes, which differ for a refresh token and an equal id", () =>
    Effect.gen(function*() {
      const keys = yield* getKeys(Redacted.make("same"), "same")
      assert.lengthOf(new Set(keys), 2)
      for (const key of keys) assert.match(key, /^[\w+/]{43}=$/)
      const accessToken = jwt({ sub: "user", exp: 4_000_000_000, refresh_token_id: "same" })
      assert.deepStrictEqual(yield* getKeysOf(Tokens.make({ refreshToken: "same", accessToken })!), keys)
      assert.deepStrictEqual(yield* getKeysOf(Tokens.make({ refreshToken: "same" })!), keys.slice(0, 1))
    }))

  it.effect("EndedSessions: remembers the last 100,000 keys", () =>
    Effect.gen(function*() {
      const known = new Set<string>()
      const ended = make(() => known)
      yield* ended.end(["first", "second"])
      yield* ended.end(["first"])
      yield* ended.end(Array.from({ length: 99_999 }, (_, index) => String(index)))
      assert.strictEqual(known.size, 100_000)
      assert.isTrue(ended.isKnown(["none", "first"]))
      assert.isFalse(yield* ended.isEnded(["second"]))
      assert.isFalse(ended.isKnown([]))
    }))

  it.effect("EndedSessions is queried again before a response with cookies, for other processes' sign-outs", () => {
    const { layer } = app()
    let isEnded = false
    let asked = 0
    const elsewhere = Layer.succeed(EndedSessions, {
      end: () => Effect.void,
      isEmpty: () => false,
      isKnown: () => false,
      isEnded: () =>
        Effect.sync(() => {
          asked++
          return isEnded
        })
    })
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const valid = yield* authenticate(request(cookie(session)))
      const before = asked
      yield* valid.settle
      assert.strictEqual(asked, before)
      yield* TestClock.adjust("11 minutes")
      const authenticated = yield* authenticate(request(cookie(session)))
      isEnded = true
      assert.isAbove(authenticated.headers.getSetCookie().length, 0)
      yield* authenticated.settle
      assert.deepStrictEqual(authenticated.headers.getSetCookie(), [])
    }).pipe(Effect.provide(Layer.provideMerge(layer, elsewhere)))
  })
})
