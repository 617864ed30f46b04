import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Password, Session, Sessions } from "latchkey"
import { Users } from "latchkey/server"
import {
  callbackUrl,
  configure,
  device,
  email,
  failure,
  inbox,
  layerTest,
  mailTo,
  on,
  password,
  refusalOf,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const ofLength = (length: number) => Redacted.make("x".repeat(length))
const newPassword = Redacted.make("a newer password")

describe("signing up", () => {
  it.effect("signs the new user in, with the address unverified and used for signing in", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(user.id, userId)
      const { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified } = yield* Users.get(userId)
      assert.deepStrictEqual(
        { primaryEmail, primaryEmailAuthEnabled, primaryEmailVerified },
        { primaryEmail: email, primaryEmailAuthEnabled: true, primaryEmailVerified: false }
      )
      assert.isTrue(user.hasPassword)
      assert.isTrue(user.authWithEmail)
      assert.isFalse(user.isAnonymous)
    }).pipe(Effect.provide(layerTest())))

  it.effect("emails a link that verifies the address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { code, link, subject, to, type } = yield* mailTo(email)
      assert.strictEqual(type, "email_verification")
      assert.deepStrictEqual(to, [email])
      assert.strictEqual(subject, "Verify your email at Emulated project")
      assert.strictEqual(link, `${callbackUrl}?code=${Redacted.value(code!)}`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-up with another user's sign-in address is refused by an error that names it, and sends no email", () =>
    Effect.gen(function*() {
      yield* signUp()
      const error = yield* failure(signUp())
      assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
      if (error._tag !== "UserWithEmailAlreadyExists") return
      assert.deepStrictEqual(error.details, { email })
      assert.strictEqual(error.status, 409)
      assert.strictEqual((yield* inbox).length, 1)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("accepts an address that another user has, but does not sign in with", () =>
    Effect.gen(function*() {
      const other = yield* Users.create({ primaryEmail: email })
      assert.notStrictEqual((yield* signUp()).userId, other.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("treats two addresses that differ only by case as two users'", () =>
    Effect.gen(function*() {
      const lower = yield* signUp("ada@example.com")
      const upper = yield* signUp("Ada@example.com", newPassword)
      assert.notStrictEqual(lower.userId, upper.userId)
      assert.strictEqual((yield* signIn("ada@example.com")).userId, lower.userId)
      assert.strictEqual((yield* signIn("Ada@example.com", newPassword)).userId, upper.userId)
      assert.strictEqual((yield* failure(signIn("Ada@example.com")))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("accepts passwords of 8 to 70 characters", () =>
    Effect.gen(function*() {
      const tooShort = yield* failure(signUp("a@example.com", ofLength(7)))
      assert.strictEqual(tooShort._tag, "PasswordTooShort")
      if (tooShort._tag !== "PasswordTooShort") return
      assert.deepStrictEqual(tooShort.details, { minLength: 8 })
      yield* signUp("b@example.com", ofLength(8))
      yield* signUp("c@example.com", ofLength(70))
      assert.strictEqual((yield* failure(signUp("d@example.com", ofLength(71))))._tag, "RequestSchemaError")
      const { items } = yield* Users.list()
      assert.deepStrictEqual(items.map((user) => user.primaryEmail), ["b@example.com", "c@example.com"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an invalid email address", () =>
    Effect.forEach(
      ["", "ada", "ada@", "@example.com", "ada@example", "a da@example.com", "ada@exam ple.com"],
      (address) =>
        Effect.map(failure(signUp(address)), (error) => assert.strictEqual(error._tag, "RequestSchemaError", address))
    ).pipe(Effect.provide(layerTest())))

  it.effect("requires sign-up to be enabled, except for a server", () =>
    Effect.gen(function*() {
      yield* configure({ signUpEnabled: false })
      assert.strictEqual((yield* failure(signUp()))._tag, "SignUpNotEnabled")
      yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
      yield* signIn()
    }).pipe(Effect.provide(layerTest())))

  const withCallback = (verificationCallbackUrl: string) =>
    Password.signUp({ email, password, verificationCallbackUrl })

  it.effect("refuses a callback URL outside the trusted domains, and creates no user", () =>
    Effect.gen(function*() {
      yield* configure({ allowLocalhost: false, domains: ["https://app.example.com/handler"] })
      const untrusted = [
        callbackUrl,
        "https://example.com/handler",
        "https://evil.example.com/handler",
        "https://app.example.com.evil.test/handler",
        "http://app.example.com/handler",
        "https://app.example.com/elsewhere",
        "https://app.example.com@evil.test/handler"
      ]
      for (const url of untrusted) {
        assert.strictEqual((yield* failure(withCallback(url)))._tag, "RedirectUrlNotWhitelisted", url)
      }
      assert.strictEqual((yield* failure(withCallback("/handler")))._tag, "RequestSchemaError")
      assert.strictEqual((yield* Users.list()).items.length, 0)
      yield* withCallback("https://app.example.com/handler/email-verification?a=b")
    }).pipe(Effect.provide(layerTest())))

  it.effect("checks in the service's order: passwords disabled, URL, sign-up disabled, password, address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const refused = (changes: { readonly url?: string; readonly short?: boolean } = {}) =>
        Effect.map(
          failure(Password.signUp({
            email,
            password: changes.short === true ? Redacted.make("short") : password,
            verificationCallbackUrl: changes.url ?? callbackUrl
          })),
          ({ _tag }) => _tag
        )
      yield* configure({ credentialEnabled: false, signUpEnabled: false })
      const url = "https://evil.example.org/"
      assert.strictEqual(yield* refused({ url, short: true }), "PasswordAuthenticationNotEnabled")
      yield* configure({ credentialEnabled: true })
      assert.strictEqual(yield* refused({ url, short: true }), "RedirectUrlNotWhitelisted")
      assert.strictEqual(yield* refused({ short: true }), "SignUpNotEnabled")
      yield* configure({ signUpEnabled: true })
      assert.strictEqual(yield* refused({ short: true }), "PasswordTooShort")
      assert.strictEqual(yield* refused(), "UserWithEmailAlreadyExists")
    }).pipe(Effect.provide(layerTest())))

  it.effect("signing up trusts localhost if the project allows it", () =>
    Effect.gen(function*() {
      for (const url of ["https://localhost.evil.test/", "http://127.0.0.1.evil.test/", "http://notlocalhost/"]) {
        assert.strictEqual((yield* failure(withCallback(url)))._tag, "RedirectUrlNotWhitelisted", url)
      }
      yield* withCallback("http://localhost:3000/verify")
      yield* configure({ allowLocalhost: false })
      const other = Password.signUp({ email: "b@example.com", password, verificationCallbackUrl: callbackUrl })
      assert.strictEqual((yield* failure(other))._tag, "RedirectUrlNotWhitelisted")
    }).pipe(Effect.provide(layerTest())))
})

describe("signing in", () => {
  it.effect("fails the same for a wrong password, an unknown address and a user without a password", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Users.create({ primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true })
      const errors = [
        yield* failure(signIn(email, newPassword)),
        yield* failure(signIn("nobody@example.com")),
        yield* failure(signIn("grace@example.com"))
      ]
      assert.deepStrictEqual(errors.map((error) => error._tag), Array.from(errors, () => "EmailPasswordMismatch"))
      assert.strictEqual(new Set(errors.map((error) => error.message)).size, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-in with an address that is not used for signing in is refused", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: false, password })
      assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest())))

  it.effect("creates a separate session each time", () =>
    Effect.gen(function*() {
      const first = yield* signUp()
      const second = yield* signIn()
      assert.strictEqual(second.userId, first.userId)
      assert.notStrictEqual(Redacted.value(second.tokens.refreshToken), Redacted.value(first.tokens.refreshToken))
      assert.strictEqual((yield* Sessions.list).length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires the second factor of a user with TOTP only after the right password", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64: Redacted.make("AAAAAAAAAAAAAAAAAAAAAAAAAAA=") })
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).requiresTotpMfa)
      assert.strictEqual((yield* failure(signIn(email, newPassword)))._tag, "EmailPasswordMismatch")
      const error = yield* failure(signIn())
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      if (error._tag !== "MultiFactorAuthenticationRequired") return
      assert.match(Redacted.value(error.details.attemptCode), /^[0-9a-hjkmnp-tv-z]{45}$/)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts a password whose bcrypt hash a server provided", () =>
    Effect.gen(function*() {
      // A hash of "correct horse" with 4 rounds.
      const passwordHash = Redacted.make("$2b$04$8sdNCx./nekyu549dvS/SubDhNwtIID92PlaaAUtP5zKHEdL8WNzG")
      const user = yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, passwordHash })
      assert.isTrue(user.hasPassword)
      assert.strictEqual((yield* signIn()).userId, user.id)
      assert.strictEqual((yield* failure(signIn(email, newPassword)))._tag, "EmailPasswordMismatch")
      assert.strictEqual((yield* failure(signIn(email, passwordHash)))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a hash that is not bcrypt, or has more than 16 rounds", () =>
    Effect.forEach(
      ["plain", "$2b$17$" + "a".repeat(53), "$2b$03$" + "a".repeat(53), "$2x$10$" + "a".repeat(53)],
      (hash) =>
        Effect.map(failure(Users.create({ passwordHash: Redacted.make(hash) })), (error) =>
          assert.strictEqual(refusalOf(error).status, 400, hash))
    ).pipe(Effect.provide(layerTest())))
})

describe("a project without passwords", () => {
  it.effect("a project without passwords refuses every password operation", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ credentialEnabled: false })
      const errors = [
        yield* failure(signIn()),
        yield* failure(signUp("b@example.com")),
        yield* failure(Password.update({ oldPassword: password, newPassword })),
        yield* failure(Password.set({ password: newPassword }))
      ]
      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array.from(errors, () => "PasswordAuthenticationNotEnabled")
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("a project without passwords refuses passwords set by a server", () =>
    Effect.gen(function*() {
      yield* configure({ credentialEnabled: false })
      assert.strictEqual(refusalOf(yield* failure(Users.create({ password }))).status, 400)
      const { id } = yield* Users.create()
      assert.strictEqual(refusalOf(yield* failure(Users.update(id, { password }))).status, 400)
    }).pipe(Effect.provide(layerTest())))
})

describe("changing the password", () => {
  it.effect("ends every other session of the user, and no other user's", () =>
    Effect.gen(function*() {
      yield* signUp()
      const phone = yield* device()
      yield* on(phone)(signIn())
      const grace = yield* device()
      yield* on(grace)(signUp("grace@example.com"))

      yield* Password.update({ oldPassword: password, newPassword })

      assert.deepStrictEqual((yield* Sessions.list).map((session) => session.isCurrentSession), [true])
      assert.strictEqual((yield* on(grace)(Sessions.list)).length, 1)
      assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
      yield* on(phone)(signIn(email, newPassword))
    }).pipe(Effect.provide(layerTest())))

  it.effect("a password change requires the old password", () =>
    Effect.gen(function*() {
      yield* signUp()
      const error = yield* failure(Password.update({ oldPassword: newPassword, newPassword }))
      assert.strictEqual(error._tag, "PasswordConfirmationMismatch")
      yield* signIn()
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts new passwords of 8 to 70 characters", () =>
    Effect.gen(function*() {
      yield* signUp()
      const to = (length: number) => Password.update({ oldPassword: password, newPassword: ofLength(length) })
      assert.strictEqual((yield* failure(to(7)))._tag, "PasswordTooShort")
      assert.strictEqual((yield* failure(to(71)))._tag, "RequestSchemaError")
      yield* to(70)
      yield* signIn(email, ofLength(70))
      yield* Password.update({ oldPassword: ofLength(70), newPassword: ofLength(8) })
      yield* signIn(email, ofLength(8))
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user", () =>
    Effect.gen(function*() {
      const error = yield* failure(Password.update({ oldPassword: password, newPassword }))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* failure(Password.set({ password: newPassword })))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a password change by a server ends all sessions", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const phone = yield* device()
      yield* on(phone)(signIn())

      yield* Users.update(userId, { password: newPassword })

      assert.deepStrictEqual(yield* Sessions.list, [])
      assert.strictEqual((yield* Session.state)._tag, "Active")
      yield* signIn(email, newPassword)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a server that sets the password to null ends all sessions and disables password sign-in", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      assert.isFalse((yield* Users.update(userId, { password: null })).hasPassword)
      assert.deepStrictEqual(yield* Sessions.list, [])
      assert.strictEqual((yield* failure(signIn()))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest())))
})

describe("setting a first password", () => {
  const withoutPassword = Effect.gen(function*() {
    yield* configure({ anonymousEnabled: true })
    return yield* CurrentUser.get({ or: "anonymous" })
  })

  it.effect("succeeds for a user without one", () =>
    Effect.gen(function*() {
      const { id } = yield* withoutPassword
      assert.strictEqual(
        (yield* failure(Password.update({ oldPassword: password, newPassword })))._tag,
        "UserDoesNotHavePassword"
      )
      assert.strictEqual((yield* failure(Password.set({ password: ofLength(7) })))._tag, "PasswordTooShort")
      assert.strictEqual((yield* failure(Password.set({ password: ofLength(71) })))._tag, "RequestSchemaError")
      yield* Password.set({ password })
      assert.isTrue((yield* Users.get(id)).hasPassword)
      yield* Password.update({ oldPassword: password, newPassword })
    }).pipe(Effect.provide(layerTest())))

  it.effect("setting a first password is refused with a text if the user has a password", () =>
    Effect.gen(function*() {
      yield* signUp()
      const error = yield* failure(Password.set({ password: newPassword }))
      assert.strictEqual(tagsOf(error), "ApiError/RequestRefused")
      assert.strictEqual(refusalOf(error).status, 400)
    }).pipe(Effect.provide(layerTest())))
})
