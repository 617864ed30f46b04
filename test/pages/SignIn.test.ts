import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, CurrentUser, Passkey, Password, Session } from "latchkey"
import { Users } from "latchkey/server"
import { totp, totpSecretBase64 } from "../auth/mfaSupport.ts"
import { configure, mailTo, signUp } from "../emulator/support.ts"
import { makeHost } from "../support/passkeys.ts"
import {
  as,
  email,
  gone,
  layer,
  openAt,
  openMailTo,
  pageOf,
  password,
  requested,
  watched,
  whoIsSignedIn
} from "./support.ts"

const to = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`
const signInPage = (query = "") => as("SignIn")(openAt(pageOf(`sign-in${query}`)))
const signUpPage = (query = "") => as("SignUp")(openAt(pageOf(`sign-up${query}`)))
const urls = { afterSignIn: "/dashboard", afterSignUp: "/welcome" }

describe("the sign-in page", () => {
  it.effect("signs in with a password, and redirects to the page after sign-in", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Session.signOut
      const page = yield* signInPage()
      const signedIn = yield* as("SignedIn")(page.password!({ email, password }))
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse(signedIn.isNewUser)
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("redirects to the return path", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* (yield* signInPage(to("/teams?x=1#y"))).password!({ email, password })
      assert.deepStrictEqual(yield* gone, ["/teams?x=1#y"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("does not redirect after a wrong password, which can be corrected", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      const page = yield* signInPage()
      const error = yield* Effect.flip(page.password!({ email, password: Redacted.make("wrong") }))
      assert.strictEqual(error.message, "Wrong email or password.")
      assert.deepStrictEqual(yield* gone, [])
      yield* page.password!({ email, password })
    }).pipe(Effect.provide(layer())))

  it.effect("refuses a URL that leaves the app before a user signs in, and sends no request", () =>
    Effect.gen(function*() {
      for (const hostile of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]) {
        for (const path of ["sign-in", "sign-up"]) {
          const error = yield* Effect.flip(openAt(pageOf(path + to(hostile))))
          assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
        }
      }
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("redirects a signed-in user, who can sign out", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const page = yield* as("AlreadySignedIn")(openAt(pageOf(`sign-in${to("/teams")}`)))
      assert.strictEqual(page.user.id, userId)
      assert.deepStrictEqual(yield* gone, ["/teams"])
      yield* as("AlreadySignedIn")(openAt(pageOf("sign-up")))
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
      yield* page.signOut
      assert.strictEqual(yield* whoIsSignedIn, undefined)
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("reopening the sign-in page within 5 seconds reports the same user's sign-in", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Session.signOut
      yield* (yield* signInPage()).password!({ email, password })
      const open = openAt(pageOf("sign-in"))
      yield* TestClock.adjust(4999)
      assert.strictEqual((yield* as("SignedIn")(open)).userId, userId)
      yield* Session.signOut
      const other = yield* signUp("grace@example.com")
      assert.strictEqual((yield* as("AlreadySignedIn")(open)).user.id, other.userId)
      yield* Session.signOut
      yield* Password.signIn({ email, password })
      yield* as("SignedIn")(open)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* as("AlreadySignedIn")(open)).user.id, userId)
    }).pipe(Effect.provide(layer())))

  it.effect("treats an anonymous user as signed out", () =>
    Effect.gen(function*() {
      yield* Anonymous.signUp
      yield* signInPage()
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("offers only the project's enabled methods", () =>
    Effect.gen(function*() {
      const page = yield* signInPage()
      assert.deepStrictEqual([page.password, page.forgotPassword, page.signUp], [undefined, undefined, undefined])
      assert.deepStrictEqual([page.magicLink, page.codeSent, page.providers], [undefined, undefined, []])
      assert.isFalse(page.project.config.credentialEnabled)
    }).pipe(
      Effect.provide(layer({
        config: { credentialEnabled: false, signUpEnabled: false, magicLinkEnabled: false, oauthProviders: [] }
      }))
    ))

  it.effect("links to the other pages, with the return path", () =>
    Effect.gen(function*() {
      const page = yield* signInPage(to("/teams"))
      yield* page.signUp!
      assert.deepStrictEqual(yield* gone, [`/handler/sign-up${to("/teams")}`])
      const other = yield* signInPage()
      yield* other.signUp!
      yield* signInPage()
      yield* other.forgotPassword!
      assert.deepStrictEqual(yield* gone, ["/handler/forgot-password"])
    }).pipe(Effect.provide(layer())))

  it.effect("the link to the sign-up page has no return path to the sign-in page", () =>
    Effect.gen(function*() {
      yield* (yield* signInPage()).signUp!
      assert.deepStrictEqual(yield* gone, ["/handler/sign-up"])
    }).pipe(Effect.provide(layer())))
})

describe("the six characters of an email", () => {
  const typed = Effect.map(mailTo(email), ({ otp }) => otp!)

  it.effect("the six characters are entered on the page that sent the email, which continues", () =>
    Effect.gen(function*() {
      const page = yield* signInPage(to("/teams"))
      const sent = yield* as("CodeSent")(page.magicLink!(email))
      assert.strictEqual(sent.email, email)
      const { isNewUser } = yield* as("SignedIn")(sent.signIn(yield* typed))
      assert.isTrue(isNewUser)
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("can be entered after a reload, on the sign-in page and on the sign-up page", () =>
    Effect.gen(function*() {
      yield* (yield* signUpPage()).magicLink!(email)
      assert.strictEqual((yield* signUpPage()).codeSent?.email, email)
      const { codeSent } = yield* signInPage()
      const error = yield* Effect.flip(codeSent!.signIn(Redacted.make("000000")))
      assert.strictEqual(error._tag, "VerificationCodeNotFound")
      yield* (yield* signInPage()).codeSent!.signIn(yield* typed)
      assert.deepStrictEqual(yield* gone, ["/welcome"])
      yield* Session.signOut
      assert.strictEqual((yield* signInPage()).codeSent, undefined)
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("after a second email, only its six characters are accepted", () =>
    Effect.gen(function*() {
      const sent = yield* (yield* signInPage()).magicLink!(email)
      const old = yield* typed
      const again = yield* sent.sendAgain
      assert.strictEqual((yield* Effect.flip(again.signIn(old)))._tag, "VerificationCodeNotFound")
      yield* (yield* signInPage()).codeSent!.signIn(yield* typed)
    }).pipe(Effect.provide(layer())))

  it.effect("starting over no longer asks for the six characters, and the link stays valid", () =>
    Effect.gen(function*() {
      const sent = yield* (yield* signInPage()).magicLink!(email)
      yield* sent.startOver
      assert.strictEqual((yield* signInPage()).codeSent, undefined)
      yield* (yield* as("MagicLinkCallback")(openMailTo(email))).signIn
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-in with six characters continues with the second factor", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: true })
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      const sent = yield* (yield* signInPage(to("/teams"))).magicLink!(email)
      const page = yield* as("Mfa")(sent.signIn(yield* typed))
      assert.deepStrictEqual(yield* gone, ["/handler/mfa"])
      yield* page.complete(yield* totp())
      assert.deepStrictEqual(yield* gone, ["/handler/mfa", "/teams"])
    }).pipe(Effect.provide(layer({ urls }))))
})

describe("a passkey", () => {
  it.effect("signs in if the device and the project support it", () =>
    Effect.gen(function*() {
      const host = makeHost()
      const { userId } = yield* signUp()
      yield* Effect.provide(Passkey.register(), host.layer)
      yield* Session.signOut
      assert.strictEqual((yield* signInPage()).passkey, undefined)
      const signedIn = yield* Effect.flatMap(signInPage(), ({ passkey }) => as("SignedIn")(passkey!())).pipe(
        Effect.provide(host.layer)
      )
      assert.strictEqual(signedIn.userId, userId)
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
      yield* Session.signOut
      yield* configure({ passkeyEnabled: false })
      assert.strictEqual((yield* Effect.provide(signInPage(), host.layer)).passkey, undefined)
    }).pipe(Effect.provide(layer({ urls }))))
})

describe("the sign-up page", () => {
  it.effect("signs up with a password, emails the verification link, and redirects to the page after sign-up", () =>
    Effect.gen(function*() {
      const page = yield* signUpPage()
      const { isNewUser, userId } = yield* as("SignedIn")(page.password!({ email, password, confirmation: password }))
      assert.isTrue(isNewUser)
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, ["/welcome"])
      const verification = yield* as("EmailVerification")(openMailTo(email))
      assert.isFalse((yield* verification.verify).wasVerified)
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("reports a password problem before a request is sent", () =>
    Effect.gen(function*() {
      const page = yield* signUpPage()
      const before = (yield* requested).length
      const tags = yield* Effect.forEach(
        [["short", "short"], ["x".repeat(71), undefined], ["long enough", "long enouhg"]],
        ([text, confirmation]) =>
          Effect.map(
            Effect.flip(page.password!({
              email,
              password: Redacted.make(text!),
              confirmation: confirmation === undefined ? undefined : Redacted.make(confirmation)
            })),
            ({ _tag }) => _tag
          )
      )
      assert.deepStrictEqual(tags, ["PasswordTooShort", "PasswordTooLong", "PasswordConfirmationMismatch"])
      assert.strictEqual((yield* requested).length, before)
    }).pipe(watched, Effect.provide(layer())))

  it.effect("turns an anonymous user into a regular one", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      yield* (yield* signUpPage()).password!({ email, password })
      const user = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual([user.id, user.primaryEmail], [userId, email])
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("the sign-up page is closed if the project accepts no new users", () =>
    Effect.gen(function*() {
      const { project, signIn } = yield* as("SignUpClosed")(openAt(pageOf(`sign-up${to("/teams")}`)))
      assert.isFalse(project.config.signUpEnabled)
      yield* signIn
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
    }).pipe(Effect.provide(layer({ config: { signUpEnabled: false } }))))

  it.effect("reports an address in use", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      const error = yield* Effect.flip((yield* signUpPage()).password!({ email, password }))
      assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
    }).pipe(Effect.provide(layer())))
})
