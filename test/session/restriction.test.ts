import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, Client, ContactChannels, CurrentUser, Session, TokenStore } from "latchkey"
import { answer, inStore, jwt, knownError, layerTest, Service, start, stored } from "./support.ts"

const verify = ContactChannels.verify({ code: Redacted.make("code") })
const unverified = { isRestricted: true, restrictedReason: "email_not_verified" }
const readRoute = "GET /users/me"
const refreshRoute = "POST /auth/oauth/token"
const verifyRoute = "POST /contact-channels/verify"
const channelId = "11111111-2222-4333-8444-555555555555"
const removeRoute = `DELETE /contact-channels/me/${channelId}`

/** Stores the session of a user that a 2026 service knows. */
const storedAs = Effect.fnUntraced(function*(
  user: { readonly isRestricted: boolean; readonly restrictedReason?: string },
  isAnonymous = false
) {
  const tokens = yield* (yield* Service).begin("r1", isAnonymous, user)
  yield* (yield* TokenStore.TokenStore).modify(() => tokens)
  return tokens
})

/** Changes the user at the service, as another device or an administrator might. */
const becomes = (user: { readonly isRestricted: boolean; readonly restrictedReason?: string }) =>
  Effect.map(Service, ({ users }) => {
    users.set("r1", { id: "user of r1", isAnonymous: false, ...user })
  })

const routes = Effect.map(Service, ({ requests }) => requests.map(({ method, path }) => `${method} ${path}`))

/** The claims of the client's access token. */
const claims = Effect.map(Session.claims, (claims) => claims?.isRestricted)

describe("CurrentUser.get, signed in as a restricted user", () => {
  for (const or of [undefined, "return-null", "anonymous-if-exists"] as const) {
    it.effect(`${or ?? "without an option"}: returns null, and the user with includeRestricted`, () =>
      Effect.gen(function*() {
        yield* storedAs(unverified)
        assert.isNull(yield* CurrentUser.get({ or }))
        assert.isNull(yield* CurrentUser.get({ or, includeRestricted: false }))
        const user = yield* CurrentUser.get({ or, includeRestricted: true })
        assert.strictEqual(user?.id, "user of r1")
        assert.deepStrictEqual(user?.restrictedReason, { type: "email_not_verified" })
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("throw: fails with UserNotSignedIn, which contains the reason and the fix", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      const error = yield* Effect.flip(CurrentUser.get({ or: "throw" }))
      assert.strictEqual(error._tag, "UserNotSignedIn")
      assert.deepStrictEqual(error._tag === "UserNotSignedIn" && error.restrictedReason, { type: "email_not_verified" })
      assert.strictEqual(
        error.message,
        "The signed-in user is restricted (email_not_verified), and treated as signed out. " +
          "Send the user to the page onboarding, or pass includeRestricted: true"
      )
      assert.strictEqual((yield* CurrentUser.get({ or: "throw", includeRestricted: true })).id, "user of r1")
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymous: returns the user with any value of includeRestricted", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      for (const includeRestricted of [undefined, false, true]) {
        assert.strictEqual((yield* CurrentUser.get({ or: "anonymous", includeRestricted })).id, "user of r1")
      }
      assert.deepStrictEqual(yield* routes, [readRoute, readRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("includeRestricted does not include an anonymous user of 2026", () =>
    Effect.gen(function*() {
      yield* storedAs({ isRestricted: true, restrictedReason: "anonymous" }, true)
      assert.isNull(yield* CurrentUser.get({ includeRestricted: true }))
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous-if-exists" }))?.id, "user of r1")
      const error = yield* Effect.flip(CurrentUser.get({ or: "throw", includeRestricted: true }))
      assert.deepStrictEqual(error._tag === "UserNotSignedIn" && error.restrictedReason, { type: "anonymous" })
      assert.include(error.message, "sign-up page")
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns a user of 2025, whose response has no isRestricted", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, "user of r1")
      assert.isUndefined((yield* CurrentUser.get({ or: "throw" })).isRestricted)
      assert.deepStrictEqual(yield* routes, [readRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))
})

describe("the access token of a restricted user", () => {
  it.effect("is refreshed once, by ContactChannels.verify", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      yield* becomes({ isRestricted: false })
      yield* verify
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, "user of r1")
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [verifyRoute, refreshRoute, readRoute, readRoute])
      assert.isFalse(yield* claims)
      const { headers } = (yield* Service).to(readRoute)[0]!
      assert.isUndefined(headers["x-stack-allow-anonymous-user"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refreshed before subscribers learn of the verification, so that no fetch uses it", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      const announced: Array<string> = []
      yield* (yield* Client.Client).changes((id) => announced.push(id))
      yield* verify
      yield* becomes({ isRestricted: false })
      yield* CurrentUser.update({ displayName: "Ada" })
      assert.deepStrictEqual(announced, ["oauth.refresh", "contactChannels.verify", "oauth.refresh", "users.me.update"])
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("is refreshed before it is sent to the app's server, if the email was verified", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* storedAs(unverified)
      yield* becomes({ isRestricted: false })
      yield* verify
      const { "x-stack-auth": header } = yield* Session.authHeaders
      const sent: { readonly accessToken: string } = JSON.parse(Redacted.value(header))
      assert.notStrictEqual(sent.accessToken, Redacted.value(accessToken))
      assert.isFalse(AccessToken.parse(Redacted.make(sent.accessToken))?.claims["is_restricted"])
      assert.deepStrictEqual(yield* routes, [verifyRoute, refreshRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refreshed if the code was used before, such as by a second click", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      const service = yield* Service
      service.script(verifyRoute, knownError(409, "VERIFICATION_CODE_ALREADY_USED"))
      assert.strictEqual((yield* Effect.flip(verify))._tag, "VerificationCodeAlreadyUsed")
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [verifyRoute, refreshRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is kept if a code is refused", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      const service = yield* Service
      service.script(verifyRoute, knownError(404, "VERIFICATION_CODE_NOT_FOUND"))
      yield* Effect.flip(verify)
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [verifyRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a restricted user's access token is refreshed after each verification, even if one lifted no restriction", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      for (const _ of [1, 2]) {
        yield* verify
        yield* CurrentUser.get()
      }
      const once = [verifyRoute, refreshRoute, readRoute]
      assert.deepStrictEqual(yield* routes, [...once, ...once])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refreshed by CurrentUser.get if it returns an unrestricted user", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      // On another device.
      yield* becomes({ isRestricted: false })
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, "user of r1")
      assert.deepStrictEqual(yield* routes, [readRoute, refreshRoute])
      assert.isFalse(yield* claims)
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [readRoute, refreshRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refreshed by CurrentUser.update if it returns an unrestricted user", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      yield* becomes({ isRestricted: false })
      yield* CurrentUser.update({ displayName: "Ada" })
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, ["PATCH /users/me", refreshRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))
})

describe("a user's access token", () => {
  it.effect("is refreshed after ContactChannels.verify, although the user is not restricted", () =>
    Effect.gen(function*() {
      yield* storedAs({ isRestricted: false })
      yield* verify
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [verifyRoute, refreshRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is kept after ContactChannels.verify if the user is anonymous, and stays anonymous", () =>
    Effect.gen(function*() {
      yield* storedAs({ isRestricted: true, restrictedReason: "anonymous" }, true)
      yield* verify
      yield* CurrentUser.get({ or: "anonymous" })
      assert.deepStrictEqual(yield* routes, [verifyRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("an access token is refreshed after a response shows that an administrator restricted the user", () =>
    Effect.gen(function*() {
      yield* storedAs({ isRestricted: false })
      yield* becomes({ isRestricted: true, restrictedReason: "restricted_by_administrator" })
      assert.isNull(yield* CurrentUser.get())
      yield* CurrentUser.get()
      assert.deepStrictEqual(yield* routes, [readRoute, refreshRoute, readRoute])
      assert.isTrue(yield* claims)
      assert.strictEqual((yield* Service).to(readRoute)[1]!.headers["x-stack-allow-anonymous-user"], "true")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refreshed once, and not after each read, if new tokens repeat the old claims", () =>
    Effect.gen(function*() {
      const { refreshToken } = yield* storedAs({ isRestricted: false })
      const service = yield* Service
      yield* becomes(unverified)
      const lagging = Redacted.make(
        jwt({
          sub: "user of r1",
          iat: start / 1000,
          exp: start / 1000 + 600,
          is_restricted: false,
          is_anonymous: false
        })
      )
      service.script(refreshRoute, {
        status: 200,
        header: () => undefined,
        body: JSON.stringify({ access_token: Redacted.value(lagging), token_type: "Bearer", expires_in: 3599 })
      })
      for (let read = 0; read < 5; read++) assert.isNull(yield* CurrentUser.get())
      assert.deepStrictEqual(yield* routes, [readRoute, refreshRoute, ...Array.from({ length: 4 }, () => readRoute)])
      assert.strictEqual((yield* inStore)?.refreshToken, Redacted.value(refreshToken))
      // When the token expires, the service has caught up.
      yield* TestClock.adjust("10 minutes")
      yield* CurrentUser.get()
      assert.isTrue(yield* claims)
      // The next change takes effect again.
      yield* becomes({ isRestricted: false })
      yield* CurrentUser.get()
      yield* CurrentUser.get()
      assert.strictEqual(service.to(refreshRoute).length, 3)
      assert.isFalse(yield* claims)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a response about the previous user keeps the access token", () =>
    Effect.gen(function*() {
      yield* storedAs({ isRestricted: false })
      yield* becomes(unverified)
      const service = yield* Service
      service.delayMillis = 100
      const reading = yield* Effect.forkChild(CurrentUser.get(), { startImmediately: true })
      yield* TestClock.adjust(50)
      const other = yield* service.begin("r2", false, { isRestricted: false })
      yield* (yield* TokenStore.TokenStore).modify(() => other)
      yield* TestClock.adjust(50)
      assert.isNull(yield* Fiber.join(reading))
      assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(other.accessToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a claim change by the previous user's call keeps the access token", () =>
    Effect.gen(function*() {
      yield* storedAs(unverified)
      const service = yield* Service
      service.delayMillis = 100
      service.script(removeRoute, answer(200, { success: true }))
      const removing = yield* Effect.forkChild(ContactChannels.remove(channelId), { startImmediately: true })
      yield* TestClock.adjust(50)
      const other = yield* service.begin("r2", false, { isRestricted: false })
      yield* (yield* TokenStore.TokenStore).modify(() => other)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(removing)
      assert.strictEqual((yield* inStore)?.accessToken, Redacted.value(other.accessToken))
      assert.deepStrictEqual(yield* routes, [removeRoute])
    }).pipe(Effect.provide(layerTest())))

  it.effect("the access token is refreshed for the next user, even if the previous user's tokens repeated the claims", () =>
    Effect.gen(function*() {
      const service = yield* Service
      for (const name of ["r1", "r2"]) {
        const tokens = yield* service.begin(name, false, { isRestricted: false })
        yield* (yield* TokenStore.TokenStore).modify(() => tokens)
        service.users.set(name, { id: `user of ${name}`, isAnonymous: false, ...unverified })
        const lagging = jwt({
          sub: `user of ${name}`,
          iat: start / 1000,
          exp: start / 1000 + 600,
          is_restricted: false,
          is_anonymous: false
        })
        service.script(refreshRoute, answer(200, { access_token: lagging, token_type: "Bearer", expires_in: 3599 }))
        assert.isNull(yield* CurrentUser.get())
      }
      assert.strictEqual(service.to(refreshRoute).length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an access token without a refresh token is kept, because expiry would end the session", () =>
    Effect.gen(function*() {
      const { accessToken } = yield* storedAs(unverified)
      yield* (yield* TokenStore.TokenStore).modify(() => ({ refreshToken: undefined, accessToken }))
      yield* verify
      yield* becomes({ isRestricted: false })
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, "user of r1")
      assert.strictEqual((yield* Session.state)._tag, "Active")
      assert.deepStrictEqual(yield* routes, [verifyRoute, readRoute])
    }).pipe(Effect.provide(layerTest())))
})
