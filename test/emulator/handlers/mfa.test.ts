import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, MagicLink, Mfa, Session, Sessions } from "latchkey"
import { Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  device,
  email,
  failure,
  layerTest,
  on,
  send,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

// The secret, times and codes are those of RFC 6238, appendix B, truncated to six digits.
const totpSecretBase64 = Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=")
const vectors = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"]
] as const
const at59 = Redacted.make("287082")
const wrong = Redacted.make("000000")

/** A user with TOTP enabled; another device, for signing in; and the clock at second 59. */
const withFactor = Effect.gen(function*() {
  yield* TestClock.setTime(59_000)
  const { userId } = yield* signUp()
  yield* CurrentUser.update({ totpSecretBase64 })
  return { userId, phone: yield* device() }
})

const attempt = Effect.gen(function*() {
  const error = yield* failure(signIn())
  if (error._tag !== "MultiFactorAuthenticationRequired") throw new Error(`Not asked for but ${tagsOf(error)}`)
  return error.details.attemptCode
})

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failure(effect), tagsOf)

describe("completing a sign-in with a second factor", () => {
  it.effect("signs in a user with the right password", () =>
    Effect.gen(function*() {
      const { phone, userId } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      assert.strictEqual((yield* on(phone)(Session.state))._tag, "SignedOut")
      const signedIn = yield* on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse(signedIn.isNewUser)
      assert.strictEqual((yield* on(phone)(CurrentUser.get({ or: "throw" }))).id, userId)
      assert.strictEqual((yield* Sessions.list).length, 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("signs in a user with an email code", () =>
    Effect.gen(function*() {
      const { phone, userId } = yield* withFactor
      yield* Users.update(userId, { primaryEmailVerified: true })
      yield* MagicLink.send({ email, callbackUrl })
      const error = yield* failure(on(phone)(MagicLink.signIn({ code: yield* codeTo(email) })))
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      if (error._tag !== "MultiFactorAuthenticationRequired") return
      const { attemptCode } = error.details
      assert.strictEqual((yield* on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts the codes of RFC 6238", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      for (const [seconds, code] of vectors) {
        yield* TestClock.setTime(seconds * 1000)
        const attemptCode = yield* on(phone)(attempt)
        yield* on(phone)(Mfa.signIn({ attemptCode, totp: Redacted.make(code) }))
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts only the code of the current 30 seconds", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      yield* TestClock.setTime(1_111_111_109_999)
      const attemptCode = yield* on(phone)(attempt)
      const next = Redacted.make("050471")
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp: next }))), "InvalidTotpCode")
      yield* TestClock.setTime(1_111_111_110_000)
      const last = Redacted.make("081804")
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp: last }))), "InvalidTotpCode")
      yield* on(phone)(Mfa.signIn({ attemptCode, totp: next }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses any wrong code, and keeps the attempt code for another try", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      for (const totp of ["000000", "28708", "2870820", "287 082", " ", "éééééé", "２８７０８２"]) {
        const error = yield* failure(on(phone)(Mfa.signIn({ attemptCode, totp: Redacted.make(totp) })))
        assert.strictEqual(error._tag, "InvalidTotpCode", totp)
        assert.strictEqual(error.message, "The TOTP code is invalid. Please try again.")
      }
      yield* on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends no empty code", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      const empty = on(phone)(Mfa.signIn({ attemptCode, totp: Redacted.make("") }))
      assert.strictEqual((yield* failure(empty)).message, "The TOTP code is invalid. Please try again.")
      // If it had been sent, the attempts would be used up.
      yield* Effect.replicateEffect(failure(empty), 20)
      yield* on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts an attempt code once, in any case", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = Redacted.make(Redacted.value(yield* on(phone)(attempt)).toUpperCase())
      yield* on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))
      for (const totp of [at59, wrong]) {
        assert.strictEqual(
          yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp }))),
          "VerificationCodeAlreadyUsed"
        )
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts an attempt code for 5 minutes", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      yield* TestClock.adjust("299999 millis")
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp: wrong }))), "InvalidTotpCode")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp: wrong }))), "VerificationCodeExpired")
    }).pipe(Effect.provide(layerTest())))

  it.effect("allows 20 attempts, wrong codes included", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      yield* Effect.replicateEffect(failure(on(phone)(Mfa.signIn({ attemptCode, totp: wrong }))), 20)
      assert.strictEqual(
        yield* tagOf(on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))),
        "VerificationCodeMaxAttemptsReached"
      )
      yield* on(phone)(Mfa.signIn({ attemptCode: yield* on(phone)(attempt), totp: at59 }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses an unknown or invalid attempt code", () =>
    Effect.gen(function*() {
      yield* withFactor
      const unknown = Mfa.signIn({ attemptCode: Redacted.make("c".repeat(45)), totp: at59 })
      assert.strictEqual(yield* tagOf(unknown), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(Mfa.signIn({ attemptCode: wrong, totp: at59 })), "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("only TOTP is supported as second factor", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const code = Redacted.value(yield* on(phone)(attempt))
      const body = { type: "sms", totp: "287082", code }
      assert.strictEqual(codeOf(yield* send("POST", "/auth/mfa/sign-in", clientHeaders, body)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("completing responds 500 if the user was deleted or disabled the second factor in between", () =>
    Effect.gen(function*() {
      const { phone, userId } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      yield* CurrentUser.update({ totpSecretBase64: null })
      const request = on(phone)(Mfa.signIn({ attemptCode, totp: at59 }))
      assert.strictEqual(yield* tagOf(request), "ApiError/ServiceUnavailable")
      yield* Users.remove(userId)
      assert.strictEqual(yield* tagOf(request), "ApiError/ServiceUnavailable")
    }).pipe(Effect.provide(layerTest())))

  it.effect("shows neither code in an error", () =>
    Effect.gen(function*() {
      const { phone } = yield* withFactor
      const attemptCode = yield* on(phone)(attempt)
      const error = yield* failure(on(phone)(Mfa.signIn({ attemptCode, totp: Redacted.make("123456") })))
      const shown = JSON.stringify(error) + String(error)
      assert.notInclude(shown, Redacted.value(attemptCode))
      assert.notInclude(shown, "123456")
    }).pipe(Effect.provide(layerTest())))
})
