/** Authentication while the service fails, and with `freshness: "session"`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { KnownErrors } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Users } from "latchkey/server"
import { bearer, cookie, encoded, makeSession, projectId, request, setup } from "./authenticationSupport.ts"

const { authenticate } = Authentication

const refreshPath = "POST /auth/sessions/current/refresh"

/** Revokes the sessions of a user, as another device does. */
const end = (userId: string) => Effect.flatMap(Emulator.Emulator, (emulator) => emulator.revokeSessions({ userId }))

describe("a refresh that fails for another reason than the end of the session", () => {
  for (
    const [what, fault] of Object.entries({
      "no answer": Faults.offline,
      "a lost answer": Faults.responseLost,
      "429": Faults.rateLimited(),
      "500": Faults.status(500),
      "503": Faults.status(503),
      "a refusal of the key": Faults.failWith(
        new KnownErrors.InvalidSecretServerKey({ message: "wrong key", details: { projectId } })
      )
    })
  ) {
    it.effect(`fails with ApiError and keeps the session: ${what}`, () => {
      const { layer, requests } = setup()
      return Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        for (const headers of [cookie(session), encoded(session)]) {
          const error = yield* authenticate(request(headers)).pipe(
            Faults.provide(Faults.limitTo(refreshPath, fault)),
            Effect.flip
          )
          assert.strictEqual(error._tag, "ApiError")
        }
        requests.length = 0
        assert.strictEqual((yield* authenticate(request(cookie(session)))).principal._tag, "User")
        assert.lengthOf(requests, 1)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("a valid access token is accepted while the service is down", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      yield* TestClock.adjust("599 seconds")
      for (const headers of [cookie(session), encoded(session), bearer(session)]) {
        const { principal } = yield* Faults.provide(Faults.offline)(authenticate(request(headers)))
        assert.strictEqual(principal._tag, "User")
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("freshness: session", () => {
  const sources = { cookies: cookie, "a header with both tokens": encoded, "an access token": bearer }
  for (const [name, headersOf] of Object.entries(sources)) {
    it.effect(`accepts a session with one request: ${name}`, () => {
      const { layer, requests } = setup()
      return Effect.gen(function*() {
        const session = yield* makeSession()
        requests.length = 0
        for (let i = 1; i <= 2; i++) {
          const { principal } = yield* authenticate(request(headersOf(session)), { freshness: "session" })
          assert.strictEqual(principal._tag, "User")
          assert.lengthOf(requests, i)
        }
      }).pipe(Effect.provide(layer))
    })

    for (const [event, act] of Object.entries({ "a revoked session": end, "a deleted user": Users.remove })) {
      it.effect(`notices ${event} before the token expires, which freshness: token does not: ${name}`, () => {
        const { layer, requests } = setup()
        return Effect.gen(function*() {
          const session = yield* makeSession()
          yield* act(session.userId)
          requests.length = 0
          assert.strictEqual((yield* authenticate(request(headersOf(session)))).principal._tag, "User")
          assert.lengthOf(requests, 0)
          const fresh = authenticate(request(headersOf(session)), { freshness: "session" })
          if (name === "cookies") {
            const { headers, principal, requestCookies } = yield* fresh
            assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
            assert.isTrue(headers.getSetCookie().some((line) => line.includes("Max-Age=0")))
            assert.strictEqual(Redacted.value(requestCookies!), "")
          } else assert.strictEqual((yield* Effect.flip(fresh))._tag, "SessionRevoked")
          assert.lengthOf(requests, 1)
        }).pipe(Effect.provide(layer))
      })
    }

    it.effect(`fails with ApiError if the service is down: ${name}`, () => {
      const { layer } = setup()
      return Effect.gen(function*() {
        const session = yield* makeSession()
        const error = yield* authenticate(request(headersOf(session)), { freshness: "session" }).pipe(
          Faults.provide(Faults.offline),
          Effect.flip
        )
        assert.strictEqual(error._tag, "ApiError")
      }).pipe(Effect.provide(layer))
    })
  }
})
