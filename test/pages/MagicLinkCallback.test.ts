import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { HandlerPages, MagicLink } from "latchkey"
import {
  as,
  email,
  gone,
  layer,
  linkTo,
  openAt,
  openMailTo,
  origin,
  pageOf,
  requested,
  visit,
  watched,
  whoIsSignedIn
} from "./support.ts"

/** Requests an email on a page of the app. */
const send = (address = email, from = `${origin}/`) => Effect.andThen(visit(from), MagicLink.send({ email: address }))

const signInByMail = openMailTo(email).pipe(as("MagicLinkCallback"), Effect.flatMap(({ signIn }) => signIn))

describe("the magic link page", () => {
  it.effect("signs up a new user, and redirects to the page after sign-up", () =>
    Effect.gen(function*() {
      yield* send()
      const { _tag, isNewUser, userId } = yield* as("SignedIn")(signInByMail)
      assert.deepStrictEqual({ _tag, isNewUser }, { _tag: "SignedIn", isNewUser: true })
      assert.strictEqual(yield* whoIsSignedIn, userId)
      assert.deepStrictEqual(yield* gone, ["/welcome"])
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/dashboard", afterSignUp: "/welcome" } }))))

  it.effect("signs in a returning user, and redirects to the page after sign-in", () =>
    Effect.gen(function*() {
      yield* send()
      yield* signInByMail
      yield* send()
      const { isNewUser } = yield* as("SignedIn")(signInByMail)
      assert.isFalse(isNewUser)
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/dashboard", afterSignUp: "/welcome" } }))))

  it.effect("redirects to the return path of the page that requested the email", () =>
    Effect.gen(function*() {
      yield* send(email, `${pageOf("sign-in")}?after_auth_return_to=${encodeURIComponent("/teams?tab=2")}`)
      yield* signInByMail
      assert.deepStrictEqual(yield* gone, ["/teams?tab=2"])
    }).pipe(Effect.provide(layer())))

  it.effect("visits to the magic link page do not use up the code before the user confirms", () =>
    Effect.gen(function*() {
      yield* send()
      yield* Effect.all([openMailTo(email), openMailTo(email)], { concurrency: 2 })
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.strictEqual((yield* signInByMail)._tag, "SignedIn")
    }).pipe(Effect.provide(layer())))

  it.effect("a used magic link reports its use, and another email can be requested", () =>
    Effect.gen(function*() {
      yield* send()
      const page = yield* as("MagicLinkCallback")(openMailTo(email))
      yield* page.signIn
      assert.strictEqual((yield* Effect.flip(page.signIn))._tag, "VerificationCodeAlreadyUsed")
      const refused = yield* as("CodeRefused")(openMailTo(email))
      assert.strictEqual(refused.page, "magicLinkCallback")
      assert.strictEqual(refused.error._tag, "VerificationCodeAlreadyUsed")
      yield* refused.startOver
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
    }).pipe(Effect.provide(layer())))

  it.effect("a magic link expires after seven days", () =>
    Effect.gen(function*() {
      yield* send()
      yield* TestClock.adjust("7 days")
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeExpired")
    }).pipe(Effect.provide(layer())))

  it.effect("can be opened twenty times", () =>
    Effect.gen(function*() {
      yield* send()
      for (let i = 0; i < 20; i++) yield* as("MagicLinkCallback")(openMailTo(email))
      assert.strictEqual((yield* as("CodeRefused")(openMailTo(email))).error._tag, "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layer())))

  for (
    const [name, query] of [["unknown", `?code=${"0".repeat(45)}`], ["cut", "?code=abc"], ["no", ""], [
      "an empty",
      "?code="
    ]]
  ) {
    it.effect(`refuses ${name} code`, () =>
      Effect.gen(function*() {
        const { error } = yield* as("CodeRefused")(openAt(pageOf(`magic-link-callback${query}`)))
        assert.strictEqual(error._tag, "VerificationCodeNotFound")
      }).pipe(Effect.provide(layer())))
  }

  it.effect("sends no request without a code", () =>
    Effect.gen(function*() {
      yield* openAt(pageOf("magic-link-callback"))
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("a magic link that leaves the app is refused before its code is used up", () =>
    Effect.gen(function*() {
      yield* send()
      const link = yield* linkTo(email)
      const hostile = `${link}&after_auth_return_to=${encodeURIComponent("//evil.example")}`
      const error = yield* Effect.flip(openAt(hostile))
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
      assert.deepStrictEqual(yield* requested, ["POST /auth/otp/send-sign-in-code"])
      assert.strictEqual((yield* signInByMail)._tag, "SignedIn")
    }).pipe(watched, Effect.provide(layer())))

  it.effect("does not redirect in an app without redirects", () =>
    Effect.gen(function*() {
      yield* send()
      assert.strictEqual((yield* signInByMail)._tag, "SignedIn")
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("the magic link page can be mounted separately by an app", () =>
    Effect.gen(function*() {
      yield* send()
      const link = yield* linkTo(email)
      yield* visit(link.replace("/handler/magic-link-callback", "/by-mail"))
      assert.strictEqual((yield* HandlerPages.magicLinkCallback)._tag, "MagicLinkCallback")
    }).pipe(Effect.provide(layer())))
})
