import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { CurrentUser, HandlerPages, Mfa, Session } from "latchkey"
import { totp, totpSecretBase64, wrong } from "../auth/mfaSupport.ts"
import { signUp } from "../emulator/support.ts"
import { as, email, gone, layer, openAt, origin, pageOf, password, visit, whoIsSignedIn } from "./support.ts"

/** Signs in with a password, up to the second factor. */
const first = (query = "") =>
  Effect.gen(function*() {
    const { userId } = yield* signUp()
    yield* CurrentUser.update({ totpSecretBase64 })
    yield* Session.signOut
    const { password: signIn } = yield* as("SignIn")(openAt(pageOf(`sign-in${query}`)))
    const page = yield* as("Mfa")(signIn!({ email, password }))
    return { page, userId }
  })

const to = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`
const urls = { afterSignIn: "/dashboard", afterSignUp: "/welcome" }

describe("the two-factor page", () => {
  it.effect("is the redirect target of a sign-in that requires it, and completes it after a reload", () =>
    Effect.gen(function*() {
      const { userId } = yield* first()
      assert.deepStrictEqual(yield* gone, ["/handler/mfa"])
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      const page = yield* as("Mfa")(openAt(pageOf("mfa")))
      const signedIn = yield* as("SignedIn")(page.complete(yield* totp()))
      assert.deepStrictEqual([signedIn._tag, signedIn.userId, signedIn.isNewUser], ["SignedIn", userId, false])
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("continues in place if the app does not redirect", () =>
    Effect.gen(function*() {
      const { page, userId } = yield* first()
      yield* page.complete(yield* totp())
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("redirects to the return path, across both pages and a reload", () =>
    Effect.gen(function*() {
      yield* first(to("/teams"))
      const page = yield* as("Mfa")(openAt(pageOf("mfa")))
      yield* page.complete(yield* totp())
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("accepts another code after a wrong one", () =>
    Effect.gen(function*() {
      const { page } = yield* first()
      const error = yield* Effect.flip(page.complete(wrong))
      assert.strictEqual(error._tag, "InvalidTotpCode")
      assert.strictEqual(error.message, "The TOTP code is invalid. Please try again.")
      yield* page.complete(yield* totp())
    }).pipe(Effect.provide(layer())))

  it.effect("expires after five minutes, and the sign-in starts again with the return path", () =>
    Effect.gen(function*() {
      const { page } = yield* first(to("/teams"))
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* Effect.flip(page.complete(yield* totp())))._tag, "VerificationCodeExpired")
      const over = yield* as("MfaExpired")(openAt(pageOf("mfa")))
      yield* over.startOver
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      yield* visit(`${origin}/`)
      yield* page.startOver
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
    }).pipe(Effect.provide(layer())))

  it.effect("starting over removes the persisted first factor", () =>
    Effect.gen(function*() {
      yield* first()
      yield* (yield* as("Mfa")(openAt(pageOf("mfa")))).startOver
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
      assert.strictEqual(yield* Mfa.restore, undefined)
      yield* as("MfaExpired")(openAt(pageOf("mfa")))
    }).pipe(Effect.provide(layer())))

  it.effect("the two-factor page asks for no code once another user has signed in", () =>
    Effect.gen(function*() {
      yield* first()
      yield* signUp("grace@example.com")
      yield* Session.signOut
      const { password: signIn } = yield* as("SignIn")(openAt(pageOf("sign-in")))
      yield* as("SignedIn")(signIn!({ email: "grace@example.com", password }))
      assert.strictEqual(yield* Mfa.restore, undefined)
    }).pipe(Effect.provide(layer())))

  it.effect("the two-factor page has no step without a started sign-in", () =>
    Effect.gen(function*() {
      yield* visit(pageOf("mfa"))
      assert.strictEqual((yield* HandlerPages.mfa)._tag, "MfaExpired")
    }).pipe(Effect.provide(layer())))
})
