import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { type Client, CurrentUser, Mfa, Session, TabStorage, TokenStore, Transport } from "latchkey"
import { Users } from "latchkey/server"
import { device, email, failure, on, password, signIn, tagsOf } from "../emulator/support.ts"
import { deepText, everything, layer as layerExposure } from "../support/exposure.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { anyText, inOtherProject, layerTest, totp, waysIn, withFactor, wrong } from "./mfaSupport.ts"

/** The continuation of a sign-in that requires a second factor. */
const continuationOf = <A, E, R>(signIn: Effect.Effect<A, E, R>, options?: Mfa.ContinueOptions) =>
  Effect.map(Mfa.orContinue(signIn, options), (result) => {
    assert(Mfa.isContinuation(result), "Nobody was asked for a second factor")
    return result
  })

/** A user with two-factor authentication, another device, and a continuation on it. */
const begun = Effect.gen(function*() {
  const userId = yield* withFactor
  const phone = yield* device()
  return { userId, phone, continuation: yield* on(phone)(continuationOf(signIn(), { returnTo: "/settings?a=1#b" })) }
})

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failure(effect), tagsOf)

const stateOf = Effect.map(Session.state, ({ _tag }) => _tag)

describe("a sign-in that requires a second factor", () => {
  for (const { name, signIn } of waysIn) {
    it.effect(`a sign-in with ${name} becomes a continuation, which completes it`, () =>
      Effect.gen(function*() {
        const userId = yield* withFactor
        const phone = yield* device()
        const continuation = yield* on(phone)(continuationOf(signIn))
        assert.strictEqual(yield* on(phone)(stateOf), "SignedOut")
        const signedIn = yield* on(phone)(continuation.complete(yield* totp()))
        assert.strictEqual(signedIn.userId, userId)
        assert.isFalse(signedIn.isNewUser)
        assert.strictEqual((yield* on(phone)(CurrentUser.get({ or: "throw" }))).id, userId)
      }).pipe(Effect.provide(layerTest)))

    it.effect(`a sign-in with ${name} prompts for the code, and completes`, () =>
      Effect.gen(function*() {
        const userId = yield* withFactor
        const phone = yield* device()
        const signedIn = yield* Effect.provideService(on(phone)(Mfa.orAsk(signIn)), Mfa.Prompt, () => totp())
        assert.strictEqual(signedIn.userId, userId)
        assert.strictEqual((yield* on(phone)(CurrentUser.get({ or: "throw" }))).id, userId)
      }).pipe(Effect.provide(layerTest)))
  }

  it.effect("fails with all other errors unchanged", () =>
    Effect.gen(function*() {
      yield* withFactor
      const phone = yield* device()
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.orContinue(signIn(email, wrong)))), "EmailPasswordMismatch")
      assert.strictEqual(yield* tagOf(on(phone)(Mfa.orAsk(signIn(email, wrong)))), "EmailPasswordMismatch")
    }).pipe(Effect.provide(layerTest)))

  it.effect("succeeds unchanged for a user without a second factor", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true, password })
      const phone = yield* device()
      const signedIn = yield* on(phone)(Mfa.orContinue(signIn("grace@example.com")))
      assert.isFalse(Mfa.isContinuation(signedIn))
      assert.deepInclude(signedIn, { userId: id })
      assert.deepInclude(yield* on(phone)(Mfa.orAsk(signIn("grace@example.com"))), { userId: id })
    }).pipe(Effect.provide(layerTest)))
})

describe("a continuation", () => {
  it.effect("a continuation accepts the right code after a wrong one, and ignores spaces in codes", () =>
    Effect.gen(function*() {
      const { continuation, phone, userId } = yield* begun
      for (const code of ["000000", "12345", "1234567", "éééééé"]) {
        const error = yield* failure(on(phone)(continuation.complete(Redacted.make(code))))
        assert.strictEqual(error._tag, "InvalidTotpCode")
        assert.strictEqual(error.message, "The TOTP code is invalid. Please try again.")
      }
      const right = Redacted.value(yield* totp())
      const typed = Redacted.make(` ${right.slice(0, 3)}\u00a0${right.slice(3)}\n`)
      assert.strictEqual((yield* on(phone)(continuation.complete(typed))).userId, userId)
    }).pipe(Effect.provide(layerTest)))

  it.effect("an empty code is not sent, and uses up no attempt", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      for (const code of ["", " ", "\n\t", ..."x".repeat(20).split("").map(() => "")]) {
        const empty = continuation.complete(Redacted.make(code))
        assert.strictEqual((yield* failure(on(phone)(empty)))._tag, "InvalidTotpCode")
      }
      yield* on(phone)(continuation.complete(yield* totp()))
    }).pipe(Effect.provide(layerTest)))

  it.effect("a continuation accepts twenty attempts", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      yield* Mfa.keep(continuation)
      for (let i = 0; i < 20; i++) {
        assert.strictEqual(yield* tagOf(on(phone)(continuation.complete(wrong))), "InvalidTotpCode", `${i}`)
      }
      assert.isDefined(yield* Mfa.restore)
      const right = on(phone)(continuation.complete(yield* totp()))
      assert.strictEqual(yield* tagOf(right), "VerificationCodeMaxAttemptsReached")
      assert.isUndefined(yield* Mfa.restore)
      assert.strictEqual(yield* on(phone)(stateOf), "SignedOut")
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("a continuation expires after exactly five minutes, as it states", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const { continuation, phone } = yield* begun
      const text = Mfa.serialize(continuation)
      assert.strictEqual(continuation.expiresAt.toISOString(), "2026-01-01T00:05:00.000Z")
      yield* Mfa.keep(continuation)
      yield* TestClock.adjust("299999 millis")
      assert.strictEqual(yield* tagOf(on(phone)(continuation.complete(wrong))), "InvalidTotpCode")
      assert.isDefined(yield* Mfa.parse(text))
      assert.isDefined(yield* Mfa.restore)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* tagOf(on(phone)(continuation.complete(wrong))), "VerificationCodeExpired")
      assert.isUndefined(yield* Mfa.parse(text))
      assert.isUndefined(yield* Mfa.restore)
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("completes a sign-in once", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      yield* on(phone)(continuation.complete(yield* totp()))
      assert.strictEqual(
        yield* tagOf(on(phone)(continuation.complete(yield* totp()))),
        "VerificationCodeAlreadyUsed"
      )
    }).pipe(Effect.provide(layerTest)))

  it.effect("never shows its attempt code", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      const secret = Redacted.value(continuation.attemptCode)
      assert.lengthOf(secret, 45)
      const text = Mfa.serialize(continuation)
      assert.include(Redacted.value(text), secret)
      const shown = [
        ...[continuation, text, [continuation]].flatMap((
          value
        ) => [deepText(value), String(value), JSON.stringify(value)]),
        ...yield* everything(Effect.succeed(continuation)),
        ...yield* everything(Effect.fail(continuation)),
        ...yield* everything(on(phone)(continuation.complete(Redacted.make("987654")))),
        ...yield* everything(Mfa.parse(text)),
        ...yield* everything(Effect.andThen(Mfa.keep(continuation), Mfa.restore))
      ].join("\n")
      assert.include(shown, "MfaContinuation")
      assert.notInclude(shown, secret)
      assert.notInclude(shown, "987654")
    }).pipe(
      Effect.provide(TabStorage.layerMemory),
      Effect.provide(layerExposure),
      Effect.provide(layerTest)
    ))
})

describe("a serialized continuation", () => {
  it.effect("contains the whole continuation", () =>
    Effect.gen(function*() {
      const { continuation, phone, userId } = yield* begun
      const text = Mfa.serialize(continuation)
      for (const parsed of [yield* Mfa.parse(text), yield* Mfa.parse(Redacted.value(text))]) {
        assert.isTrue(Equal.equals(parsed, continuation))
        assert.strictEqual(parsed!.returnTo, "/settings?a=1#b")
      }
      const parsed = (yield* on(phone)(Mfa.parse(text)))!
      assert.strictEqual((yield* on(phone)(parsed.complete(yield* totp()))).userId, userId)
    }).pipe(Effect.provide(layerTest)))

  it.effect("is not parsed by a client of another project, or without an attempt code", () =>
    Effect.gen(function*() {
      const { continuation } = yield* begun
      const text = Mfa.serialize(continuation)
      assert.isUndefined(yield* inOtherProject(Mfa.parse(text)))
      const claimed = Redacted.value(text).replace(continuation.projectId, "11111111-2222-4333-8444-555555555555")
      assert.isUndefined(yield* Mfa.parse(claimed))
      const empty = Redacted.value(text).replace(Redacted.value(continuation.attemptCode), "")
      assert.isUndefined(yield* Mfa.parse(empty))
    }).pipe(Effect.provide(layerTest)))

  it.effect("is valid for at most five minutes, even if it states more", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const { continuation } = yield* begun
      const text = Redacted.value(Mfa.serialize(continuation))
      for (const later of ["1e300", "9007199254740991", `${Date.UTC(2030, 0, 1)}`]) {
        const parsed = yield* Mfa.parse(text.replace(`${continuation.expiresAt.getTime()}`, later))
        assert.deepStrictEqual(parsed?.expiresAt, continuation.expiresAt)
      }
      for (const never of ["-1", "0", "null", "\"tomorrow\"", "1e999", "4102444800000.5", `${Date.UTC(2026, 0, 1)}`]) {
        const parsed = yield* Mfa.parse(text.replace(`${continuation.expiresAt.getTime()}`, never))
        assert.isUndefined(parsed, never)
      }
    }).pipe(Effect.provide(layerTest)))

  it.effect("parses to a continuation or undefined for any string", () =>
    Effect.gen(function*() {
      const { continuation } = yield* begun
      const context = yield* Effect.context<Client.Client>()
      const real = Redacted.value(Mfa.serialize(continuation))
      const tampered = fc.tuple(fc.nat(real.length), fc.nat(3), anyText.map((text) => text.slice(0, 3))).map((
        [at, gone, put]
      ) => real.slice(0, at) + put + real.slice(at + gone))
      const field = fc.oneof(
        fc.jsonValue(),
        fc.constant(continuation.projectId),
        fc.constant(continuation.expiresAt.getTime()),
        fc.constant("c".repeat(45))
      )
      const shaped = fc.record(
        { attemptCode: field, projectId: field, expiresAt: field, returnTo: field },
        { requiredKeys: [] }
      ).map((value) => JSON.stringify(value))
      const text = fc.oneof(anyText, fc.json(), tampered, shaped)
      let found = 0
      fc.assert(
        fc.property(text, fc.boolean(), (text, hidden) => {
          const parsed = Effect.runSyncWith(context)(Mfa.parse(hidden ? Redacted.make(text) : text))
          if (parsed === undefined) return
          found++
          assert(Mfa.isContinuation(parsed))
          assert.strictEqual(parsed.projectId, continuation.projectId)
          assert.isTrue(
            parsed.expiresAt.getTime() <= continuation.expiresAt.getTime() && parsed.expiresAt.getTime() > 0
          )
          assert.isTrue(parsed.returnTo === undefined || typeof parsed.returnTo === "string")
          assert.isNotEmpty(Redacted.value(parsed.attemptCode))
        }),
        { numRuns: runsOf(300) }
      )
      assert.isAbove(found, 0)
    }).pipe(Effect.provide(layerTest)))

  it.effect("parses to undefined for a non-string", () =>
    Effect.gen(function*() {
      for (const value of [undefined, null, 1, {}, [], Redacted.make(1)]) {
        // Sound: untyped code can pass this.
        assert.isUndefined(yield* Mfa.parse(value as unknown as string))
      }
    }).pipe(Effect.provide(layerTest)))
})

describe("a persisted continuation", () => {
  for (const { name, signIn } of waysIn) {
    it.effect(`survives a reload in the middle of a sign-in with ${name}`, () =>
      Effect.gen(function*() {
        const userId = yield* withFactor
        const before = yield* device()
        yield* on(before)(Effect.flatMap(continuationOf(signIn, { returnTo: "/settings" }), Mfa.keep))

        const after = yield* device()
        const kept = yield* on(after)(Mfa.restore)
        assert.strictEqual(kept?.returnTo, "/settings")
        assert.strictEqual((yield* on(after)(kept!.complete(yield* totp()))).userId, userId)
        assert.isUndefined(yield* on(after)(Mfa.restore))
        assert.strictEqual((yield* on(after)(CurrentUser.get({ or: "throw" }))).id, userId)
      }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))
  }

  it.effect("remains after a wrong code", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      yield* Mfa.keep(continuation)
      yield* failure(on(phone)(continuation.complete(wrong)))
      yield* failure(on(phone)(continuation.complete(Redacted.make(""))))
      assert.isTrue(Equal.equals(yield* on(phone)(Mfa.restore), continuation))
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("is removed on request, and replaces the previous one", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      const second = yield* on(phone)(continuationOf(signIn()))
      yield* Mfa.keep(continuation)
      yield* Mfa.keep(second)
      assert.isTrue(Equal.equals(yield* Mfa.restore, second))
      yield* Mfa.forget
      assert.isUndefined(yield* Mfa.restore)
      yield* Mfa.forget
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("a persisted continuation remains when an older one completes or is finally refused", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      const second = yield* on(phone)(continuationOf(signIn()))
      yield* Mfa.keep(second)
      yield* on(phone)(continuation.complete(yield* totp()))
      assert.isTrue(Equal.equals(yield* Mfa.restore, second))
      yield* failure(on(phone)(continuation.complete(yield* totp())))
      assert.isTrue(Equal.equals(yield* Mfa.restore, second))
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("continuations are persisted per project, and invalid ones are removed", () =>
    Effect.gen(function*() {
      const { continuation } = yield* begun
      yield* Mfa.keep(continuation)
      assert.isUndefined(yield* inOtherProject(Mfa.restore))
      yield* inOtherProject(Mfa.forget)
      assert.isDefined(yield* Mfa.restore)
      const storage = yield* TabStorage.TabStorage
      const name = `latchkey-mfa-${continuation.projectId}`
      assert.isDefined(yield* storage.get(name))
      yield* storage.set(name, "{")
      assert.isUndefined(yield* Mfa.restore)
      assert.isUndefined(yield* storage.get(name))
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))
})

describe("case 13: interruption", () => {
  /** Delays every response by one second. */
  const slowly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(
      Transport,
      (transport) =>
        Effect.provideService(effect, Transport, (request) =>
          Effect.tap(transport(request), () =>
            Effect.sleep("1 second")))
    )

  it.effect("an interrupted completion signs no user in later, and keeps the persisted continuation", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      yield* Mfa.keep(continuation)
      const fiber = yield* Effect.forkChild(slowly(on(phone)(continuation.complete(yield* totp()))))
      yield* TestClock.adjust("999 millis")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(yield* Context.get(phone, TokenStore.TokenStore).get)
      assert.isTrue(Equal.equals(yield* Mfa.restore, continuation))
      // The service had acted. The next attempt is refused, and nothing remains persisted.
      const again = on(phone)(continuation.complete(yield* totp()))
      assert.strictEqual(yield* tagOf(again), "VerificationCodeAlreadyUsed")
      assert.isUndefined(yield* Mfa.restore)
    }).pipe(Effect.provide(TabStorage.layerMemory), Effect.provide(layerTest)))

  it.effect("an interrupted prompt sends no later request", () =>
    Effect.gen(function*() {
      yield* withFactor
      const phone = yield* device()
      const fiber = yield* Effect.forkChild(
        Effect.provideService(on(phone)(Mfa.orAsk(signIn())), Mfa.Prompt, () => Effect.delay(totp(), "10 seconds"))
      )
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(yield* Context.get(phone, TokenStore.TokenStore).get)
    }).pipe(Effect.provide(layerTest)))
})

describe("prompting for the code", () => {
  /** A prompt that records its texts, and answers. */
  const prompting = (answer: string | null) => {
    const asked: Array<string> = []
    const prompt: typeof Mfa.Prompt.Service = (message) =>
      Effect.sync(() => {
        asked.push(message)
        return answer === null ? null : Redacted.make(answer)
      })
    return { asked, prompt }
  }

  for (const [name, answer] of [["a wrong code", "000000"], ["no code", ""], ["the user who cancels", null]] as const) {
    it.effect(`fails with InvalidTotpCode for ${name}, after one prompt`, () =>
      Effect.gen(function*() {
        yield* withFactor
        const phone = yield* device()
        const { asked, prompt } = prompting(answer)
        const error = yield* failure(Effect.provideService(on(phone)(Mfa.orAsk(signIn())), Mfa.Prompt, prompt))
        assert.strictEqual(error._tag, "InvalidTotpCode")
        assert.strictEqual(error.message, "The TOTP code is invalid. Please try again.")
        assert.deepStrictEqual(asked, ["Enter the six-digit code from your authenticator app."])
      }).pipe(Effect.provide(layerTest)))
  }

  it.effect("the prompt can be repeated after a wrong code, because the continuation is still valid", () =>
    Effect.gen(function*() {
      const { continuation, phone, userId } = yield* begun
      const ask = on(phone)(Mfa.ask(continuation))
      const { prompt } = prompting("000000")
      assert.strictEqual((yield* failure(Effect.provideService(ask, Mfa.Prompt, prompt)))._tag, "InvalidTotpCode")
      assert.strictEqual((yield* Effect.provideService(ask, Mfa.Prompt, () => totp())).userId, userId)
    }).pipe(Effect.provide(layerTest)))

  it.effect("fails if there is no prompt, and keeps the continuation", () =>
    Effect.gen(function*() {
      const { continuation, phone } = yield* begun
      assert.strictEqual((yield* failure(on(phone)(Mfa.orAsk(signIn()))))._tag, "HostUnavailable")
      assert.strictEqual((yield* failure(on(phone)(Mfa.ask(continuation))))._tag, "HostUnavailable")
      yield* on(phone)(continuation.complete(yield* totp()))
    }).pipe(Effect.provide(layerTest)))

  it.effect("the code is not prompted for if only the first factor is required", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
      const { asked, prompt } = prompting(null)
      yield* Effect.provideService(Mfa.orAsk(signIn()), Mfa.Prompt, prompt)
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.provide(layerTest)))
})
