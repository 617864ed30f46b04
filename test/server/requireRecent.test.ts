import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Authorization, AuthProblem, Principal, Sessions, Users } from "latchkey/server"
import { checkRows } from "../support/mismatches.ts"
import { bearer, makeSession, makeSessionOf, request, setup } from "./authenticationSupport.ts"
import { anonymousUser, signedOut, teamKey, user, userKey } from "./principals.ts"

const within = "5 minutes"
const minutes = (count: number) => TestClock.adjust(`${count} minutes`)

/** The principal of a request with an access token. */
const principalOf = (session: { readonly accessToken: string }) =>
  Effect.map(Authentication.authenticate(request(bearer(session))), ({ principal }) => principal)

const as = (principal: Principal["Service"]) => Effect.provideService(Principal, principal)

const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error): string => error._tag, onSuccess: () => "ok" })

/** A new access token of a session. A sign-in is no part of it. */
const refresh = ({ accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string }) =>
  Session.refresh.pipe(
    Effect.map((token) => ({ refreshToken, accessToken: Redacted.value(token!) })),
    Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(Layer.provide(TokenStore.layerTokens({ accessToken, refreshToken })))
    )
  )

/** A session that is older than its access token, of a user who signed up long ago. */
const makeOld = (age: number) =>
  Effect.gen(function*() {
    const session = yield* makeSession()
    yield* minutes(60)
    const begun = yield* makeSessionOf(session.userId)
    yield* minutes(age)
    return { ...(yield* refresh(begun)), userId: session.userId }
  })

for (const generation of ["2025", "2026"] as const) {
  const makeSetup = () => setup({}, { generation })

  describe(`Authorization.requireRecent with a service of ${generation}`, () => {
    it.effect("accepts a session until it is as old as within, whenever its token was issued", () =>
      Effect.gen(function*() {
        const session = yield* makeOld(4)
        const recent = outcome(Authorization.requireRecent({ within })).pipe(as(yield* principalOf(session)))
        assert.strictEqual(yield* recent, "ok")
        yield* minutes(1)
        assert.strictEqual(yield* recent, "ok")
        yield* TestClock.adjust("1 millis")
        assert.strictEqual(yield* recent, "RecentSignInRequired")
        const later = yield* principalOf(yield* refresh(session))
        const error = yield* Effect.flip(Authorization.requireRecent({ within })).pipe(as(later))
        assert.deepInclude(AuthProblem.make(error).body, { detail: "Sign in again to continue" })
        assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300, factor: undefined })
        assert.strictEqual(yield* outcome(Authorization.requireRecent({ within: "10 minutes" })).pipe(as(later)), "ok")
        const again = yield* principalOf(yield* makeSessionOf(session.userId))
        assert.strictEqual(yield* outcome(Authorization.requireRecent({ within })).pipe(as(again)), "ok")
      }).pipe(Effect.provide(makeSetup().layer)))

    it.effect("sends one request per session, and shares it between concurrent checks", () => {
      const { layer, paths, requests } = makeSetup()
      return Effect.gen(function*() {
        const session = yield* makeOld(1)
        const principal = yield* principalOf(session)
        requests.length = 0
        const check = outcome(Authorization.requireRecent({ within })).pipe(as(principal))
        const all = yield* Effect.replicateEffect(check, 100, { concurrency: "unbounded" })
        assert.deepStrictEqual([...new Set(all)], ["ok"])
        assert.deepStrictEqual(paths(), ["GET /auth/sessions"])
        const refreshed = yield* principalOf(yield* refresh(session))
        requests.length = 0
        assert.strictEqual(yield* as(refreshed)(outcome(Authorization.requireRecent({ within }))), "ok")
        yield* minutes(30)
        assert.strictEqual(yield* check, "RecentSignInRequired")
        assert.deepStrictEqual(requests, [])
      }).pipe(Effect.provide(layer))
    })

    it.effect("refuses a token that is older than within without a request", () => {
      const { layer, requests } = makeSetup()
      return Effect.gen(function*() {
        const session = yield* makeOld(0)
        const principal = yield* principalOf(session)
        yield* minutes(6)
        requests.length = 0
        const check = outcome(Authorization.requireRecent({ within })).pipe(as(principal))
        assert.strictEqual(yield* check, "RecentSignInRequired")
        assert.deepStrictEqual(requests, [])
      }).pipe(Effect.provide(layer))
    })

    it.effect("refuses a session that has ended, one of an impersonation, and another user's", () =>
      Effect.gen(function*() {
        const [ended, { id: otherId }] = [yield* makeOld(1), yield* Users.create({})]
        const impersonation = yield* Sessions.create({ userId: ended.userId, isImpersonation: true })
        const principal = yield* principalOf(ended)
        const impersonated = yield* principalOf({ accessToken: Redacted.value(impersonation.accessToken!) })
        const check = Authorization.requireRecent({ within })
        // Sound: only the user differs.
        const others = { ...principal, userId: otherId } as Principal["Service"]
        // The session's begin is known now, but not as another user's.
        const sibling = yield* principalOf(yield* makeSessionOf(ended.userId))
        assert.strictEqual(yield* as(sibling)(outcome(check)), "ok")
        const strangers = { ...sibling, userId: otherId } as Principal["Service"]
        for (const { id } of yield* Sessions.list(ended.userId)) yield* Sessions.revoke({ userId: ended.userId, id })
        for (const refused of [principal, impersonated, others, strangers]) {
          const error = yield* as(refused)(Effect.flip(check))
          assert.strictEqual(error._tag, "RecentSignInRequired")
          assert.include(error.message, "does not list the session")
          const { body, headers } = AuthProblem.make(error)
          assert.strictEqual(body.code, "RecentSignInRequired")
          assert.strictEqual(body.detail, `Sign in again to continue. ${error.message}`)
          assert.include(headers["www-authenticate"], "error_description=\"Sign in again to continue\"")
        }
      }).pipe(Effect.provide(makeSetup().layer)))

    it.effect("fails with ApiError while the service is down, and does not remember it", () =>
      Effect.gen(function*() {
        const principal = yield* principalOf(yield* makeOld(1))
        const { setFault } = yield* Emulator.Emulator
        const check = outcome(Authorization.requireRecent({ within })).pipe(as(principal))
        yield* setFault(Faults.offline)
        assert.strictEqual(yield* check, "ApiError")
        yield* setFault(undefined)
        assert.strictEqual(yield* check, "ok")
      }).pipe(Effect.provide(makeSetup().layer)))

    it.effect("with a second factor, refuses a user without one before the age of the session", () =>
      Effect.gen(function*() {
        const session = yield* makeOld(1)
        const strong = { within, factor: "second" } as const
        const check = outcome(Authorization.requireRecent(strong))
        assert.strictEqual(yield* as(yield* principalOf(session))(check), "MfaRequired")
        yield* Users.update(session.userId, { totpSecretBase64: Redacted.make(btoa("a secret of 20 bytes")) })
        yield* Authorization.invalidate({ userId: session.userId })
        assert.strictEqual(yield* as(yield* principalOf(yield* refresh(session)))(check), "ok")
        yield* minutes(5)
        const late = yield* principalOf(yield* refresh(session))
        const error = yield* as(late)(Effect.flip(Authorization.requireRecent(strong)))
        assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300, factor: "second" })
      }).pipe(Effect.provide(makeSetup().layer)))
  })
}

describe("Authorization.requireRecent", () => {
  it.effect("accepts a user who has just signed up without a request, if the token has that time", () => {
    const { layer, requests } = setup({}, { generation: "2026" })
    return Effect.gen(function*() {
      const principal = yield* principalOf(yield* makeSession())
      requests.length = 0
      yield* minutes(4)
      const check = outcome(Authorization.requireRecent({ within })).pipe(as(principal))
      assert.strictEqual(yield* check, "ok")
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  })

  it.effect("refuses principals without a sign-in, times in the future, and tokens without a session", () =>
    Effect.gen(function*() {
      yield* minutes(60)
      const now = 3_600_000
      const { userId } = yield* makeSession()
      const at = (millis: number) => user(userId, { signedUpAt: new Date(now + millis) })
      const ask = (principal: Principal["Service"]) =>
        outcome(Authorization.requireRecent({ within })).pipe(as(principal))
      const rows: ReadonlyArray<readonly [string, Principal["Service"], string]> = [
        ["signed out", signedOut, "SignInRequired"],
        ["a user's key", userKey(userId), "SignInRequired"],
        ["a team's key", teamKey(userId), "SignInRequired"],
        ["an anonymous user", anonymousUser(userId), "SignInRequired"],
        ["a clock that is slightly behind", at(60_000), "ok"],
        ["a sign-up in the future", at(60_001), "RecentSignInRequired"],
        ["a token without a session", user(userId), "RecentSignInRequired"]
      ]
      const found = yield* Effect.forEach(rows, ([, principal]) => ask(principal))
      checkRows(
        rows.map(([name, , expected], index) => ({ name, expected, found: found[index] })),
        ({ name }) => name,
        (
          row
        ) => assert.strictEqual(row.found, row.expected)
      )
    }).pipe(Effect.provide(setup().layer)))

  it.effect("dies of an option that is missing, misspelled or too short, and asks no service", () => {
    const { layer, requests } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const principal = yield* principalOf(session)
      requests.length = 0
      const refused: ReadonlyArray<object> = [
        {},
        { within: undefined },
        { within: "soon" },
        { within: "9 seconds" },
        { within: 300 },
        { within: "Infinity" },
        { within: NaN },
        { within, factor: "totp" },
        { within, maxAge: 300 }
      ]
      for (const options of refused) {
        // Sound: untyped code passes such options.
        const check = Authorization.requireRecent(options as Authorization.RecentRequirement)
        const exit = yield* Effect.exit(as(principal)(check))
        assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit), JSON.stringify(options))
        assert.include(String(exit), "InvalidOptions", JSON.stringify(options))
      }
      assert.deepStrictEqual(requests, [])
    }).pipe(Effect.provide(layer))
  })
})
