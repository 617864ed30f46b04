import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Client, CurrentUser, EmailCode, Mfa, Session, TabStorage, Transport } from "latchkey"
import { Users } from "latchkey/server"
import { callbackUrl, device, email, layerTest, mailTo, on, otherProject, signUp, tagsOf } from "../emulator/support.ts"
import { knownError } from "../session/support.ts"
import { codePoint } from "../support/codePoint.ts"
import { everything, layer as layerExposure } from "../support/exposure.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { totp, totpSecretBase64 } from "./mfaSupport.ts"

const send = (address = email) => EmailCode.send({ email: address, callbackUrl })

/** The code in the newest email. */
const shown = (address = email) => Effect.map(mailTo(address), ({ otp }) => otp!)

const wrong = Redacted.make("000000")

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), tagsOf)

const layer = layerTest()

describe("EmailCode", () => {
  it.effect("signs in with the six characters of the email in any case, and signs up new users", () =>
    Effect.gen(function*() {
      const first = yield* (yield* send()).signIn(yield* shown())
      assert.isTrue(first.isNewUser)
      yield* Session.signOut
      const sent = yield* send()
      const typed = Redacted.make(` ${Redacted.value(yield* shown()).toLowerCase().replace(/^.../, "$& ")} `)
      const second = yield* sent.signIn(typed)
      assert.deepStrictEqual([second.isNewUser, second.userId], [false, first.userId])
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, first.userId)
    }).pipe(Effect.provide(layer)))

  it.effect("signIn: malformed characters are not sent, and use up no attempt", () =>
    Effect.gen(function*() {
      const sent = yield* send()
      for (const typed of ["", "12345", "1234567", "      "]) {
        for (let i = 0; i < 6; i++) {
          assert.strictEqual(yield* tagOf(sent.signIn(Redacted.make(typed))), "VerificationCodeNotFound")
        }
      }
      yield* sent.signIn(yield* shown())
    }).pipe(Effect.provide(layer)))

  it.effect("allows nineteen wrong attempts", () =>
    Effect.gen(function*() {
      const sent = yield* send()
      for (let i = 0; i < 20; i++) assert.strictEqual(yield* tagOf(sent.signIn(wrong)), "VerificationCodeNotFound")
      assert.strictEqual(
        yield* tagOf(Effect.flatMap(shown(), (typed) => sent.signIn(typed))),
        "VerificationCodeMaxAttemptsReached"
      )
    }).pipe(Effect.provide(layer)))

  it.effect("refuses the characters of another email", () =>
    Effect.gen(function*() {
      const sent = yield* send()
      yield* send()
      assert.strictEqual(
        yield* tagOf(Effect.flatMap(shown(), (typed) => sent.signIn(typed))),
        "VerificationCodeNotFound"
      )
    }).pipe(Effect.provide(layer)))

  it.effect("a persisted email code survives a reload until its code is used", () =>
    Effect.gen(function*() {
      yield* Effect.tap(send(), EmailCode.keep)
      const phone = yield* device()
      const sent = (yield* on(phone)(EmailCode.restore))!
      assert.strictEqual(sent.email, email)
      yield* on(phone)(sent.signIn(wrong)).pipe(Effect.ignore)
      assert.isDefined(yield* EmailCode.restore)
      yield* on(phone)(sent.signIn(yield* shown()))
      assert.isUndefined(yield* EmailCode.restore)
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layer)))

  it.effect("a persisted email code is removed once a second factor is requested, after a final refusal, and on request", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: true })
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      const first = yield* Effect.tap(send(), EmailCode.keep)
      const continuation = yield* Mfa.orContinue(first.signIn(yield* shown()))
      assert(Mfa.isContinuation(continuation))
      assert.isUndefined(yield* EmailCode.restore)
      yield* continuation.complete(yield* totp())

      yield* EmailCode.keep(first)
      assert.strictEqual(
        yield* tagOf(Effect.flatMap(shown(), (typed) => first.signIn(typed))),
        "VerificationCodeAlreadyUsed"
      )
      assert.isUndefined(yield* EmailCode.restore)

      yield* EmailCode.keep(yield* send())
      yield* EmailCode.forget
      assert.isUndefined(yield* EmailCode.restore)
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layer)))

  it.effect("a persisted email code is removed after a final refusal only", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const refusals = [
        [409, "VERIFICATION_CODE_ALREADY_USED", false],
        [400, "VERIFICATION_CODE_EXPIRED", false],
        [400, "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED", false],
        [404, "VERIFICATION_CODE_NOT_FOUND", true]
      ] as const
      for (const [status, code, isKept] of refusals) {
        const sent = yield* Effect.tap(send(), EmailCode.keep)
        const refusal = knownError(status, code)
        yield* Effect.ignore(sent.signIn(wrong)).pipe(
          Effect.provideService(Transport, (request) =>
            request.url.includes("/otp/sign-in") ? Effect.succeed(refusal) : transport(request))
        )
        assert.strictEqual((yield* EmailCode.restore) !== undefined, isKept, code)
      }
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layer)))

  it.effect("signing in with an older email keeps the persisted code of a later email", () =>
    Effect.gen(function*() {
      const first = yield* send()
      const typed = yield* shown()
      const second = yield* Effect.tap(send(), EmailCode.keep)
      yield* first.signIn(typed)
      assert.strictEqual(Redacted.value((yield* EmailCode.restore)!.nonce), Redacted.value(second.nonce))
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layer)))

  it.effect("a persisted email code is valid for seven days", () =>
    Effect.gen(function*() {
      const sent = yield* Effect.tap(send(), EmailCode.keep)
      yield* TestClock.adjust("167 hours")
      assert.isDefined(yield* EmailCode.restore)
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(yield* EmailCode.restore)
      assert.isUndefined(yield* EmailCode.parse(EmailCode.serialize(sent)))
      assert.strictEqual(
        yield* tagOf(Effect.flatMap(shown(), (typed) => sent.signIn(typed))),
        "VerificationCodeExpired"
      )
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layer)))

  it.effect("a persisted email code is valid only for its project", () =>
    Effect.gen(function*() {
      const text = EmailCode.serialize(yield* send())
      const elsewhere = Client.layer({
        projectId: otherProject.id,
        publishableClientKey: otherProject.publishableClientKey
      })
      assert.isUndefined(yield* EmailCode.parse(text).pipe(Effect.provide(elsewhere)))
      assert.isDefined(yield* EmailCode.parse(text))
    }).pipe(Effect.provide(layer)))

  it.effect("is not parsed from a string whose address or half of the code is missing, empty or not a string", () =>
    Effect.gen(function*() {
      const fields = JSON.parse(Redacted.value(EmailCode.serialize(yield* send())))
      const broken: ReadonlyArray<object> = [
        { email: 5 },
        { email: undefined },
        { nonce: 5 },
        { nonce: "" },
        { nonce: undefined },
        { expiresAt: String(fields.expiresAt) },
        { expiresAt: fields.expiresAt - 0.5 }
      ]
      assert.isDefined(yield* EmailCode.parse(JSON.stringify(fields)))
      for (const change of broken) {
        assert.isUndefined(yield* EmailCode.parse(JSON.stringify({ ...fields, ...change })), JSON.stringify(change))
      }
    }).pipe(Effect.provide(layer)))

  it.effect("parses its serialized form, and returns undefined for all other strings", () =>
    Effect.gen(function*() {
      const text = Redacted.value(EmailCode.serialize(yield* send()))
      const context = yield* Effect.context<Client.Client>()
      const mutated = fc.tuple(fc.nat(text.length), fc.nat(5), fc.string()).map(([at, cut, put]) =>
        text.slice(0, at) + put + text.slice(at + cut)
      )
      const json = fc.json()
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: codePoint }), mutated, json), fc.boolean(), (text, hidden) => {
          const sent = Effect.runSyncWith(context)(EmailCode.parse(hidden ? Redacted.make(text) : text))
          assert.isTrue(
            sent === undefined || sent instanceof EmailCode.SentCode && !Number.isNaN(sent.expiresAt.getTime())
          )
        }),
        { numRuns: runsOf(200) }
      )
    }).pipe(Effect.provide(layer)))

  it.effect("prints neither half of the code", () =>
    Effect.gen(function*() {
      const sent = yield* send()
      const typed = yield* shown()
      const nonce = Redacted.value(sent.nonce)
      const texts = (yield* Effect.all([
        everything(Effect.succeed(sent)),
        everything(Effect.succeed(EmailCode.serialize(sent))),
        everything(Effect.andThen(EmailCode.keep(sent), EmailCode.restore)),
        everything(sent.signIn(typed)),
        everything(sent.signIn(typed))
      ])).flat().join("\n")
      assert.include(texts, "SentCode")
      assert.notInclude(texts, nonce)
      assert.notInclude(texts, nonce.toUpperCase())
      assert.notInclude(texts, Redacted.value(typed))
    }).pipe(Effect.provide([TabStorage.layerMemory, layerExposure]), Effect.provide(layer)))
})
