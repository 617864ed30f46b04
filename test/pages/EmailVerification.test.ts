import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { CurrentUser, Password, Session } from "latchkey"
import { as, email, gone, layer, openAt, openMailTo, origin, pageOf, password, visit } from "./support.ts"

/** Signs up on a page of the app, and returns the link in the email. */
const signUp = (from = `${origin}/`) => Effect.andThen(visit(from), Password.signUp({ email, password }))

const isVerified = Effect.map(CurrentUser.get({ or: "throw" }), ({ primaryEmailVerified }) => primaryEmailVerified)

describe("the email verification page", () => {
  it.effect("verifies on confirmation, and redirects home", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* as("EmailVerification")(openMailTo(email))
      assert.isFalse(yield* isVerified)
      const { proceed, wasVerified } = yield* page.verify
      assert.isFalse(wasVerified)
      assert.isTrue(yield* isVerified)
      yield* proceed
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("continues to the return path", () =>
    Effect.gen(function*() {
      yield* signUp(`${pageOf("sign-up")}?after_auth_return_to=%2Fteams`)
      const page = yield* as("EmailVerification")(openMailTo(email))
      yield* (yield* page.verify).proceed
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer())))

  it.effect("does not require a signed-in user", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* (yield* as("EmailVerification")(openMailTo(email))).verify
      yield* Password.signIn({ email, password })
      assert.isTrue(yield* isVerified)
    }).pipe(Effect.provide(layer())))

  it.effect("reports an email that was verified before", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* as("EmailVerification")(openMailTo(email))
      yield* page.verify
      assert.isTrue((yield* as("EmailVerified")(openMailTo(email))).wasVerified)
      assert.isTrue((yield* page.verify).wasVerified)
    }).pipe(Effect.provide(layer())))

  it.effect("refuses an expired code, and continues to sending another email", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("7 days")
      const { error, page, startOver } = yield* as("CodeRefused")(openMailTo(email))
      assert.deepStrictEqual([page, error._tag], ["emailVerification", "VerificationCodeExpired"])
      yield* startOver
      assert.deepStrictEqual(yield* gone, ["/handler/account-settings"])
    }).pipe(Effect.provide(layer())))

  it.effect("email verification: refuses a code tried too often, even if its check succeeded before", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* as("EmailVerification")(openMailTo(email))
      for (let i = 1; i < 20; i++) yield* as("EmailVerification")(openMailTo(email))
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeMaxAttemptsReached")
      assert.strictEqual((yield* Effect.flip(page.verify))._tag, "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layer())))

  it.effect("refuses an unknown code", () =>
    Effect.gen(function*() {
      const { error } = yield* as("CodeRefused")(openAt(pageOf(`email-verification?code=${"0".repeat(45)}`)))
      assert.strictEqual(error._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(layer())))
})
