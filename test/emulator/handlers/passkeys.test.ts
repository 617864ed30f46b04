import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TestClock } from "effect/testing"
import { ApiError, CurrentUser, Passkey, Session } from "latchkey"
import { Users } from "latchkey/server"
import { Authenticator } from "../../support/Authenticator.ts"
import { layerClient, layerWire, response, signedIn } from "../../support/Wire.ts"
import { codeOf, configure, failure, layerTest, send, signUp, tagsOf } from "../support.ts"

const page = "http://localhost:3000"

/** Signs up a user who registers a passkey. */
const registered = Effect.fnUntraced(function*(origin = page, authenticator = new Authenticator()) {
  const { userId } = yield* signUp()
  const { code, options } = yield* Passkey.startRegistration
  const { credentialId } = yield* Passkey.completeRegistration({
    credential: authenticator.create(options, origin),
    code
  })
  return { authenticator, credentialId, userId }
})

const signIn = Effect.fnUntraced(function*(authenticator: Authenticator, origin = page) {
  const { code, options } = yield* Passkey.startSignIn
  return yield* Passkey.completeSignIn({ authenticationResponse: authenticator.get(options, origin), code })
})

describe("passkeys", () => {
  it.effect("are registered by the signed-in user, and sign that user in", () =>
    Effect.gen(function*() {
      const { authenticator, credentialId, userId } = yield* registered()
      assert.strictEqual(credentialId, authenticator.credentialId)
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).passkeyAuthEnabled)
      yield* Session.signOut
      const signedIn = yield* signIn(authenticator)
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse(signedIn.isNewUser)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("do not require user verification", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered(page, new Authenticator({ verifiesUser: false }))
      yield* signIn(authenticator)
    }).pipe(Effect.provide(layerTest())))

  it.effect("start with options that name the placeholder, the project and the user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { options } = yield* Passkey.startRegistration
      assert.deepStrictEqual(options.rp, { id: Passkey.placeholderRpId, name: "Emulated project" })
      assert.strictEqual(Buffer.from(options.user.id, "base64url").toString(), userId)
      assert.strictEqual(options.user.displayName, "ada@example.com")
      assert.strictEqual(Buffer.from(options.challenge, "base64url").length, 32)
      assert.deepStrictEqual(options.pubKeyCredParams.map(({ alg }) => alg), [-8, -7, -257])
      const begun = yield* Passkey.startSignIn
      assert.strictEqual(begun.options.rpId, Passkey.placeholderRpId)
      assert.notStrictEqual(begun.options.challenge, options.challenge)
    }).pipe(Effect.provide(layerTest())))

  it.effect("each user has one passkey: a second registration replaces the first", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const second = new Authenticator()
      const { code, options } = yield* Passkey.startRegistration
      yield* Passkey.completeRegistration({ credential: second.create(options, page), code })
      assert.strictEqual(tagsOf(yield* failure(signIn(authenticator))), "PasskeyAuthenticationFailed")
      yield* signIn(second)
    }).pipe(Effect.provide(layerTest())))

  it.effect("are removed by an update of the user", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const user = yield* CurrentUser.update({ passkeyAuthEnabled: false })
      assert.isFalse(user.passkeyAuthEnabled)
      assert.strictEqual(tagsOf(yield* failure(signIn(authenticator))), "PasskeyAuthenticationFailed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("require the second factor of a user who has one", () =>
    Effect.gen(function*() {
      const { authenticator, userId } = yield* registered()
      yield* Users.update(userId, { totpSecretBase64: Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=") })
      const error = yield* failure(signIn(authenticator))
      assert(error._tag === "MultiFactorAuthenticationRequired")
      assert.strictEqual(Redacted.value(error.details.attemptCode).length, 45)
    }).pipe(Effect.provide(layerTest())))

  it.effect("passkeys work only on a trusted domain equal to the page's origin", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered("https://app.example.com:8443")
      yield* signIn(authenticator, "https://app.example.com:8443")
      for (const origin of ["https://app.example.com", "https://evil.example.org", "http://127.0.0.1:3000"]) {
        assert.strictEqual(tagsOf(yield* failure(signIn(authenticator, origin))), "PasskeyAuthenticationFailed", origin)
      }
    }).pipe(
      Effect.provide(
        layerTest({ generation: "2025", project: { config: { domains: ["https://app.example.com:8443"] } } })
      )
    ))

  it.effect("do not work on localhost if the project does not allow it", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ allowLocalhost: false })
      const { code, options } = yield* Passkey.startRegistration
      const error = yield* failure(
        Passkey.completeRegistration({ credential: new Authenticator().create(options, page), code })
      )
      assert.strictEqual(tagsOf(error), "PasskeyAuthenticationFailed")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("2026: passkeys work on any trusted domain, and fail with a specific error elsewhere", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered("https://app.example.com")
      yield* signIn(authenticator, "https://app.example.com")
      const evil = "https://evil.example.org"
      assert.strictEqual(tagsOf(yield* failure(signIn(authenticator, evil))), "PasskeyAuthenticationFailed")
      const { code, options } = yield* Passkey.startRegistration
      const credential = new Authenticator().create(options, evil)
      const error = yield* failure(Passkey.completeRegistration({ credential, code }))
      assert.strictEqual(tagsOf(error), "PasskeyRegistrationFailed")
      const again = yield* failure(
        Passkey.completeRegistration({ credential: new Authenticator().create(options, page), code })
      )
      assert.strictEqual(tagsOf(again), "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest({ project: { config: { domains: ["https://app.example.com"] } } }))))

  it.effect("are refused with another authenticator's signature", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const { code, options } = yield* Passkey.startSignIn
      const other = new Authenticator().get(options, page)
      const own = authenticator.get(options, page)
      const authenticationResponse = { ...own, response: { ...own.response, signature: other.response.signature } }
      const error = yield* failure(Passkey.completeSignIn({ authenticationResponse, code }))
      assert.strictEqual(tagsOf(error), "PasskeyAuthenticationFailed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a passkey with a reused counter is refused, as from a cloned authenticator", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const clone: Authenticator = Object.assign(Object.create(Authenticator.prototype), authenticator)
      yield* signIn(authenticator)
      assert.strictEqual(tagsOf(yield* failure(signIn(clone))), "ApiError/ServiceUnavailable")
      yield* signIn(authenticator)
    }).pipe(Effect.provide(layerTest())))

  it.effect("are refused with the response to another challenge, and with a used code", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const first = yield* Passkey.startSignIn
      const recorded = authenticator.get(first.options, page)
      yield* Passkey.completeSignIn({ authenticationResponse: recorded, code: first.code })
      const second = yield* Passkey.startSignIn
      const replayed = yield* failure(Passkey.completeSignIn({ authenticationResponse: recorded, code: second.code }))
      assert.strictEqual(tagsOf(replayed), "ApiError/ServiceUnavailable")
      const again = yield* failure(Passkey.completeSignIn({ authenticationResponse: recorded, code: first.code }))
      assert.strictEqual(tagsOf(again), "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("have codes valid for 65 seconds", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      const { code, options } = yield* Passkey.startSignIn
      const authenticationResponse = authenticator.get(options, page)
      yield* TestClock.adjust("65 seconds")
      const error = yield* failure(Passkey.completeSignIn({ authenticationResponse, code }))
      assert.strictEqual(tagsOf(error), "VerificationCodeExpired")
      const next = yield* Passkey.startSignIn
      yield* TestClock.adjust("64999 millis")
      yield* Passkey.completeSignIn({ authenticationResponse: authenticator.get(next.options, page), code: next.code })
    }).pipe(Effect.provide(layerTest())))

  it.effect("use up their code even when they are refused", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { code, options } = yield* Passkey.startRegistration
      const authenticator = new Authenticator()
      const elsewhere = authenticator.create(options, "https://evil.example.org")
      assert.strictEqual(
        tagsOf(yield* failure(Passkey.completeRegistration({ credential: elsewhere, code }))),
        "PasskeyAuthenticationFailed"
      )
      const error = yield* failure(
        Passkey.completeRegistration({ credential: authenticator.create(options, page), code })
      )
      assert.strictEqual(tagsOf(error), "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("passkeys are refused if the project has them disabled", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ passkeyEnabled: false })
      assert.strictEqual((yield* failure(Passkey.startSignIn))._tag, "PasskeyAuthenticationNotEnabled")
      assert.strictEqual((yield* failure(Passkey.startRegistration))._tag, "PasskeyAuthenticationNotEnabled")
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot be registered if no user is signed in", () =>
    Effect.gen(function*() {
      assert.strictEqual(tagsOf(yield* failure(Passkey.startRegistration)), "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("are not verified if the response is garbage", () =>
    Effect.gen(function*() {
      const { authenticator } = yield* registered()
      for (const clientDataJSON of ["", "%%%", "bnVsbA", "W10", "eyJvcmlnaW4iOjF9"]) {
        const { code, options } = yield* Passkey.startSignIn
        const response = authenticator.get(options, page)
        const authenticationResponse = { ...response, response: { ...response.response, clientDataJSON } }
        const error = yield* failure(Passkey.completeSignIn({ authenticationResponse, code }))
        assert.strictEqual(tagsOf(error), "PasskeyAuthenticationFailed", clientDataJSON)
      }
      const { code, options } = yield* Passkey.startRegistration
      const response = new Authenticator().create(options, page)
      const credential = { ...response, response: { ...response.response, attestationObject: "AAAA" } }
      const error = yield* failure(Passkey.completeRegistration({ credential, code }))
      assert.strictEqual(tagsOf(error), "ApiError/ServiceUnavailable")
    }).pipe(Effect.provide(layerTest())))

  it.effect("are refused if fields are missing", () =>
    Effect.gen(function*() {
      const answer = yield* send("POST", "/auth/passkey/sign-in", undefined, { code: "x".repeat(45) })
      assert.strictEqual(codeOf(answer), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))
})

describe("options from another source than the service", () => {
  const registration = {
    rp: { id: Passkey.placeholderRpId, name: "Test" },
    user: { id: "dXNlcg", name: "Ada", displayName: "Ada" },
    challenge: "Y2hhbGxlbmdl",
    pubKeyCredParams: [{ alg: -7, type: "public-key" }]
  }

  const answering = (options: object) =>
    layerClient(layerWire(() => response(200, { options_json: options, code: "c".repeat(45) })), {}, signedIn)

  const pathOf = (error: { readonly _tag: string }) =>
    error instanceof ApiError && error.reason._tag === "InvalidResponse" ? error.reason.path.join(".") : tagsOf(error)

  it.effect("are accepted if they contain the required values", () =>
    Effect.gen(function*() {
      const { options } = yield* Passkey.startRegistration
      assert.strictEqual(options.user.name, "Ada")
    }).pipe(Effect.provide(answering({ ...registration, hints: ["of a newer service"] }))))

  it.effect("are an InvalidResponse if they name another relying party than the placeholder", () =>
    Effect.gen(function*() {
      const error = yield* failure(Passkey.startRegistration)
      assert.strictEqual(pathOf(error), "options_json.rp.id")
    }).pipe(Effect.provide(answering({ ...registration, rp: { id: "evil.example.org", name: "Test" } }))))

  it.effect("are an InvalidResponse if a sign-in names another relying party", () =>
    Effect.gen(function*() {
      assert.strictEqual(pathOf(yield* failure(Passkey.startSignIn)), "options_json.rpId")
    }).pipe(Effect.provide(answering({ rpId: "evil.example.org", challenge: "Y2hhbGxlbmdl" }))))

  for (const [length, isValid] of [[0, false], [1, true], [64, true], [65, false]] as const) {
    const id = Buffer.alloc(length, 1).toString("base64url")
    it.effect(`options with a user id of ${length} bytes are ${isValid ? "taken" : "an InvalidResponse"}`, () =>
      Effect.gen(function*() {
        const result = yield* Effect.result(Passkey.startRegistration)
        assert.strictEqual(
          Result.isSuccess(result) ? "taken" : pathOf(result.failure),
          isValid ? "taken" : "options_json.user.id"
        )
      }).pipe(Effect.provide(answering({ ...registration, user: { ...registration.user, id } }))))
  }
})
