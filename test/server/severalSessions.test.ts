/** Requests of a user with two sessions, and requests after a session has ended. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, Session, Tokens } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Sessions, SessionStore, StoredSessionHost } from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"
import {
  bearer,
  cookie,
  encoded,
  flush,
  joinSlow,
  makeSession,
  makeSessionOf,
  origin,
  request,
  setup,
  type TestSession
} from "./authenticationSupport.ts"

const { authenticate } = Authentication

/** The cookie of a new session on the server with these tokens. */
const serverCookie = (session: TestSession) =>
  Effect.map(
    Effect.flatMap(SessionStore.SessionStore, (store) => store.create(Tokens.make(session)!)),
    ({ id }) => ({ cookie: `__Host-latchkey-session=${Redacted.value(id)}` })
  )

/** The ways in which a request carries a session. Headers of an ended session are refused; cookies are signed out. */
const carriers = [
  {
    name: "an access token",
    headersOf: (session: TestSession) => Effect.succeed(bearer(session)),
    ended: "SessionRevoked"
  },
  {
    name: "both tokens",
    headersOf: (session: TestSession) => Effect.succeed(encoded(session)),
    ended: "SessionRevoked"
  },
  { name: "cookies", headersOf: (session: TestSession) => Effect.succeed(cookie(session)), ended: "sessionEnded" },
  { name: "a session on the server", headersOf: serverCookie, ended: "sessionEnded" }
] as const

const makeLayer = () => {
  const { layer, ...app } = setup()
  return { ...app, layer: Layer.provideMerge(layer, SessionStore.layerMemory()) }
}

/** The tag of the principal, the reason of a signed-out one, or the tag of the error. */
const outcomeOf = (headers: Record<string, string>, options?: Authentication.AuthenticateOptions) =>
  Effect.match(authenticate(request(headers), options), {
    onFailure: ({ _tag }) => _tag,
    onSuccess: ({ principal }) => principal._tag === "SignedOut" ? principal.reason : principal._tag
  })

/** Ends one session of a user at the service, and leaves the others. */
const endSession = Effect.fnUntraced(function*(userId: string, index: number) {
  const sessions = (yield* Sessions.list(userId)).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  yield* (yield* Emulator.Emulator).revokeSessions({ userId, sessionId: sessions[index]!.id })
})

const fresh = { freshness: "session" } as const

describe("authenticate with freshness: session, for a user with two sessions", () => {
  for (const ended of [0, 1]) {
    it.effect(`refuses the ${ended === 0 ? "first" : "second"} session after its end, and accepts the other`, () =>
      checkRowsEffect(carriers, ({ name }) => name, ({ ended: refusal, headersOf }) =>
        Effect.gen(function*() {
          const first = yield* makeSession()
          // The sessions need different times of creation.
          yield* TestClock.adjust("1 second")
          const both = [first, yield* makeSessionOf(first.userId)] as const
          const headers = [yield* headersOf(both[0]), yield* headersOf(both[1])] as const
          assert.deepStrictEqual([yield* outcomeOf(headers[0], fresh), yield* outcomeOf(headers[1], fresh)], [
            "User",
            "User"
          ])
          yield* endSession(first.userId, ended)
          assert.strictEqual(yield* outcomeOf(headers[ended]!, fresh), refusal)
          assert.strictEqual(yield* outcomeOf(headers[1 - ended]!, fresh), "User")
        }).pipe(Effect.provide(Layer.fresh(makeLayer().layer)))))
  }
})

describe("a request after a fresh one has found the end of its session", () => {
  it.effect("requests after a detected end are signed out, even with earlier refreshed tokens", () =>
    checkRowsEffect(
      carriers.filter(({ name }) => name !== "an access token"),
      ({ name }) => name,
      ({ ended, headersOf }) =>
        Effect.gen(function*() {
          const session = yield* makeSession()
          const stale = yield* headersOf(session)
          yield* TestClock.adjust("11 minutes")
          // The process remembers the access token of this refresh for ten minutes.
          assert.strictEqual(yield* outcomeOf(stale), "User")
          yield* endSession(session.userId, 0)
          // The fresh request removes a session on the server. Another id has the same tokens.
          const other = yield* headersOf(session)
          assert.strictEqual(yield* outcomeOf(stale, fresh), ended)
          for (const wait of ["1 second", "29 seconds", "1 minute"] as const) {
            yield* TestClock.adjust(wait)
            assert.strictEqual(yield* outcomeOf(other), ended, `after ${wait} more`)
          }
        }).pipe(Effect.provide(Layer.fresh(makeLayer().layer)))
    ))

  it.effect("after a detected end, old cookies are signed out for as long as the refreshed token would be valid", () => {
    const { layer } = makeLayer()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual(yield* outcomeOf(cookie(session)), "User")
      yield* endSession(session.userId, 0)
      assert.strictEqual(yield* outcomeOf(cookie(session), fresh), "sessionEnded")
      for (let minute = 0; minute < 10; minute++) {
        assert.strictEqual(yield* outcomeOf(cookie(session)), "sessionEnded", `minute ${minute}`)
        yield* TestClock.adjust("1 minute")
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("a refresh of a session on the server", () => {
  it.effect("a refresh does not overwrite another session stored under the id in between", () => {
    const { layer } = makeLayer()
    return Effect.gen(function*() {
      const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
      const headers = yield* serverCookie(ada)
      const id = Redacted.make(headers.cookie.split("=")[1]!)
      const store = yield* SessionStore.SessionStore
      yield* TestClock.adjust("11 minutes")
      const fiber = yield* Effect.forkChild(
        authenticate(request(headers)).pipe(Faults.provide(Faults.responseLate("1 second"))),
        { startImmediately: true }
      )
      yield* flush
      const replaced = Tokens.make(yield* makeSessionOf(bob.userId))!
      yield* store.update(id, () => replaced)
      yield* TestClock.adjust("1 second")
      yield* joinSlow(fiber)
      const stored = yield* store.get(id)
      assert.strictEqual(Redacted.value(stored!.tokens.refreshToken!), Redacted.value(replaced.refreshToken!))
      assert.strictEqual(Redacted.value(stored!.tokens.accessToken!), Redacted.value(replaced.accessToken!))
    }).pipe(Effect.provide(layer))
  })
})

describe("a handler with the id of no session", () => {
  it.effect("a sign-out with an unknown session id changes neither the cookie nor another session", () => {
    const { layer } = makeLayer()
    return Effect.gen(function*() {
      const { cookie: known } = yield* serverCookie(yield* makeSession())
      const unknown = `__Host-latchkey-session=${"a".repeat(43)}.${"b".repeat(43)}`
      const asked = request({ cookie: unknown }, { method: "POST" })
      const response = yield* Effect.andThen(Session.signOut, StoredSessionHost.respond("done")).pipe(
        Effect.provide(
          Client.layer(Emulator.clientOptions).pipe(Layer.provideMerge(StoredSessionHost.layer(asked, { origin })))
        )
      )
      // The request may be older than a rotation whose cookie the browser has already.
      assert.deepStrictEqual(response.headers.getSetCookie(), [])
      assert.strictEqual(yield* outcomeOf({ cookie: known }), "User")
    }).pipe(Effect.provide(layer))
  })
})
