/** Every kind of user with every `allow…` option, in every form of a session. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens } from "latchkey"
import { AccessToken, Authentication, SessionStore, Users } from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"
import { bearer, cookie, encoded, makeSessionOf, request, setup, type TestSession } from "./authenticationSupport.ts"
import { claimsAt, layerVerifier, sign } from "./tokens.ts"
import { allowedUsers, nameOfAllowed, principalOf, userKinds } from "./userKinds.ts"

const kinds = userKinds.filter(({ credentials }) => credentials === "session")

const serverCookie = (session: TestSession) =>
  Effect.map(
    Effect.flatMap(SessionStore.SessionStore, (store) => store.create(Tokens.make(session)!)),
    ({ id }) => ({ cookie: `__Host-latchkey-session=${Redacted.value(id)}` })
  )

const forms = [
  { form: "an access token", headersOf: (session: TestSession) => Effect.succeed(bearer(session)), canRefresh: false },
  { form: "both tokens", headersOf: (session: TestSession) => Effect.succeed(encoded(session)), canRefresh: true },
  { form: "cookies", headersOf: (session: TestSession) => Effect.succeed(cookie(session)), canRefresh: true },
  {
    form: "cookies without an access token",
    headersOf: ({ refreshToken }: TestSession) => Effect.succeed(cookie({ refreshToken })),
    canRefresh: true
  },
  { form: "a session on the server", headersOf: serverCookie, canRefresh: true }
]

const rows = forms.flatMap((form) =>
  (["token", "session"] as const).flatMap((freshness) =>
    (form.canRefresh ? [false, true] : [false]).map((isExpired) => ({ ...form, freshness, isExpired }))
  )
)

describe("authenticate", () => {
  const { layer } = setup()

  it.effect("admits each kind of user by the options, in each form of its session", () =>
    Effect.gen(function*() {
      const users = new Map<string, string>()
      for (const kind of kinds) {
        const { id } = yield* Users.create(
          kind.isAnonymous
            ? { isAnonymous: true }
            : {
              primaryEmail: `${kinds.indexOf(kind)}@example.com`,
              primaryEmailVerified: kind.isEmailVerified,
              restrictedByAdmin: kind.isRestricted
            }
        )
        users.set(kind.name, id)
      }
      yield* checkRowsEffect(
        rows,
        ({ form, freshness, isExpired }) => `${form}${isExpired ? ", expired" : ""}, freshness: ${freshness}`,
        ({ freshness, headersOf, isExpired }) =>
          Effect.gen(function*() {
            const sessions = yield* Effect.forEach(
              kinds,
              (kind) => Effect.map(makeSessionOf(users.get(kind.name)!), (session) => ({ kind, session }))
            )
            if (isExpired) yield* TestClock.adjust("11 minutes")
            for (const { kind, session } of sessions) {
              yield* checkRowsEffect(allowedUsers, (allowed) => `${kind.name}, ${nameOfAllowed(allowed)}`, (allowed) =>
                Effect.gen(function*() {
                  const headers = yield* headersOf(session)
                  const { principal } = yield* Authentication.authenticate(request(headers), { ...allowed, freshness })
                  const expected = principalOf(kind, allowed)
                  assert.strictEqual(principal._tag, expected)
                  const reason = kind.isAnonymous ? "anonymous" : "restricted"
                  if (principal._tag === "SignedOut") {
                    assert.strictEqual(principal.reason, reason)
                  }
                }))
            }
          })
      )
    }).pipe(Effect.provide(Layer.provideMerge(layer, SessionStore.layerMemory()))))
})

describe("AccessToken.verify", () => {
  const { layer } = setup()

  it.effect("accepts the token of each kind of user by the options, and names the kind that it refuses", () =>
    Effect.gen(function*() {
      for (const kind of kinds) {
        const { id } = yield* Users.create({ isAnonymous: kind.isAnonymous, restrictedByAdmin: kind.isRestricted })
        const { accessToken } = yield* makeSessionOf(id)
        yield* checkRowsEffect(
          allowedUsers,
          (allowed) => `${kind.name}, ${nameOfAllowed(allowed)}`,
          (allowed) =>
            Effect.gen(function*() {
              const outcome = yield* Effect.match(AccessToken.verify(accessToken, allowed), {
                onSuccess: ({ userId }) => userId,
                onFailure: (error) => error._tag === "AccessTokenInvalid" ? error.reason : error._tag
              })
              const isAccepted = principalOf(kind, allowed) !== "SignedOut"
              assert.strictEqual(outcome, isAccepted ? id : kind.isAnonymous ? "anonymous" : "restricted")
            })
        )
      }
    }).pipe(Effect.provide(layer)))
})

describe("AccessToken.verify of a normal audience with claims of another kind", () => {
  /** The names of both generations, and values that are no flag. */
  const rows = (["anonymous", "restricted"] as const).flatMap((kind) =>
    [`is_${kind}`, kind === "anonymous" ? "isAnonymous" : "isRestricted"].flatMap((claim) =>
      [true, false, undefined].map((value) => ({ kind, claim, value }))
    )
  )

  it.effect("AccessToken.verify: a claim under either name sets the kind, only with the value true", () =>
    checkRowsEffect(
      rows,
      ({ claim, value }) => `${claim}: ${value}`,
      ({ claim, kind, value }) =>
        Effect.gen(function*() {
          const token = yield* sign({ claims: { is_anonymous: undefined, is_restricted: undefined, [claim]: value } })
          const outcome = yield* Effect.match(AccessToken.verify(token), {
            onSuccess: () => "accepted",
            onFailure: (error) => error._tag === "AccessTokenInvalid" ? error.reason : error._tag
          })
          assert.strictEqual(outcome, value === true ? kind : "accepted")
          const allowed = kind === "anonymous" ? { allowAnonymous: true } : { allowRestricted: true }
          assert.strictEqual((yield* AccessToken.verify(token, allowed)).userId, claimsAt(0).sub)
        }).pipe(Effect.provide(layerVerifier()))
    ))
})
