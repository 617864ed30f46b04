import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Anonymous, CurrentUser, Session, TokenStore } from "latchkey"
import { answer, inStore, knownError, layerTest, listen, Service, settle, stored, storedExpired } from "./support.ts"

const userRoute = "GET /users/me"
const signUpRoute = "POST /auth/anonymous/sign-up"

/** Every option without its own error, and the one that has an error. */
const quiet = [undefined, "return-null", "anonymous-if-exists"] as const
const notSignedIn = "No user is signed in. This call requires one."

const getOrThrow = CurrentUser.get({ or: "throw" })

describe("CurrentUser.get, signed out", () => {
  for (const or of quiet) {
    it.effect(`CurrentUser.get, signed out, ${or ?? "without an option"}: returns null without a request`, () =>
      Effect.gen(function*() {
        assert.isNull(yield* CurrentUser.get({ or }))
        assert.strictEqual((yield* Service).requests.length, 0)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("throw: fails with UserNotSignedIn without a request", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(getOrThrow)
      assert.strictEqual(error._tag, "UserNotSignedIn")
      assert.strictEqual(error.message, notSignedIn)
      assert.strictEqual((yield* Service).requests.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymous: signs up an anonymous user and keeps the session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const user = yield* CurrentUser.get({ or: "anonymous" })
      assert.isTrue(user.isAnonymous)
      assert.strictEqual((yield* inStore)?.refreshToken, "anonymous-0")
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous" })).id, user.id)
      assert.strictEqual(service.to(signUpRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymous: returns a user who signed in concurrently, such as in another tab, and keeps that session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const ada = yield* service.begin("ada")
      service.delayMillis = 1000
      const fiber = yield* Effect.forkChild(CurrentUser.get({ or: "anonymous" }))
      yield* settle
      yield* (yield* TokenStore.TokenStore).modify(() => ada)
      yield* TestClock.adjust(2000)
      assert.strictEqual((yield* Fiber.join(fiber)).id, "user of ada")
      assert.strictEqual((yield* inStore)?.refreshToken, "ada")
      assert.strictEqual(service.to(signUpRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymous: fails with the service's error if the project does not allow anonymous users", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.script(signUpRoute, knownError(400, "ANONYMOUS_ACCOUNTS_NOT_ENABLED"))
      const error = yield* Effect.flip(CurrentUser.get({ or: "anonymous" }))
      assert.strictEqual(error._tag, "AnonymousAccountsNotEnabled")
      assert.isUndefined(yield* inStore)
    }).pipe(Effect.provide(layerTest())))
})

describe("CurrentUser.get, signed in as an anonymous user", () => {
  for (const or of [undefined, "return-null"] as const) {
    it.effect(`${or ?? "without an option"}: returns null`, () =>
      Effect.gen(function*() {
        yield* stored("r1", true)
        assert.isNull(yield* CurrentUser.get({ or }))
        assert.strictEqual((yield* inStore)?.refreshToken, "r1")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("throw: fails with UserNotSignedIn", () =>
    Effect.gen(function*() {
      yield* stored("r1", true)
      const error = yield* Effect.flip(getOrThrow)
      assert.strictEqual(error._tag, "UserNotSignedIn")
      assert.strictEqual(error.message, notSignedIn)
    }).pipe(Effect.provide(layerTest())))

  for (const or of ["anonymous", "anonymous-if-exists"] as const) {
    it.effect(`${or}: returns the anonymous user`, () =>
      Effect.gen(function*() {
        yield* stored("r1", true)
        const user = yield* CurrentUser.get({ or: or as "anonymous" })
        assert.strictEqual(user.id, "user of r1")
        assert.strictEqual((yield* Service).to(signUpRoute).length, 0)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("CurrentUser.get, signed in", () => {
  for (const or of [undefined, "return-null", "throw", "anonymous", "anonymous-if-exists"] as const) {
    it.effect(`${or ?? "without an option"}: returns the user after one request`, () =>
      Effect.gen(function*() {
        yield* stored("r1")
        // The overloads require a known option; the assertions do not depend on which one.
        const user = yield* CurrentUser.get({ or: or as "throw" })
        assert.strictEqual(user.id, "user of r1")
        assert.strictEqual((yield* Service).requests.length, 1)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("CurrentUser.get, user deleted while the access token is still valid", () => {
  const deleted = Effect.gen(function*() {
    yield* stored("r1")
    const service = yield* Service
    service.users.clear()
    return service
  })

  for (const or of quiet) {
    it.effect(`${or ?? "without an option"}: returns null`, () =>
      Effect.gen(function*() {
        const service = yield* deleted
        assert.isNull(yield* CurrentUser.get({ or }))
        assert.strictEqual(service.to(userRoute).length, 1)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("throw: fails with UserNotSignedIn", () =>
    Effect.gen(function*() {
      yield* deleted
      assert.strictEqual((yield* Effect.flip(getOrThrow))._tag, "UserNotSignedIn")
    }).pipe(Effect.provide(layerTest())))

  it.effect("anonymous: signs an anonymous user up", () =>
    Effect.gen(function*() {
      yield* deleted
      assert.isTrue((yield* CurrentUser.get({ or: "anonymous" })).isAnonymous)
    }).pipe(Effect.provide(layerTest())))
})

describe("CurrentUser.get, service failing", () => {
  for (const or of [...quiet, "throw", "anonymous"] as const) {
    it.effect(`${or ?? "without an option"}: fails with ApiError instead of reporting a deleted user`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        yield* stored("r1")
        service.script(userRoute, answer(503, ""))
        const error = yield* Effect.flip(CurrentUser.get({ or: or as "throw" }))
        assert.strictEqual(error._tag === "ApiError" && error.reason._tag, "ServiceUnavailable")
        assert.strictEqual((yield* inStore)?.refreshToken, "r1")
        assert.strictEqual(service.to(signUpRoute).length, 0)
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("Anonymous.signUp", () => {
  it.effect("concurrent calls send one request and create one user", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.delayMillis = 100
      const asked = [
        ...Array.from({ length: 25 }, () => Effect.map(CurrentUser.get({ or: "anonymous" }), ({ id }) => id)),
        ...Array.from({ length: 25 }, () => Effect.map(Anonymous.signUp, ({ userId }) => userId))
      ]
      const fiber = yield* Effect.forkChild(Effect.all(asked, { concurrency: "unbounded" }))
      yield* TestClock.adjust(200)
      assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set(["user of anonymous-0"]))
      assert.strictEqual(service.to(signUpRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("Anonymous.signUp: continues for other callers if one is interrupted", () =>
    Effect.gen(function*() {
      const service = yield* Service
      service.delayMillis = 100
      const [first, second] = [yield* Effect.forkChild(Anonymous.signUp), yield* Effect.forkChild(Anonymous.signUp)]
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(50)
      assert.strictEqual((yield* Fiber.join(second)).userId, "user of anonymous-0")
      assert.strictEqual(service.to(signUpRoute).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a later call signs up another user", () =>
    Effect.gen(function*() {
      const one = yield* Anonymous.signUp
      const two = yield* Anonymous.signUp
      assert.notStrictEqual(one.userId, two.userId)
      assert.strictEqual((yield* inStore)?.refreshToken, "anonymous-1")
    }).pipe(Effect.provide(layerTest())))
})

describe("CurrentUser.remove", () => {
  it.effect("deletes the user and ends the session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      const states = yield* listen
      yield* CurrentUser.remove
      yield* settle
      assert.strictEqual(service.to("DELETE /users/me").length, 1)
      assert.isFalse(service.users.has("r1"))
      assert.isUndefined(yield* inStore)
      assert.deepStrictEqual(states.map(({ _tag }) => _tag), ["Active", "Refreshing", "Active", "SignedOut"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the session if the service refuses", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.script("DELETE /users/me", answer(400, "Users may not delete themselves"))
      yield* Effect.flip(CurrentUser.remove)
      assert.strictEqual((yield* Session.state)._tag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not affect a concurrent sign-in", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(CurrentUser.remove)
      yield* TestClock.adjust(50)
      yield* stored("r2")
      yield* TestClock.adjust(50)
      yield* Fiber.join(fiber)
      assert.strictEqual((yield* inStore)?.refreshToken, "r2")
    }).pipe(Effect.provide(layerTest())))

  it.effect("deletes no other user who signs in while the access token is refreshed", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      const fiber = yield* Effect.forkChild(Effect.flip(CurrentUser.remove), { startImmediately: true })
      yield* TestClock.adjust(50)
      yield* stored("r2")
      yield* TestClock.adjust(500)
      assert.strictEqual((yield* Fiber.join(fiber))._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* inStore)?.refreshToken, "r2")
      assert.strictEqual(service.to("DELETE /users/me").length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails with UserNotSignedIn if no user is signed in", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(CurrentUser.remove))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))
})
