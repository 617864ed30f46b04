import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, MagicLink, Password, TokenStore } from "latchkey"
import { callbackUrl, codeTo, email, failure, layerTest, otherProject, signUp } from "../support.ts"

/** A code emailed to a new address. */
const mailed = Effect.gen(function*() {
  yield* MagicLink.send({ email, callbackUrl })
  return yield* codeTo(email)
})

const check = (code: Redacted.Redacted<string>) => MagicLink.checkCode({ code })
const signIn = (code: Redacted.Redacted<string>) => MagicLink.signIn({ code })

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failure(effect), (error) => error._tag)

/** The code with other first characters, as guessed by an attacker who has the nonce. */
const guessed = (code: Redacted.Redacted<string>) => Redacted.make("!!!!!!" + Redacted.value(code).slice(6))

const times = (count: number) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.replicateEffect(effect, count)

describe("a verification code", () => {
  it.effect("is valid for 7 days", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* TestClock.adjust("604799999 millis")
      yield* check(code)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* tagOf(check(code)), "VerificationCodeExpired")
      assert.strictEqual(yield* tagOf(signIn(code)), "VerificationCodeExpired")
    }).pipe(Effect.provide(layerTest())))

  it.effect("allows 20 attempts, checks included, and no more", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* times(20)(check(code))
      assert.strictEqual(yield* tagOf(check(code)), "VerificationCodeMaxAttemptsReached")
      assert.strictEqual(yield* tagOf(signIn(code)), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a code can be used with the last attempt", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* times(19)(check(code))
      yield* signIn(code)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a code counts wrong guesses with its nonce", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* times(20)(failure(signIn(guessed(code))))
      assert.strictEqual(yield* tagOf(signIn(code)), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layerTest())))

  it.effect("counts unsuccessful attempts", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* times(20)(failure(Password.checkResetCode({ code })))
      assert.strictEqual(yield* tagOf(signIn(code)), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layerTest())))

  it.effect("counts neither attempts of other codes nor invalid codes", () =>
    Effect.gen(function*() {
      const other = yield* mailed
      const code = yield* mailed
      yield* times(20)(check(other))
      yield* times(20)(failure(check(Redacted.make(Redacted.value(code).slice(1)))))
      yield* signIn(code)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is reported as unknown, expired, used or tried too often, in this order", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* signIn(code)
      yield* times(20)(failure(check(code)))
      assert.strictEqual(yield* tagOf(check(guessed(code))), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(check(code)), "VerificationCodeAlreadyUsed")
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* tagOf(check(code)), "VerificationCodeExpired")
    }).pipe(Effect.provide(layerTest())))

  it.effect("has 45 characters", () =>
    Effect.forEach([0, 6, 44, 46], (length) =>
      Effect.gen(function*() {
        const code = Redacted.make("a".repeat(length))
        assert.strictEqual(yield* tagOf(check(code)), "RequestSchemaError")
        assert.strictEqual(yield* tagOf(signIn(code)), "RequestSchemaError")
        assert.strictEqual(yield* tagOf(Password.checkResetCode({ code })), "RequestSchemaError")
      })).pipe(Effect.provide(layerTest())))

  it.effect("is valid only for its purpose", () =>
    Effect.gen(function*() {
      yield* signUp()
      const verification = yield* codeTo(email)
      yield* Password.sendResetCode({ email, callbackUrl })
      const reset = yield* codeTo(email)
      assert.strictEqual(yield* tagOf(signIn(verification)), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(signIn(reset)), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(Password.checkResetCode({ code: verification })), "VerificationCodeNotFound")
      yield* Password.checkResetCode({ code: reset })
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid only for its project", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      const { id: projectId, publishableClientKey } = otherProject
      const elsewhere = Layer.fresh(Client.layer({ projectId, publishableClientKey })).pipe(
        Layer.provide(TokenStore.layerMemory)
      )
      assert.strictEqual(yield* tagOf(Effect.provide(signIn(code), elsewhere)), "VerificationCodeNotFound")
      yield* signIn(code)
    }).pipe(Effect.provide(layerTest({ projects: [otherProject] }))))

  it.effect("never appears in an error", () =>
    Effect.gen(function*() {
      const code = yield* mailed
      yield* signIn(code)
      const error = yield* failure(signIn(code))
      assert.notInclude(JSON.stringify(error) + String(error), Redacted.value(code))
    }).pipe(Effect.provide(layerTest())))
})
