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

describe("the page of a forgotten password", () => {
  it.effect("sends nothing by itself", () =>
    Effect.gen(function*() {
      yield* openAt(pageOf("forgot-password"))
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("mails nobody who has no account, and does not tell", () =>
    Effect.gen(function*() {
      yield* ask("nobody@example.com")
      const { inbox } = yield* Emulator.Emulator
      assert.deepStrictEqual(yield* inbox(), [])
    }).pipe(Effect.provide(layer())))

  it.effect("leads back to the sign-in page, with where the person wanted to go", () =>
    Effect.gen(function*() {
      const { signIn } = yield* as("ForgotPassword")(openAt(`${pageOf("forgot-password")}?after_auth_return_to=/notes`))
      yield* signIn
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in?after_auth_return_to=%2Fnotes"])
    }).pipe(Effect.provide(layer())))

  it.effect("mails no link that would lead away from the app in the end", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(openAt(`${pageOf("forgot-password")}?after_auth_return_to=https://evil.example`))
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
    }).pipe(Effect.provide(layer())))
})

describe("the page behind the link that resets a password", () => {
  it.effect("replaces the password, and goes to the sign-in page", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* ask()
      const { reset } = yield* open
      assert.deepStrictEqual(yield* reset({ password: newPassword, confirmation: newPassword }), {
        _tag: "PasswordChanged"
      })
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      assert.strictEqual((yield* Effect.flip(signIn()))._tag, "EmailPasswordMismatch")
      yield* signIn(email, newPassword)
    }).pipe(Effect.provide(layer())))

  it.effect("learns at once that its own session has ended with all others of the user", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      yield* (yield* open).reset({ password: newPassword })
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layer())))

  it.effect("leaves the session of another user alone", () =>
    Effect.gen(function*() {
      yield* signUp().pipe(on(yield* device()))
      const { userId } = yield* signUp("grace@example.com")
      yield* ask()
      yield* (yield* open).reset({ password: newPassword })
      assert.strictEqual(yield* whoIsSignedIn, userId)
    }).pipe(Effect.provide(layer())))

  it.effect("sends nothing for what cannot be a new password, and so uses no code up", () =>
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

  it.effect("takes the shortest and the longest password", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const password of ["12345678", "x".repeat(70)].map((text) => Redacted.make(text))) {
        yield* ask()
        yield* (yield* open).reset({ password })
        yield* signIn(email, password)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("is good for one reset", () =>
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

  it.effect("has expired after seven days, and may be opened twenty times", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ask()
      for (let i = 0; i < 20; i++) yield* open
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeMaxAttemptsReached")
      yield* ask()
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeExpired")
    }).pipe(Effect.provide(layer())))

  it.effect("does not know an unknown code", () =>
    Effect.gen(function*() {
      const { error } = yield* as("CodeRefused")(openAt(pageOf("password-reset?code=none")))
      assert.strictEqual(error._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(layer())))

  it.effect("opens for a user who is signed in, and changes nothing by it", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* ask()
      yield* open
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
      assert.strictEqual((yield* HandlerPages.passwordReset)._tag, "PasswordReset")
    }).pipe(Effect.provide(layer())))
})

describe("checkNew", () => {
  it.effect("returns what it was given, so that a form can go on with it", () =>
    Effect.gen(function*() {
      const form = { email, password: newPassword, confirmation: newPassword }
      assert.strictEqual(yield* Password.checkNew(form), form)
    }))
})
