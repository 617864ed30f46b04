import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, MagicLink, Session, Sessions } from "latchkey"
import { EmailTemplates } from "latchkey/admin"
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
  layerAdmin,
  layerTest,
  mailTo,
  on,
  password,
  refusalOf,
  send as sendRequest,
  signUp,
  tagsOf
} from "../support.ts"

const totpSecretBase64 = Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=")

const mailServer = {
  host: "127.0.0.1",
  port: 25,
  username: "ada",
  password: Redacted.make("mail password"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
}

const send = (address = email, url = callbackUrl) => MagicLink.send({ email: address, callbackUrl: url })

const signIn = Effect.fnUntraced(function*(address = email) {
  yield* send(address)
  return yield* MagicLink.signIn({ code: yield* codeTo(address) })
})

const upperCase = (text: Redacted.Redacted<string>) => Redacted.make(Redacted.value(text).toUpperCase())

describe("sending a sign-in code", () => {
  it.effect("emails a link with the whole code, and shows its first six characters in upper case", () =>
    Effect.gen(function*() {
      yield* send(email, "http://localhost:3000/magic?from=home")
      const { code, link, otp, subject, text, to, type } = yield* mailTo(email)
      assert.strictEqual(type, "magic_link")
      assert.deepStrictEqual(to, [email])
      assert.match(Redacted.value(code!), /^[0-9a-hjkmnp-tv-z]{45}$/)
      assert.strictEqual(link, `http://localhost:3000/magic?from=home&code=${Redacted.value(code!)}`)
      assert.include(text, link!)
      assert.strictEqual(Redacted.value(otp!), Redacted.value(code!).slice(0, 6).toUpperCase())
      assert.strictEqual(subject, `Sign in to Emulated project: Your code is ${Redacted.value(otp!)}`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("shows the code in the text, but not to clients up to version 2.5.37", () =>
    Effect.gen(function*() {
      const codeLines = Effect.fnUntraced(function*(version: string | undefined) {
        const headers = version === undefined ? clientHeaders : { ...clientHeaders, "x-stack-client-version": version }
        yield* sendRequest("POST", "/auth/otp/send-sign-in-code", headers, { email, callback_url: callbackUrl })
        const { link, otp, subject, text } = yield* mailTo(email)
        assert.include(text, link!)
        assert.include(subject, Redacted.value(otp!))
        return text.split("\n").filter((line) => line === Redacted.value(otp!)).length
      })
      for (const version of ["2.5.37", "2.5.2", "2.4.99", "1.9.9"]) {
        assert.strictEqual(yield* codeLines(`js @stackframe/stack@${version}`), 0, version)
      }
      const newer = ["2.5.38", "2.6.0", "2.10.1", "3.0.0"].map((version) => `js @stackframe/stack@${version}`)
      const others = [
        "js @stackframe/react@2.5.37",
        "js @stackframe/stack@2.5",
        "@stackframe/stack@2.5.37",
        "nope",
        undefined
      ]
      for (const version of [...newer, ...others]) assert.strictEqual(yield* codeLines(version), 1, version)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a changed template renders the same for old clients", () =>
    Effect.gen(function*() {
      yield* configure({ emailConfig: { type: "standard", ...mailServer } })
      const content = {
        root: { type: "EmailLayout", data: { childrenIds: ["text"] } },
        text: { type: "Text", data: { props: { text: "Code: {{ otp }}" } } }
      }
      yield* EmailTemplates.update("magic_link", { subject: "Hi", content })
      const headers = { ...clientHeaders, "x-stack-client-version": "js @stackframe/stack@2.5.37" }
      yield* sendRequest("POST", "/auth/otp/send-sign-in-code", headers, { email, callback_url: callbackUrl })
      const { otp, text } = yield* mailTo(email)
      assert.strictEqual(text, `Code: ${Redacted.value(otp!)}\n`)
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))

  it.effect("returns the other 39 characters", () =>
    Effect.gen(function*() {
      const nonce = yield* send()
      assert.strictEqual(Redacted.value(nonce), Redacted.value(yield* codeTo(email)).slice(6))
      assert.notInclude(String(nonce), Redacted.value(nonce))
    }).pipe(Effect.provide(layerTest())))

  it.effect("enables sign-in codes for a user with a verified address as soon as the email is sent", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: true })
      assert.isFalse((yield* Users.get(userId)).otpAuthEnabled)
      yield* send()
      assert.isTrue((yield* Users.get(userId)).otpAuthEnabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("creates no user yet", () =>
    Effect.gen(function*() {
      yield* send()
      assert.strictEqual((yield* Users.list()).items.length, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses a callback URL outside the trusted domains, and sends no email", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(send(email, "https://evil.example.org/")))._tag, "RedirectUrlNotWhitelisted")
      assert.deepStrictEqual(yield* inbox, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an invalid email address or URL", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(send("nope")))._tag, "RequestSchemaError")
      const wrong = [".ada@example.com", "ada.@example.com", "a..b@example.com", "ada@localhost", "ada@example.c"]
      for (const address of [...wrong, `ada@${"a.".repeat(2_000_000)}com1@`]) {
        assert.strictEqual((yield* failure(send(address)))._tag, "RequestSchemaError", address.slice(0, 50))
      }
      assert.strictEqual((yield* failure(send(email, "/magic")))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("sending a code refuses only new addresses while sign-up is disabled", () =>
    Effect.gen(function*() {
      yield* signIn()
      yield* configure({ signUpEnabled: false })
      assert.strictEqual((yield* failure(send("grace@example.com")))._tag, "SignUpNotEnabled")
      assert.isFalse((yield* signIn()).isNewUser)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-in code for a user's unverified address is refused with an error that names the address", () =>
    Effect.gen(function*() {
      yield* signUp()
      const error = yield* failure(send())
      assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
      if (error._tag !== "UserWithEmailAlreadyExists") return
      assert.deepStrictEqual(error.details, { email })
      assert.deepStrictEqual((yield* inbox).map(({ type }) => type), ["email_verification"])
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("checks the address before the callback URL", () =>
    Effect.gen(function*() {
      yield* signUp()
      const untrusted = (address: string) => failure(send(address, "https://evil.example.org/"))
      assert.strictEqual((yield* untrusted(email))._tag, "UserWithEmailAlreadyExists")
      yield* configure({ signUpEnabled: false })
      assert.strictEqual((yield* untrusted("grace@example.com"))._tag, "SignUpNotEnabled")
    }).pipe(Effect.provide(layerTest())))

  it.effect("sending a code is refused with a text if magic links are disabled, before other checks", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ magicLinkEnabled: false, signUpEnabled: false })
      for (const address of [email, "grace@example.com"]) {
        const error = yield* failure(send(address, "https://evil.example.org/"))
        assert.strictEqual(tagsOf(error), "ApiError/RequestRefused")
        assert.strictEqual(refusalOf(error).status, 403)
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("signing in with a code", () => {
  it.effect("signs up a new address, verified and used for signing in, without a password", () =>
    Effect.gen(function*() {
      const { isNewUser, userId } = yield* signIn()
      assert.isTrue(isNewUser)
      const user = yield* Users.get(userId)
      const { authWithEmail, hasPassword, otpAuthEnabled, primaryEmailAuthEnabled, primaryEmailVerified } = user
      assert.strictEqual(user.primaryEmail, email)
      assert.deepStrictEqual(
        { authWithEmail, hasPassword, otpAuthEnabled, primaryEmailAuthEnabled, primaryEmailVerified },
        {
          authWithEmail: true,
          hasPassword: false,
          otpAuthEnabled: true,
          primaryEmailAuthEnabled: true,
          primaryEmailVerified: true
        }
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("creates a session of the same user each time", () =>
    Effect.gen(function*() {
      const first = yield* signIn()
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, first.userId)
      const second = yield* signIn()
      assert.strictEqual(second.userId, first.userId)
      assert.isFalse(second.isNewUser)
      assert.strictEqual((yield* Sessions.list).length, 2)
      assert.strictEqual((yield* Session.state)._tag, "Active")
    }).pipe(Effect.provide(layerTest())))

  it.effect("enables codes for a verified user who had only a password", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: true })
      assert.isFalse((yield* Users.get(userId)).otpAuthEnabled)
      const signedIn = yield* signIn()
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse(signedIn.isNewUser)
      assert.isTrue((yield* Users.get(userId)).otpAuthEnabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("signs up an address that another user has, but does not sign in with", () =>
    Effect.gen(function*() {
      const other = yield* Users.create({ primaryEmail: email, primaryEmailVerified: true })
      const { isNewUser, userId } = yield* signIn()
      assert.isTrue(isNewUser)
      assert.notStrictEqual(userId, other.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts the six characters with the nonce in any case, with or without spaces", () =>
    Effect.gen(function*() {
      for (
        const typed of [
          (otp: string) => otp,
          (otp: string) => otp.toLowerCase(),
          (otp: string) => ` ${otp.slice(0, 3)} ${otp.slice(3)}\n`
        ]
      ) {
        const nonce = yield* send()
        const otp = Redacted.make(typed(Redacted.value((yield* mailTo(email)).otp!)))
        yield* MagicLink.signIn({ code: MagicLink.joinCode({ otp, nonce }) })
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts the whole code in upper case", () =>
    Effect.gen(function*() {
      yield* send()
      yield* MagicLink.signIn({ code: upperCase(yield* codeTo(email)) })
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses six other characters with the right nonce, and accepts the right ones afterwards", () =>
    Effect.gen(function*() {
      const nonce = yield* send()
      const wrong = MagicLink.joinCode({ otp: Redacted.make("ZZZZZZ"), nonce })
      assert.strictEqual((yield* failure(MagicLink.signIn({ code: wrong })))._tag, "VerificationCodeNotFound")
      yield* MagicLink.signIn({ code: yield* codeTo(email) })
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses the six characters of one email with the nonce of another", () =>
    Effect.gen(function*() {
      const nonce = yield* send()
      yield* send()
      const { otp } = yield* mailTo(email)
      const error = yield* failure(MagicLink.signIn({ code: MagicLink.joinCode({ otp: otp!, nonce }) }))
      assert.strictEqual(error._tag, "VerificationCodeNotFound")
    }).pipe(Effect.provide(layerTest())))

  it.effect("uses up the code", () =>
    Effect.gen(function*() {
      yield* signIn()
      const error = yield* failure(MagicLink.signIn({ code: yield* codeTo(email) }))
      assert.strictEqual(error._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires the second factor of a user who has one, and uses up the code", () =>
    Effect.gen(function*() {
      const { userId } = yield* signIn()
      yield* CurrentUser.update({ totpSecretBase64 })
      const phone = yield* device()
      const error = yield* failure(on(phone)(signIn()))
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      assert.strictEqual((yield* on(phone)(Session.state))._tag, "SignedOut")
      const code = yield* codeTo(email)
      assert.strictEqual((yield* failure(MagicLink.signIn({ code })))._tag, "VerificationCodeAlreadyUsed")
      yield* Users.update(userId, { totpSecretBase64: null })
      yield* on(phone)(signIn())
    }).pipe(Effect.provide(layerTest())))

  it.effect("checks the project and the address again, and uses up the code", () =>
    Effect.gen(function*() {
      yield* send()
      const free = yield* codeTo(email)
      yield* configure({ signUpEnabled: false })
      assert.strictEqual((yield* failure(MagicLink.signIn({ code: free })))._tag, "SignUpNotEnabled")
      yield* configure({ signUpEnabled: true })
      assert.strictEqual((yield* failure(MagicLink.signIn({ code: free })))._tag, "VerificationCodeAlreadyUsed")

      yield* send()
      const taken = yield* codeTo(email)
      const { userId } = yield* signUp()
      assert.strictEqual((yield* failure(MagicLink.signIn({ code: taken })))._tag, "UserWithEmailAlreadyExists")

      yield* Users.update(userId, { primaryEmailVerified: true })
      yield* send("grace@example.com")
      const off = yield* codeTo("grace@example.com")
      yield* configure({ magicLinkEnabled: false })
      assert.strictEqual(refusalOf(yield* failure(MagicLink.signIn({ code: off }))).status, 403)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-in code signs an existing user in even if magic links were disabled after the email", () =>
    Effect.gen(function*() {
      const { userId } = yield* signIn()
      yield* send()
      yield* configure({ magicLinkEnabled: false })
      assert.strictEqual((yield* MagicLink.signIn({ code: yield* codeTo(email) })).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the current session if the code is refused", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp(email, password)
      yield* failure(MagicLink.signIn({ code: Redacted.make("b".repeat(45)) }))
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layerTest())))
})

describe("checking a sign-in code", () => {
  it.effect("checking a sign-in code does not use up the code, and signs no user in", () =>
    Effect.gen(function*() {
      yield* send()
      const code = yield* codeTo(email)
      yield* MagicLink.checkCode({ code })
      yield* MagicLink.checkCode({ code: upperCase(code) })
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      yield* MagicLink.signIn({ code })
      assert.strictEqual((yield* failure(MagicLink.checkCode({ code })))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))
})
