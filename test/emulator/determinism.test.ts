import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, CurrentUser, Session, Sessions } from "latchkey"
import { Sessions as ServerSessions, Users } from "latchkey/server"
import { layerTest, projectId, send, signIn, signUp } from "./support.ts"

/** A program that generates every random value of the emulator: ids, codes, keys and request ids. */
const program = Effect.gen(function*() {
  const signedUp = yield* signUp()
  const signedIn = yield* signIn()
  yield* TestClock.adjust("11 minutes")
  const refreshed = yield* Session.getAccessToken()
  const user = yield* Users.create({ primaryEmail: "grace@example.com" })
  const created = yield* ServerSessions.create({ userId: user.id })
  const { body: keys } = yield* send("GET", `/projects/${projectId}/.well-known/jwks.json`)
  const { headers } = yield* send("GET", "/projects/current")
  return {
    users: [signedUp.userId, signedIn.userId, user.id],
    refreshTokens: [signedUp.tokens, signedIn.tokens, created].map((tokens) => Redacted.value(tokens.refreshToken)),
    accessTokens: [signedUp.tokens.accessToken!, signedIn.tokens.accessToken!, refreshed!, created.accessToken!]
      .map(Redacted.value),
    sessions: (yield* Sessions.list).map((session) => session.id),
    keys,
    requestId: headers["x-stack-request-id"]
  }
})

// The emulator is created within the seed, too, because building it generates its signing key.
const seeded = (seed: string) => program.pipe(Effect.provide(layerTest()), Random.withSeed(seed))

describe("a seeded program", () => {
  it.effect("gets the same ids, tokens, codes and keys on every run", () =>
    Effect.gen(function*() {
      const first = yield* seeded("a seed")
      yield* TestClock.setTime(0)
      assert.deepStrictEqual(yield* seeded("a seed"), first)
    }))

  it.effect("another seed gives other ids, tokens, codes and keys", () =>
    Effect.gen(function*() {
      const first = yield* seeded("a seed")
      yield* TestClock.setTime(0)
      const second = yield* seeded("another seed")
      const others = new Set(Object.values(second).flat())
      assert.deepStrictEqual(Object.values(first).flat().filter((text) => others.has(text)), [])
    }))

  it.effect("never generates an id, token or code twice", () =>
    Effect.gen(function*() {
      const { accessTokens, refreshTokens, sessions, users } = yield* seeded("a seed")
      // The user who signed up and in is the same.
      for (const [texts, size] of [[users, 2], [refreshTokens, 3], [accessTokens, 4], [sessions, 2]] as const) {
        assert.strictEqual(new Set(texts).size, size)
      }
      for (const token of refreshTokens) assert.match(token!, /^[0-9a-hjkmnp-tv-z]{45}$/)
    }))
})

describe("time", () => {
  it.effect("the emulator's time stands still while the clock does", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const user = yield* CurrentUser.get({ or: "throw" })
      const server = yield* Users.get(user.id)
      const [session] = yield* Sessions.list
      assert.deepStrictEqual(
        [user.signedUpAt, server.signedUpAt, server.lastActiveAt, session!.createdAt, session!.lastUsedAt],
        Array.from({ length: 5 }, () => new Date(0))
      )
      const { expiresAtMillis, issuedAtMillis } = AccessToken.parse(tokens.accessToken!)!
      assert.deepStrictEqual([issuedAtMillis, expiresAtMillis], [0, 600_000])
    }).pipe(Effect.provide(layerTest())))

  it.effect("the emulator's time is the clock's, whatever it is set to", () =>
    Effect.gen(function*() {
      const now = Date.UTC(2061, 6, 28, 12, 0, 0, 123)
      yield* TestClock.setTime(now)
      const { tokens, userId } = yield* signUp()
      assert.strictEqual((yield* Users.get(userId)).signedUpAt.getTime(), now)
      assert.strictEqual((yield* Sessions.list)[0]!.createdAt.getTime(), now)
      assert.strictEqual(AccessToken.parse(tokens.accessToken!)!.issuedAtMillis, now - 123)
    }).pipe(Effect.provide(layerTest())))

  it.live("calls of the emulator leave no timer", () =>
    Effect.gen(function*() {
      const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
      const before = timers()
      yield* signUp()
      yield* CurrentUser.get()
      yield* Users.list()
      yield* Session.signOut
      // A timer of the test runner may have ended in between.
      assert.isAtMost(timers(), before)
    }).pipe(Effect.provide(layerTest())))
})
