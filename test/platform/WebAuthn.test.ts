import { assert, describe, it } from "@effect/vitest"
import * as simpleWebAuthn from "@simplewebauthn/browser"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { WebAuthn } from "latchkey"

const options: WebAuthn.SignInOptions = { rpId: "app.example.com", challenge: "Y2hhbGxlbmdl" }
const creation: WebAuthn.RegistrationOptions = {
  rp: { id: "app.example.com", name: "App" },
  user: { id: "dXNlcg", name: "Ada", displayName: "Ada" },
  challenge: "Y2hhbGxlbmdl",
  pubKeyCredParams: [{ alg: -7, type: "public-key" }]
}

/** The global object of a browser with passkeys. */
const browser = (suggests: () => Promise<boolean> = async () => true): WebAuthn.BrowserGlobals => ({
  location: { hostname: "app.example.com" },
  PublicKeyCredential: Object.assign(() => {}, { isConditionalMediationAvailable: suggests })
})

/** A library whose ceremonies end when the test or another ceremony ends them, like the real one. */
const makeLibrary = () => {
  const begun: Array<{ readonly options: object; readonly end: (error?: unknown) => void }> = []
  let loads = 0
  const abort = () =>
    begun.at(-1)?.end(
      new simpleWebAuthn.WebAuthnError({
        message: "Aborted",
        code: "ERROR_CEREMONY_ABORTED",
        cause: new DOMException("", "AbortError")
      })
    )
  const begin = (options: object) => {
    abort()
    return new Promise<never>((resolve, reject) => {
      begun.push({
        options,
        // Sound: the service under test passes a ceremony's result on unchanged.
        end: (error) => error === undefined ? resolve("the response" as never) : reject(error)
      })
    })
  }
  const cancelled = { times: 0 }
  const library: WebAuthn.Library = {
    WebAuthnError: simpleWebAuthn.WebAuthnError,
    // Sound: only this part is used.
    WebAuthnAbortService: {
      cancelCeremony: () => {
        cancelled.times++
        abort()
      }
    } as WebAuthn.Library["WebAuthnAbortService"],
    startAuthentication: begin,
    startRegistration: begin
  }
  return {
    begun,
    cancelled,
    library,
    loads: () => loads,
    load: async () => {
      loads++
      return library
    }
  }
}

/** Runs promises and fibers until they wait. */
const settle = Effect.andThen(
  Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
  TestClock.adjust(0)
)

describe("fromLibrary", () => {
  it.effect("loads the library when a ceremony starts, and not before", () =>
    Effect.gen(function*() {
      const { begun, load, loads } = makeLibrary()
      const host = WebAuthn.fromLibrary(load, browser())
      assert.isTrue(yield* host.isSupported)
      assert.isTrue(yield* host.isAutofillSupported)
      assert.strictEqual(yield* host.hostname, "app.example.com")
      assert.strictEqual(loads(), 0)
      const fiber = yield* Effect.forkChild(host.create(creation))
      yield* settle
      assert.strictEqual(loads(), 1)
      begun[0]!.end()
      assert.strictEqual<unknown>(yield* Fiber.join(fiber), "the response")
    }))

  it.effect("passes the options and the mediation to the library", () =>
    Effect.gen(function*() {
      const { begun, load } = makeLibrary()
      const host = WebAuthn.fromLibrary(load, browser())
      yield* Effect.forkChild(host.create(creation))
      yield* settle
      yield* Effect.forkChild(host.get(options, "required"))
      yield* settle
      yield* Effect.forkChild(host.get(options, "conditional"))
      yield* settle
      assert.deepStrictEqual(begun.map(({ options }) => options), [
        { optionsJSON: creation },
        { optionsJSON: options, useBrowserAutofill: false, verifyBrowserAutofillInput: false },
        { optionsJSON: options, useBrowserAutofill: true, verifyBrowserAutofillInput: false }
      ])
    }))

  for (const mediation of ["required", "conditional"] as const) {
    it.effect(`cancels an interrupted ceremony: ${mediation}`, () =>
      Effect.gen(function*() {
        const { cancelled, load } = makeLibrary()
        const fiber = yield* Effect.forkChild(WebAuthn.fromLibrary(load, browser()).get(options, mediation))
        yield* settle
        yield* Fiber.interrupt(fiber)
        yield* settle
        assert.strictEqual(cancelled.times, 1)
      }))
  }

  it.effect("cancels autofill that is interrupted while the library checks support", () =>
    Effect.gen(function*() {
      const { begun, cancelled, library } = makeLibrary()
      let say = (_: boolean) => {}
      const answer = new Promise<boolean>((resolve) => say = resolve)
      const startAuthentication: typeof library.startAuthentication = async (options) => {
        await answer
        return library.startAuthentication(options)
      }
      const load = async () => ({ ...library, startAuthentication })
      const host = WebAuthn.fromLibrary(load, browser(() => answer))
      const fiber = yield* Effect.forkChild(host.get(options, "conditional"))
      yield* settle
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual([begun.length, cancelled.times], [0, 0])
      say(true)
      yield* settle
      assert.deepStrictEqual([begun.length, cancelled.times], [1, 1])
    }))

  it.effect("starts nothing if it is interrupted before the library is loaded", () =>
    Effect.gen(function*() {
      const { begun, cancelled, library } = makeLibrary()
      let loaded = (_: WebAuthn.Library) => {}
      const host = WebAuthn.fromLibrary(() => new Promise((resolve) => loaded = resolve), browser())
      const fiber = yield* Effect.forkChild(host.get(options, "required"))
      yield* settle
      yield* Fiber.interrupt(fiber)
      loaded(library)
      yield* settle
      assert.deepStrictEqual([begun.length, cancelled.times], [0, 0])
    }))

  it.effect("ends the first of two ceremonies when the second starts", () =>
    Effect.gen(function*() {
      const { begun, load } = makeLibrary()
      const host = WebAuthn.fromLibrary(load, browser())
      const first = yield* Effect.forkChild(Effect.flip(host.get(options, "conditional")))
      yield* settle
      const second = yield* Effect.forkChild(host.get(options, "required"))
      const error = yield* Fiber.join(first)
      assert.strictEqual(error._tag === "WebAuthnError" && error.code, "ERROR_CEREMONY_ABORTED")
      begun[1]!.end()
      yield* Fiber.join(second)
    }))

  it.effect("interrupting the first of two ceremonies does not affect the second", () =>
    Effect.gen(function*() {
      const { begun, cancelled, library } = makeLibrary()
      // A browser may end the first one slowly.
      const slow = { ...library, startAuthentication: () => new Promise<never>(() => {}) }
      let calls = 0
      const host = WebAuthn.fromLibrary(async () => calls++ === 0 ? slow : library, browser())
      const first = yield* Effect.forkChild(host.get(options, "required"))
      yield* settle
      const second = yield* Effect.forkChild(host.get(options, "required"))
      yield* settle
      yield* Fiber.interrupt(first)
      assert.strictEqual(cancelled.times, 0)
      begun[0]!.end()
      yield* Fiber.join(second)
    }))
})

describe("an error of a ceremony", () => {
  const errorOf = Effect.fnUntraced(function*(thrown: unknown) {
    const { library } = makeLibrary()
    const load = async () => ({ ...library, startAuthentication: () => Promise.reject(thrown) })
    const error = yield* Effect.flip(WebAuthn.fromLibrary(load, browser()).get(options, "required"))
    assert(error._tag === "WebAuthnError")
    assert.strictEqual(error.cause, thrown)
    return error
  })

  const of = (code: string, name = "UnknownError", message = "Text of the library") =>
    // Sound: the library may add codes.
    new simpleWebAuthn.WebAuthnError({ message, code: code as never, cause: new DOMException("Text", name) })

  for (const code of ["ERROR_CEREMONY_ABORTED", "ERROR_INVALID_DOMAIN", "ERROR_OF_TOMORROW"]) {
    it.effect(`has the library's code: ${code}`, () =>
      Effect.gen(function*() {
        const error = yield* errorOf(of(code))
        assert.deepStrictEqual([error.code, error.message], [code, "Text of the library"])
      }))
  }

  it.effect("has the browser's error name if the library passes it on", () =>
    Effect.gen(function*() {
      const error = yield* errorOf(of("ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY", "NotAllowedError", "Timed out"))
      assert.deepStrictEqual([error.code, error.message], ["NotAllowedError", "Timed out"])
    }))

  it.effect("has the browser's error name if the library does not know it", () =>
    Effect.gen(function*() {
      const error = yield* errorOf(new DOMException("A request is already pending.", "OperationError"))
      assert.deepStrictEqual([error.code, error.message], ["OperationError", "A request is already pending."])
    }))

  it.effect("a ceremony error that is not a browser error has no code", () =>
    Effect.gen(function*() {
      const nothing: unknown = Object.create(null)
      for (const thrown of [new TypeError("not a function"), new Error("Authentication was not completed"), nothing]) {
        assert.isUndefined((yield* errorOf(thrown)).code)
      }
    }))

  it.effect("a ceremony error has no code if the library throws synchronously or cannot be loaded", () =>
    Effect.gen(function*() {
      const { library } = makeLibrary()
      const thrown = new TypeError("navigator.credentials is undefined")
      const fail = () => {
        throw thrown
      }
      for (const load of [fail, async () => ({ ...library, startRegistration: fail })]) {
        const error = yield* Effect.flip(WebAuthn.fromLibrary(load, browser()).create(creation))
        assert(error._tag === "WebAuthnError")
        assert.deepStrictEqual([error.code, error.cause], [undefined, thrown])
      }
    }))
})

describe("a host without passkeys", () => {
  it.effect("hosts that are not browsers have no passkeys, and load no library", () =>
    Effect.gen(function*() {
      const { load, loads } = makeLibrary()
      for (const host of [yield* WebAuthn.WebAuthn, WebAuthn.fromLibrary(load), WebAuthn.fromLibrary(load, {})]) {
        assert.isFalse(yield* host.isSupported)
        assert.isFalse(yield* host.isAutofillSupported)
        for (const effect of [host.hostname, host.create(creation), host.get(options, "required")]) {
          const error = yield* Effect.flip<unknown, { readonly _tag: string }, never>(effect)
          assert.strictEqual(error._tag, "WebAuthnNotSupported")
        }
      }
      assert.strictEqual(loads(), 0)
    }))

  it.effect("offers no autofill if the browser does not support it, or fails to report support", () =>
    Effect.gen(function*() {
      const { load } = makeLibrary()
      const older = { PublicKeyCredential: Object.assign(() => {}, { isConditionalMediationAvailable: undefined }) }
      for (const globals of [older, browser(async () => false), browser(() => Promise.reject(new Error("no")))]) {
        const host = WebAuthn.fromLibrary(load, globals)
        assert.isTrue(yield* host.isSupported)
        assert.isFalse(yield* host.isAutofillSupported)
      }
    }))
})
