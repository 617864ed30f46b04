/** Operations of the emulator that no client has: clock, tokens, sessions, users, reset. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, CurrentUser, MagicLink, Password, Session, Sessions } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Users, Webhooks } from "latchkey/server"
import {
  clientHeaders,
  codeTo,
  device,
  email,
  failure,
  inbox,
  layerTest,
  nobody,
  on,
  password,
  signIn,
  signUp
} from "../support.ts"

const users = [{ primaryEmail: email, password, displayName: "Ada", otpAuthEnabled: true, primaryEmailVerified: true }]

/** The access token of the signed-in user. */
const accessToken = Effect.map(Session.getAccessToken(), (token) => token!)

/** Sends a request with an access token, and returns the status and the error code. */
const statusOf = (token: Redacted.Redacted<string>) =>
  Effect.map(
    Effect.flatMap(Emulator.Emulator, (emulator) =>
      emulator.handle({
        method: "GET",
        url: "https://api.stack-auth.com/api/v1/users/me",
        headers: { ...clientHeaders, "x-stack-access-token": Redacted.value(token) },
        body: undefined
      })),
    ({ headers, status }) => [status, headers["x-stack-known-error"]] as const
  )

const expired = [401, "ACCESS_TOKEN_EXPIRED"] as const

describe("advanceClock", () => {
  it.effect("advanceClock: moves the service's clock and not the program's", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* emulator.advanceClock("90 minutes")
      yield* emulator.advanceClock("30 minutes")
      assert.strictEqual(Duration.toMillis(yield* emulator.clockOffset), 7_200_000)
      assert.strictEqual(yield* Clock.currentTimeMillis, 0)
      const { userId } = yield* signUp()
      assert.strictEqual((yield* Users.get(userId)).signedUpAt.getTime(), 7_200_000)
      const token = yield* accessToken
      assert.strictEqual(AccessToken.parse(token)?.issuedAtMillis, 7_200_000)
      assert.deepStrictEqual((yield* inbox).map(({ sentAt }) => sentAt.getTime()), [7_200_000])
      const created = yield* emulator.createUser({ displayName: "Grace" })
      assert.strictEqual(created.signedUpAt.getTime(), 7_200_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("expires access tokens, sessions and codes", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signIn()
      const token = yield* accessToken
      yield* emulator.advanceClock("9 minutes")
      assert.deepStrictEqual(yield* statusOf(token), [200, undefined])
      yield* emulator.advanceClock("1 minute")
      assert.deepStrictEqual(yield* statusOf(token), expired)
      // The client refreshes the token, and knows the difference of the clocks from then on.
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
      assert.strictEqual(yield* Session.clockSkewMillis, 600_000)
      yield* MagicLink.send({ email, callbackUrl: "http://localhost:3000/magic-link" })
      yield* emulator.advanceClock("400 days")
      assert.strictEqual(
        (yield* Effect.flip(MagicLink.signIn({ code: yield* codeTo(email) })))._tag,
        "VerificationCodeExpired"
      )
      assert.isTrue((yield* emulator.listSessions()).every(({ isExpired }) => isExpired))
      assert.strictEqual((yield* failure(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
    }).pipe(Effect.provide(layerTest({ project: { users } }))))

  it.effect("advanceClock: is added to a clock fault", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* emulator.advanceClock("1 hour")
      yield* emulator.setFault(Faults.clockAhead("1 minute"))
      const { userId } = yield* signUp()
      assert.strictEqual((yield* Users.get(userId)).signedUpAt.getTime(), 3_660_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("starts the webhook attempts that are due, signed at the program's time", () => {
    const secret = Redacted.make(`whsec_${btoa("a secret of 24 bytes....")}`)
    const received: Array<Response> = []
    const verify = Webhooks.handler(secret, () => Effect.void)
    const options: Emulator.Options = {
      project: { webhooks: [{ url: "https://app.example.com/webhooks", secret }] },
      webhookReceiver: (request) =>
        Effect.map(verify(request), (response) => {
          received.push(response)
          return received.length < 3 ? new Response(null, { status: 500 }) : response
        })
    }
    const settle = TestClock.adjust(0).pipe(
      Effect.andThen(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
      Effect.repeat({ times: 10 })
    )
    return Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* emulator.createUser({ displayName: "Ada" })
      yield* settle
      yield* emulator.advanceClock("4 seconds")
      yield* settle
      assert.lengthOf(received, 1)
      yield* emulator.advanceClock("1 second")
      yield* settle
      assert.lengthOf(received, 2)
      yield* emulator.advanceClock("1 hour")
      yield* settle
      const [delivery] = yield* emulator.webhookDeliveries()
      assert.strictEqual(delivery?.status, "delivered")
      assert.deepStrictEqual(delivery?.attempts.map(({ at, status }) => [at.getTime(), status]), [
        [0, 500],
        [5000, 500],
        [3_605_000, 204]
      ])
      // The receiver accepts the timestamps, although the service is an hour ahead.
      assert.deepStrictEqual(received.map(({ status }) => status), [204, 204, 204])
    }).pipe(Effect.provide(layerTest(options)))
  })
})

describe("expireAccessTokens", () => {
  it.effect("refuses all tokens issued before, and accepts those issued in the same second", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signIn()
      const before = yield* accessToken
      yield* emulator.expireAccessTokens
      assert.deepStrictEqual(yield* statusOf(before), expired)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
      const after = yield* accessToken
      assert.notStrictEqual(Redacted.value(after), Redacted.value(before))
      assert.deepStrictEqual(yield* statusOf(after), [200, undefined])
      yield* emulator.expireAccessTokens
      assert.deepStrictEqual(yield* statusOf(after), expired)
    }).pipe(Effect.provide(layerTest({ project: { users } }))))

  it.effect("reports the current time as the expiry", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* signIn()
      const token = Redacted.value(yield* accessToken)
      yield* TestClock.adjust("5 seconds")
      yield* emulator.expireAccessTokens
      const { body } = yield* emulator.handle({
        method: "GET",
        url: "https://api.stack-auth.com/api/v1/users/me",
        headers: { ...clientHeaders, "x-stack-access-token": token },
        body: undefined
      })
      assert.strictEqual(JSON.parse(body!).details.expired_at_millis, 5000)
    }).pipe(Effect.provide(layerTest({ project: { users } }))))

  it.effect("expires admin tokens of owners", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const { items: [ada] } = yield* emulator.listUsers({ projectId: "internal" })
      const { accessToken } = yield* emulator.createSession({ userId: ada!.id, projectId: "internal" })
      const ask = Effect.map(
        emulator.handle({
          method: "GET",
          url: "https://api.stack-auth.com/api/v1/internal/projects/current",
          headers: {
            "x-stack-access-type": "admin",
            "x-stack-project-id": Emulator.clientOptions.projectId,
            "x-stack-admin-access-token": Redacted.value(accessToken)
          },
          body: undefined
        }),
        ({ headers, status }) => [status, headers["x-stack-known-error"]]
      )
      assert.deepStrictEqual(yield* ask, [200, undefined])
      yield* emulator.expireAccessTokens
      assert.deepStrictEqual(yield* ask, [401, "ADMIN_ACCESS_TOKEN_EXPIRED"])
    }).pipe(Effect.provide(layerTest({
      internal: { users: [{ ...users[0]!, serverMetadata: { managedProjectIds: [Emulator.clientOptions.projectId] } }] }
    }))))
})

describe("sessions", () => {
  it.effect("revokeSessions signs out every device of a user, one session, or all users", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const [phone, laptop, other] = [yield* device(), yield* device(), yield* device()]
      const { userId } = yield* on(phone)(signIn())
      yield* on(laptop)(signIn())
      yield* on(other)(signUp("grace@example.com"))
      assert.lengthOf(yield* emulator.listSessions(), 3)
      const [, first] = yield* emulator.listSessions({ userId })
      assert.strictEqual(yield* emulator.revokeSessions({ sessionId: first!.id }), 1)
      yield* emulator.expireAccessTokens
      assert.strictEqual((yield* on(phone)(failure(CurrentUser.get({ or: "throw" }))))._tag, "UserNotSignedIn")
      assert.strictEqual((yield* on(laptop)(CurrentUser.get({ or: "throw" }))).id, userId)
      assert.strictEqual(yield* emulator.revokeSessions({ userId: nobody }), 0)
      assert.strictEqual(yield* emulator.revokeSessions({ userId }), 1)
      assert.lengthOf(yield* emulator.listSessions(), 1)
      assert.strictEqual(yield* emulator.revokeSessions({ projectId: "internal" }), 0)
      assert.strictEqual(yield* emulator.revokeSessions(), 1)
    }).pipe(Effect.provide(layerTest({ project: { users } }))))

  it.effect("createSession signs in a user without a password", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const { items: [ada] } = yield* emulator.listUsers()
      const { id, ...tokens } = yield* emulator.createSession({ userId: ada!.id, apiUrl: "http://localhost:8102/base" })
      const page = yield* device(tokens)
      assert.strictEqual((yield* on(page)(CurrentUser.get({ or: "throw" }))).id, ada!.id)
      assert.deepStrictEqual((yield* on(page)(Sessions.list)).map((session) => session.id), [id])
      const { claims } = AccessToken.parse(tokens.accessToken)!
      assert.strictEqual(claims["iss"], `http://localhost:8102/api/v1/projects/${Emulator.clientOptions.projectId}`)
      const exit = yield* Effect.exit(emulator.createSession({ userId: nobody }))
      assert.include(String(exit), `The emulator has no user ${nobody}`)
    }).pipe(Effect.provide(layerTest({ project: { users } }))))
})

describe("listUsers", () => {
  it.effect("returns pages, newest first, with the number of sessions", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const names = ["Ada", "Grace", "Barbara", "Adele", "Frances"]
      for (const name of names) {
        yield* emulator.createUser({
          displayName: name,
          primaryEmail: `${name}@example.com`,
          isAnonymous: name === "Grace"
        })
      }
      const first = yield* emulator.listUsers({ limit: 2 })
      const second = yield* emulator.listUsers({ limit: 2, cursor: first.nextCursor })
      const third = yield* emulator.listUsers({ limit: 2, cursor: second.nextCursor })
      const listed = [first, second, third].map(({ items }) => items.map((user) => user.displayName))
      assert.deepStrictEqual(listed, [["Frances", "Adele"], ["Barbara", "Grace"], ["Ada"]])
      assert.isUndefined(third.nextCursor)
      const found = yield* emulator.listUsers({ query: " AD" })
      assert.deepStrictEqual(found.items.map((user) => user.displayName), ["Adele", "Ada"])
      yield* emulator.createSession({ userId: found.items[0]!.id })
      const { id } = found.items[0]!
      for (const query of [id, id.slice(0, 8), id.slice(0, 10).toUpperCase()]) {
        const byId = yield* emulator.listUsers({ query })
        assert.deepStrictEqual(byId.items.map((user) => user.sessionCount), [1])
      }
      assert.lengthOf((yield* emulator.listUsers({ projectId: "internal" })).items, 0)
    }).pipe(Effect.provide(layerTest())))
})

describe("reset", () => {
  it.effect("restores the initial users and settings, and drops everything else", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const { items: [ada] } = yield* emulator.listUsers()
      yield* signIn()
      const token = yield* accessToken
      yield* Password.update({ oldPassword: password, newPassword: "a better horse" })
      yield* emulator.createUser({ displayName: "Grace" })
      yield* emulator.configure({ signUpEnabled: false })
      yield* MagicLink.send({ email, callbackUrl: "http://localhost:3000/magic-link" })
      yield* emulator.advanceClock("1 day")
      yield* emulator.setFault(Faults.offline)
      yield* emulator.reset
      assert.deepStrictEqual((yield* emulator.listUsers()).items, [ada!])
      assert.lengthOf(yield* inbox, 0)
      assert.lengthOf(yield* emulator.listSessions(), 0)
      assert.isTrue(Duration.isZero(yield* emulator.clockOffset))
      assert.deepStrictEqual(yield* statusOf(token), expired)
      assert.strictEqual((yield* failure(CurrentUser.get({ or: "throw" })))._tag, "UserNotSignedIn")
      const { userId } = yield* signIn()
      assert.strictEqual(userId, ada!.id)
      yield* signUp("grace@example.com")
      yield* emulator.reset
      yield* emulator.reset
      assert.deepStrictEqual((yield* emulator.listUsers()).items, [ada!])
    }).pipe(Effect.provide(layerTest({ project: { users } }))))
})
