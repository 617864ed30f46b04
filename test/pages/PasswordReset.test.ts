import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, HandlerPages, Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { device, on, signIn, signUp } from "../emulator/support.ts"
import { as, email, gone, layer, openAt, openMailTo, pageOf, requested, watched, whoIsSignedIn } from "./support.ts"

const newPassword = Redacted.make("battery staple")

const ask = (address = email) =>
  Effect.flatMap(as("ForgotPassword")(openAt(pageOf("forgot-password"))), ({ send }) => send(address))

const open = as("PasswordReset")(openMailTo(email))

describe("the forgot password page", () => {
  it.effect("opening the forgot password page sends no request", () =>
    Effect.gen(function*() {
      yield* openAt(pageOf("forgot-password"))
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("sends no email to an address without an account, and does not reveal it", () =>
    Effect.gen(function*() {
      yield* ask("nobody@example.com")
      const { inbox } = yield* Emulator.Emulator
      assert.deepStrictEqual(yield* inbox(), [])
    }).pipe(Effect.provide(layer())))

  it.effect("links back to the sign-in page, with the return path", () =>
    Effect.gen(function*() {
      const { signIn } = yield* as("ForgotPassword")(openAt(`${pageOf("forgot-password")}?after_auth_return_to=/notes`))
      yield* signIn
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in?after_auth_return_to=%2Fnotes"])
    }).pipe(Effect.provide(layer())))

  it.effect("forgot password: a return path outside the app fails with RedirectUrlNotTrusted", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(openAt(`${pageOf("forgot-password")}?after_auth_return_to=https://evil.example`))
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
    }).pipe(Effect.provide(layer())))
})

describe("the password reset page", () => {
  it.effect("replaces the password, and redirects to the sign-in page", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* ask()
      const { reset } = yield* open
      const changed = yield* reset({ password: newPassword, confirmation: newPassword })
      assert.strictEqual(changed._tag, "PasswordChanged")
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      yield* changed.signIn
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in", "/handler/sign-in"])
      assert.strictEqual((yield* Effect.flip(signIn()))._tag, "EmailPasswordMismatch")
      yield* signIn(email, newPassword)
    }).pipe(Effect.provide(layer())))

  it.effect("a password reset ends all sessions of the user, including the page's own", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      yield* (yield* open).reset({ password: newPassword })
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layer())))

  it.effect("keeps another user's session", () =>
    Effect.gen(function*() {
      yield* signUp().pipe(on(yield* device()))
      const { userId } = yield* signUp("grace@example.com")
      yield* ask()
      yield* (yield* open).reset({ password: newPassword })
      assert.strictEqual(yield* whoIsSignedIn, userId)
    }).pipe(Effect.provide(layer())))

  it.effect("an invalid new password is not sent, and uses up no code", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      const { reset } = yield* open
      const before = (yield* requested).length
      const short = yield* Effect.flip(reset({ password: Redacted.make("1234567") }))
      const long = yield* Effect.flip(reset({ password: Redacted.make("x".repeat(71)) }))
      const other = yield* Effect.flip(reset({ password: newPassword, confirmation: Redacted.make("battery stable") }))
      assert.deepStrictEqual([short._tag, short.message], [
        "PasswordTooShort",
        "Password too short. Minimum length is 8."
      ])
      assert.deepStrictEqual([long._tag, long.message], ["PasswordTooLong", "Password too long. Maximum length is 70."])
      assert.strictEqual(other._tag, "PasswordConfirmationMismatch")
      assert.strictEqual((yield* requested).length, before)
      yield* reset({ password: newPassword })
    }).pipe(watched, Effect.provide(layer())))

  it.effect("accepts the shortest and the longest password", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const password of ["12345678", "x".repeat(70)].map((text) => Redacted.make(text))) {
        yield* ask()
        yield* (yield* open).reset({ password })
        yield* signIn(email, password)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("a password reset code works once", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      const { reset } = yield* open
      yield* reset({ password: newPassword })
      assert.strictEqual((yield* Effect.flip(reset({ password: newPassword })))._tag, "VerificationCodeAlreadyUsed")
      const { error, page, startOver } = yield* as("CodeRefused")(openMailTo(email))
      assert.deepStrictEqual([page, error._tag], ["passwordReset", "VerificationCodeAlreadyUsed"])
      yield* startOver
      assert.deepStrictEqual(yield* gone, ["/handler/forgot-password"])
    }).pipe(Effect.provide(layer())))

  it.effect("expires after seven days, and can be opened twenty times", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      for (let i = 0; i < 20; i++) yield* open
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeMaxAttemptsReached")
      yield* ask()
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeExpired")
    }).pipe(Effect.provide(layer())))

  it.effect("refuses an unknown code", () =>
    Effect.gen(function*() {
      const { error } = yield* as("CodeRefused")(openAt(pageOf("password-reset?code=none")))
      assert.strictEqual(error._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(layer())))

  it.effect("the reset page opens for a signed-in user without a change", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* ask()
      yield* open
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      assert.strictEqual((yield* HandlerPages.passwordReset)._tag, "PasswordReset")
    }).pipe(Effect.provide(layer())))
})

describe("checkNew", () => {
  it.effect("checkNew: returns its input", () =>
    Effect.gen(function*() {
      const form = { email, password: newPassword, confirmation: newPassword }
      assert.strictEqual(yield* Password.checkNew(form), form)
    }))
})
