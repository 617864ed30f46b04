import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TestClock } from "effect/testing"
import { ApiError, type Client, CurrentUser, Mfa, Passkey, Session, WebAuthn } from "latchkey"
import { Users } from "latchkey/server"
import { configure, failure, layerTest, signUp, tagsOf } from "../emulator/support.ts"
import { Authenticator } from "../support/Authenticator.ts"
import { assertNothingShows, echo, layer as layerEcho, mark } from "../support/echo.ts"
import { everything } from "../support/exposure.ts"
import { type FakeHost, makeHost } from "../support/passkeys.ts"
import { layerClient, layerWire, response, signedIn, Wire } from "../support/Wire.ts"

/** Runs an effect on a host with passkeys. */
const on = (host: FakeHost) => Effect.provide(host.layer)

type Flow = Effect.Effect<
  unknown,
  Effect.Error<ReturnType<typeof Passkey.register | typeof Passkey.signIn>>,
  Client.Client
>

/** Both flows, for shared behaviour. */
const flows: ReadonlyArray<Flow> = [Passkey.register(), Passkey.signIn()]

/** A user who registered a passkey and signed out, and the host that holds it. */
const registered = Effect.fnUntraced(function*(host = makeHost()) {
  const { userId } = yield* signUp()
  yield* on(host)(Passkey.register())
  yield* Session.signOut
  return { host, userId }
})

const fails = (message: string, code: string | undefined) => Effect.fail(new WebAuthn.WebAuthnError({ message, code }))

/** Every error code of the browser library, and an unknown one. */
const codes = [
  "ERROR_CEREMONY_ABORTED",
  "ERROR_INVALID_DOMAIN",
  "ERROR_INVALID_RP_ID",
  "ERROR_INVALID_USER_ID_LENGTH",
  "ERROR_MALFORMED_PUBKEYCREDPARAMS",
  "ERROR_AUTHENTICATOR_GENERAL_ERROR",
  "ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT",
  "ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT",
  "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED",
  "ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG",
  "ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE",
  "NotAllowedError",
  "ERROR_OF_TOMORROW"
]

describe("Passkey.register", () => {
  it.effect("registers a passkey for the page, which signs its user in", () =>
    Effect.gen(function*() {
      const host = makeHost()
      const { userId } = yield* signUp()
      const { credentialId } = yield* on(host)(Passkey.register())
      assert.strictEqual(credentialId, host.authenticator.credentialId)
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).passkeyAuthEnabled)
      yield* Session.signOut
      const signedIn = yield* on(host)(Passkey.signIn())
      assert.deepStrictEqual([signedIn.userId, signedIn.isNewUser], [userId, false])
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts the host name of the page in any case", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* signUp()
      yield* on(host)(Passkey.register({ hostname: "LOCALHOST" }))
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).passkeyAuthEnabled)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses another host name, also a parent domain, before it asks the user or the service", () =>
    Effect.gen(function*() {
      const host = makeHost({ origin: "https://app.example.com" })
      for (const hostname of ["example.com", "other.example.com", "app.example.com.", "", "https://app.example.com"]) {
        const error = yield* Effect.flip(on(host)(Passkey.register({ hostname })))
        assert(error._tag === "RequestSchemaError", hostname)
        assert.include(error.message, "hostname must be app.example.com")
      }
      assert.deepStrictEqual(host.asked, [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("passes the service's options to the host, with the page's host name instead of the placeholder", () =>
    Effect.gen(function*() {
      const host = makeHost()
      const { userId } = yield* signUp()
      yield* on(host)(Passkey.register())
      yield* on(host)(Passkey.signIn())
      const [created, got] = host.asked
      assert(created?.kind === "create" && got?.kind === "get")
      assert.deepStrictEqual(created.options.rp, { id: "localhost", name: "Emulated project" })
      assert.strictEqual(Buffer.from(created.options.user.id, "base64url").toString(), userId)
      assert.deepStrictEqual([created.options.timeout, got.options.timeout], [60_000, 60_000])
      assert.deepStrictEqual([got.options.rpId, got.mediation], ["localhost", "required"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("replaces the user's previous passkey", () =>
    Effect.gen(function*() {
      const host = makeHost()
      yield* signUp()
      yield* on(host)(Passkey.register())
      const first = host.authenticator
      host.authenticator = new Authenticator()
      yield* on(host)(Passkey.register())
      yield* on(host)(Passkey.signIn())
      host.authenticator = first
      assert.strictEqual((yield* failure(on(host)(Passkey.signIn())))._tag, "PasskeyAuthenticationFailed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("register: adds a new passkey after CurrentUser.update has removed the old one", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      yield* on(host)(Passkey.signIn())
      assert.isFalse((yield* CurrentUser.update({ passkeyAuthEnabled: false })).passkeyAuthEnabled)
      assert.strictEqual((yield* failure(on(host)(Passkey.signIn())))._tag, "PasskeyAuthenticationFailed")
      yield* on(host)(Passkey.register())
      assert.isTrue((yield* CurrentUser.get({ or: "throw" })).passkeyAuthEnabled)
      yield* on(host)(Passkey.signIn())
    }).pipe(Effect.provide(layerTest())))

  it.effect("register: starts no ceremony if no user is signed in or passkeys are disabled", () =>
    Effect.gen(function*() {
      const host = makeHost()
      assert.strictEqual(tagsOf(yield* failure(on(host)(Passkey.register()))), "CannotGetOwnUserWithoutUser")
      yield* signUp()
      yield* configure({ passkeyEnabled: false })
      assert.strictEqual(tagsOf(yield* failure(on(host)(Passkey.register()))), "PasskeyAuthenticationNotEnabled")
      assert.strictEqual(tagsOf(yield* failure(on(host)(Passkey.signIn()))), "PasskeyAuthenticationNotEnabled")
      assert.lengthOf(host.asked, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("register: fails with the service's refusal on an untrusted page", () =>
    Effect.gen(function*() {
      const host = makeHost({ origin: "https://elsewhere.example.org" })
      yield* signUp()
      const error = yield* failure(on(host)(Passkey.register()))
      assert.strictEqual(error._tag, "PasskeyAuthenticationFailed")
      assert.include(error.message, "https://elsewhere.example.org")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("Passkey.signIn", () => {
  it.effect("signIn: fails with an error that Mfa handles if a second factor is required", () =>
    Effect.gen(function*() {
      const { host, userId } = yield* registered()
      // The secret and the code are those of RFC 6238, appendix B.
      yield* Users.update(userId, { totpSecretBase64: Redacted.make("MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=") })
      yield* TestClock.setTime(59_000)
      const error = yield* failure(on(host)(Passkey.signIn()))
      assert.strictEqual(error._tag, "MultiFactorAuthenticationRequired")
      const continuation = yield* Mfa.orContinue(on(host)(Passkey.signIn()))
      assert(Mfa.isContinuation(continuation))
      const signedIn = yield* continuation.complete(Redacted.make("287082"))
      assert.strictEqual(signedIn.userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn: fails with the service's refusal", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      host.authenticator = new Authenticator()
      const error = yield* failure(on(host)(Passkey.signIn()))
      assert.strictEqual(error._tag, "PasskeyAuthenticationFailed")
      assert.strictEqual(error.message, "Unknown passkey")
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn: accepts a response within 65 seconds", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      host.user = Effect.sleep("64999 millis")
      const fiber = yield* Effect.forkChild(on(host)(Passkey.signIn()))
      yield* TestClock.adjust("64999 millis")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn and register: time out after 65 seconds", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      yield* on(host)(Passkey.signIn())
      host.user = Effect.sleep("65 seconds")
      for (const flow of flows) {
        const fiber = yield* Effect.forkChild(failure(on(host)(flow)))
        yield* TestClock.adjust("65 seconds")
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "VerificationCodeExpired")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("ends the ceremony when it is interrupted, and sends no later request", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      host.user = Effect.never
      const fiber = yield* Effect.forkChild(on(host)(Passkey.signIn()))
      yield* TestClock.adjust(0)
      assert.lengthOf(host.asked, 1 + 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(host.aborted, 1)
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("answers each of two concurrent ceremonies with its own code", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      host.user = Effect.sleep("1 second")
      const fiber = yield* Effect.forkChild(
        on(host)(Effect.all([Passkey.signIn(), Passkey.signIn()], { concurrency: "unbounded" }))
      )
      yield* TestClock.adjust("1 second")
      const [one, other] = yield* Fiber.join(fiber)
      assert.strictEqual(one.userId, other.userId)
      const [, first, second] = host.asked
      assert.notStrictEqual(first!.options.challenge, second!.options.challenge)
    }).pipe(Effect.provide(layerTest())))
})

describe("Passkey.signIn with autofill", () => {
  it.effect("requests autofill from the host", () =>
    Effect.gen(function*() {
      const { host, userId } = yield* registered()
      const signedIn = yield* on(host)(Passkey.signIn({ mediation: "conditional" }))
      assert.strictEqual(signedIn.userId, userId)
      const asked = host.asked.at(-1)
      assert.strictEqual(asked?.kind === "get" && asked.mediation, "conditional")
    }).pipe(Effect.provide(layerTest())))

  it.effect("restarts each minute, so that the code is valid at any time", () =>
    Effect.gen(function*() {
      const { host, userId } = yield* registered()
      host.user = Effect.never
      const fiber = yield* Effect.forkChild(on(host)(Passkey.signIn({ mediation: "conditional" })))
      yield* TestClock.adjust("59999 millis")
      assert.lengthOf(host.asked, 1 + 1)
      yield* TestClock.adjust("10 minutes")
      assert.lengthOf(host.asked, 1 + 11)
      assert.strictEqual(host.aborted, 10)
      host.user = Effect.void
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("ends when it is interrupted, and fails if the host does", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      host.user = Effect.never
      const fiber = yield* Effect.forkChild(on(host)(Passkey.signIn({ mediation: "conditional" })))
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(host.aborted, 1)
      host.user = fails("Another one has begun", "ERROR_CEREMONY_ABORTED")
      const error = yield* failure(on(host)(Passkey.signIn({ mediation: "conditional" })))
      assert.strictEqual(error._tag, "PasskeyWebAuthnError")
    }).pipe(Effect.provide(layerTest())))
})

describe("a host error", () => {
  for (const code of codes) {
    it.effect(`a host error is a PasskeyWebAuthnError: ${code}`, () =>
      Effect.gen(function*() {
        const { host } = yield* registered()
        yield* on(host)(Passkey.signIn())
        host.user = fails(`Text of ${code}`, code)
        for (const flow of flows) {
          const error = yield* failure(on(host)(flow))
          assert(error._tag === "PasskeyWebAuthnError")
          assert.strictEqual(error.message, `Text of ${code}`)
          assert.deepStrictEqual(error.details, { message: `Text of ${code}`, code })
        }
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("a host error without a code has the flow's text, and the exception as its cause", () =>
    Effect.gen(function*() {
      const { host } = yield* registered()
      yield* on(host)(Passkey.signIn())
      const cause = new TypeError("options is not an object")
      host.user = Effect.fail(new WebAuthn.WebAuthnError({ message: cause.message, code: undefined, cause }))
      const signIn = yield* failure(on(host)(Passkey.signIn()))
      assert.deepStrictEqual(
        [signIn._tag, signIn.message, signIn.cause],
        ["PasskeyAuthenticationFailed", "The passkey could not be verified", cause]
      )
      const registration = yield* failure(on(host)(Passkey.register()))
      assert.deepStrictEqual(
        [registration._tag, registration.message, registration.cause],
        ["PasskeyRegistrationFailed", "The passkey could not be registered", cause]
      )
    }).pipe(Effect.provide(layerTest())))
})

describe("without passkeys", () => {
  const layer = layerClient(layerWire(() => response(500, "never")), {}, signedIn)

  it.effect("without passkeys no flow sends a request", () =>
    Effect.gen(function*() {
      const host = makeHost({ isSupported: false, isAutofillSupported: false })
      for (const flow of [...flows, Passkey.signIn({ mediation: "conditional" })]) {
        assert.strictEqual((yield* failure(on(host)(flow)))._tag, "WebAuthnNotSupported")
      }
      assert.isFalse(yield* on(host)(Passkey.isSupported))
      assert.isFalse(yield* on(host)(Passkey.isAutofillSupported))
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layer)))

  it.effect("autofill sends no request if the browser does not support it", () =>
    Effect.gen(function*() {
      const host = makeHost({ isAutofillSupported: false })
      const error = yield* failure(on(host)(Passkey.signIn({ mediation: "conditional" })))
      assert.strictEqual(error._tag, "WebAuthnNotSupported")
      assert.isTrue(yield* on(host)(Passkey.isSupported))
      assert.lengthOf((yield* Wire).requests, 0)
      // A sign-in by button does not require autofill.
      assert.notStrictEqual((yield* failure(on(host)(Passkey.signIn())))._tag, "WebAuthnNotSupported")
      assert.lengthOf((yield* Wire).requests, 1)
    }).pipe(Effect.provide(layer)))

  it.effect("every flow fails outside a browser without a provided layer", () =>
    Effect.gen(function*() {
      assert.isFalse(yield* Passkey.isSupported)
      assert.isFalse(yield* Passkey.isAutofillSupported)
      assert.strictEqual((yield* failure(Passkey.register()))._tag, "WebAuthnNotSupported")
      assert.strictEqual((yield* failure(Passkey.signIn()))._tag, "WebAuthnNotSupported")
      assert.lengthOf((yield* Wire).requests, 0)
    }).pipe(Effect.provide(layer)))
})

describe("options from another source than the service", () => {
  const registration = {
    rp: { id: Passkey.placeholderRpId, name: "Test" },
    user: { id: "dXNlcg", name: "Ada", displayName: "Ada" },
    challenge: "Y2hhbGxlbmdl",
    pubKeyCredParams: [{ alg: -7, type: "public-key" }]
  }

  /** Runs a flow against a service with these options, and returns the refused field. */
  const refused = (flow: Flow) =>
    Effect.map(Effect.result(flow), (result) =>
      Result.isSuccess(result)
        ? "nothing"
        : result.failure instanceof ApiError && result.failure.reason._tag === "InvalidResponse"
        ? result.failure.reason.path.join(".")
        : result.failure._tag)

  const answering = (options: object) =>
    layerClient(
      layerWire(({ url }) =>
        url.includes("initiate")
          ? response(200, { options_json: options, code: "c".repeat(45) })
          : response(200, { user_handle: "id" })
      ),
      {},
      signedIn
    )

  it.effect("options of another relying party are not passed to the host", () =>
    Effect.gen(function*() {
      const host = makeHost()
      assert.strictEqual(yield* refused(on(host)(Passkey.register())), "options_json.rp.id")
      assert.lengthOf(host.asked, 0)
    }).pipe(Effect.provide(answering({ ...registration, rp: { id: "localhost", name: "Test" } }))))

  it.effect("sign-in options of another relying party are not passed to the host", () =>
    Effect.gen(function*() {
      const host = makeHost()
      for (const mediation of ["required", "conditional"] as const) {
        assert.strictEqual(yield* refused(on(host)(Passkey.signIn({ mediation }))), "options_json.rpId")
      }
      assert.lengthOf(host.asked, 0)
    }).pipe(Effect.provide(answering({ rpId: "localhost", challenge: "Y2hhbGxlbmdl" }))))

  for (const [length, isValid] of [[0, false], [1, true], [64, true], [65, false]] as const) {
    const id = Buffer.alloc(length, 1).toString("base64url")
    it.effect(`options with a user id of ${length} bytes ${isValid ? "reach" : "do not reach"} the host`, () =>
      Effect.gen(function*() {
        const host = makeHost()
        assert.strictEqual(
          yield* refused(on(host)(Passkey.register())),
          isValid ? "nothing" : "options_json.user.id"
        )
        assert.lengthOf(host.asked, isValid ? 1 : 0)
      }).pipe(Effect.provide(answering({ ...registration, user: { ...registration.user, id } }))))
  }
})

describe("a flow's output", () => {
  it.effect("the output of a passkey flow contains no secret, even if the service echoes the input", () =>
    Effect.gen(function*() {
      const host = makeHost()
      let told = ""
      const layer = layerEcho((request) => {
        if (!request.url.includes("initiate")) {
          told = echo(request)
          return response(400, told)
        }
        const user = { id: "dXNlcg", name: "Ada", displayName: "Ada" }
        return response(200, {
          options_json: {
            rp: { id: Passkey.placeholderRpId, name: "Test" },
            rpId: Passkey.placeholderRpId,
            user,
            challenge: "Y2hhbGxlbmdl",
            pubKeyCredParams: []
          },
          code: `${mark}code`
        })
      })
      for (const flow of flows) {
        assertNothingShows(yield* Effect.provide(everything(on(host)(flow)), layer))
        assert.include(told, `${mark}code`)
        host.user = fails("Not now", "NotAllowedError")
        assertNothingShows(yield* Effect.provide(everything(on(host)(flow)), layer))
        host.user = Effect.void
      }
    }))
})
