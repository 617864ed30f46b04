import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Password, Session, Sessions } from "latchkey"
import { Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeTo,
  configure,
  device,
  email,
  failure,
  inbox,
  jsonOf,
  layerTest,
  mailTo,
  on,
  password,
  send,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const newPassword = Redacted.make("a newer password")
const untrusted = "https://evil.example.org/"

const sendCode = (address = email, url = callbackUrl) => Password.sendResetCode({ email: address, callbackUrl: url })

/** The code of a password reset email. */
const forgot = Effect.gen(function*() {
  yield* sendCode()
  return yield* codeTo(email)
})

const resetMails = Effect.map(inbox, (mails) => mails.filter(({ type }) => type === "password_reset"))

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failure(effect), (error) => error._tag)

describe("sending a reset code", () => {
  it.effect("emails a link with the code", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* sendCode()
      const { code, link, otp, subject, to, type } = yield* mailTo(email)
      assert.strictEqual(type, "password_reset")
      assert.deepStrictEqual(to, [email])
      assert.strictEqual(subject, "Reset your password at Emulated project")
      assert.strictEqual(link, `${callbackUrl}?code=${Redacted.value(code!)}`)
      assert.isUndefined(otp)
    }).pipe(Effect.provide(layerTest())))

  it.effect("succeeds for every address, and emails the code to addresses that users sign in with", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Users.create({ primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true })
      yield* Users.create({ primaryEmail: "hidden@example.com", primaryEmailAuthEnabled: false, password })
      for (const address of [email, "grace@example.com", "hidden@example.com", "nobody@example.com"]) {
        yield* sendCode(address)
      }
      assert.deepStrictEqual((yield* resetMails).map(({ to }) => to), [[email], ["grace@example.com"]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a reset code can be sent to an address without a top-level domain", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: "ada@localhost", primaryEmailAuthEnabled: true })
      yield* sendCode("ada@localhost")
      assert.deepStrictEqual((yield* resetMails).map(({ to }) => to), [["ada@localhost"]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("responds with the same text for every address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const answers = yield* Effect.forEach([email, "nobody@example.com"], (address) =>
        send("POST", "/auth/password/send-reset-code", clientHeaders, { email: address, callback_url: callbackUrl }))
      const texts = answers.map((answer) =>
        jsonOf(answer).success
      )
      assert.isString(texts[0])
      assert.strictEqual(texts[0], texts[1])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a callback URL outside the trusted domains if there is an email to send", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.strictEqual(yield* tagOf(sendCode(email, untrusted)), "RedirectUrlNotWhitelisted")
      yield* sendCode("nobody@example.com", untrusted)
      assert.deepStrictEqual(yield* resetMails, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an invalid email address or URL", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* tagOf(sendCode("nope")), "RequestSchemaError")
      assert.strictEqual(yield* tagOf(sendCode(email, "nope")), "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a project with passwords", () =>
    Effect.gen(function*() {
      yield* configure({ credentialEnabled: false })
      assert.strictEqual(yield* tagOf(sendCode()), "PasswordAuthenticationNotEnabled")
    }).pipe(Effect.provide(layerTest())))
})

describe("resetting a password", () => {
  it.effect("a reset replaces the password, ends only that user's sessions, and signs no user in", () =>
    Effect.gen(function*() {
      yield* signUp()
      const grace = yield* device()
      yield* on(grace)(signUp("grace@example.com"))
      const phone = yield* device()
      yield* on(phone)(Password.reset({ code: yield* forgot, password: newPassword }))

      assert.strictEqual((yield* on(phone)(Session.state))._tag, "SignedOut")
      assert.deepStrictEqual(yield* Sessions.list, [])
      assert.strictEqual((yield* on(grace)(Sessions.list)).length, 1)
      assert.strictEqual(yield* tagOf(on(phone)(signIn())), "EmailPasswordMismatch")
      yield* on(phone)(signIn(email, newPassword))
    }).pipe(Effect.provide(layerTest())))

  it.effect("sets a first password for a user without one", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true })
      assert.strictEqual(yield* tagOf(signIn()), "EmailPasswordMismatch")
      yield* Password.reset({ code: yield* forgot, password: newPassword })
      assert.isTrue((yield* Users.get(id)).hasPassword)
      assert.strictEqual((yield* signIn(email, newPassword)).userId, id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("uses up the code", () =>
    Effect.gen(function*() {
      yield* signUp()
      const code = yield* forgot
      yield* Password.reset({ code, password: newPassword })
      assert.strictEqual(yield* tagOf(Password.reset({ code, password })), "VerificationCodeAlreadyUsed")
      assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "VerificationCodeAlreadyUsed")
      yield* signIn(email, newPassword)
    }).pipe(Effect.provide(layerTest())))

  it.effect("uses up the code with a password that is too short, and not with one that is too long", () =>
    Effect.gen(function*() {
      yield* signUp()
      const code = yield* forgot
      const to = (length: number) => Password.reset({ code, password: Redacted.make("x".repeat(length)) })
      assert.strictEqual(yield* tagOf(to(71)), "RequestSchemaError")
      const error = yield* failure(to(7))
      assert.strictEqual(error._tag, "PasswordTooShort")
      if (error._tag !== "PasswordTooShort") return
      assert.deepStrictEqual(error.details, { minLength: 8 })
      assert.strictEqual(yield* tagOf(to(8)), "VerificationCodeAlreadyUsed")
      yield* signIn()
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts passwords of 8 to 70 characters", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const length of [8, 70]) {
        const longest = Redacted.make("x".repeat(length))
        yield* Password.reset({ code: yield* forgot, password: longest })
        yield* signIn(email, longest)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts the code in upper case", () =>
    Effect.gen(function*() {
      yield* signUp()
      const code = Redacted.make(Redacted.value(yield* forgot).toUpperCase())
      yield* Password.checkResetCode({ code })
      yield* Password.reset({ code, password: newPassword })
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts each of several codes once", () =>
    Effect.gen(function*() {
      yield* signUp()
      const first = yield* forgot
      const second = yield* forgot
      yield* Password.reset({ code: second, password: newPassword })
      yield* Password.reset({ code: first, password })
      yield* signIn()
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires passwords to be enabled still, and uses up the code", () =>
    Effect.gen(function*() {
      yield* signUp()
      const code = yield* forgot
      yield* configure({ credentialEnabled: false })
      const reset = Password.reset({ code, password: newPassword })
      assert.strictEqual(yield* tagOf(reset), "PasswordAuthenticationNotEnabled")
      yield* configure({ credentialEnabled: true })
      assert.strictEqual(yield* tagOf(reset), "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("responds 500 if the user was deleted, and uses up the code", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const reset = Password.reset({ code: yield* forgot, password: newPassword })
      yield* Users.remove(userId)
      assert.strictEqual(tagsOf(yield* failure(reset)), "ApiError/ServiceUnavailable")
      assert.strictEqual(yield* tagOf(reset), "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))
})

describe("checking a reset code", () => {
  it.effect("checking a reset code does not use up the code", () =>
    Effect.gen(function*() {
      yield* signUp()
      const code = yield* forgot
      yield* Password.checkResetCode({ code })
      yield* Password.checkResetCode({ code })
      yield* signIn()
      yield* Password.reset({ code, password: newPassword })
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an unknown code", () =>
    Effect.gen(function*() {
      const code = Redacted.make("a".repeat(45))
      assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(Password.reset({ code, password })), "VerificationCodeNotFound")
    }).pipe(Effect.provide(layerTest())))
})
