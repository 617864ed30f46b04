import * as Effect from "effect/Effect"
import {
  type BrowserGlobals,
  makeSupport,
  type Mediation,
  type RegistrationResponse,
  type SignInResponse,
  type WebAuthn,
  WebAuthnError
} from "./webAuthnService.ts"

/** The part of `@simplewebauthn/browser` that is used. */
export interface Library {
  // `any` is sound, here and below: the library's types follow the same standard, but are not readonly.
  readonly startRegistration: (options: { readonly optionsJSON: any }) => Promise<RegistrationResponse>
  readonly startAuthentication: (options: {
    readonly optionsJSON: any
    readonly useBrowserAutofill: boolean
    readonly verifyBrowserAutofillInput: boolean
  }) => Promise<SignInResponse>
  readonly WebAuthnAbortService: { readonly cancelCeremony: () => void }
  readonly WebAuthnError: abstract new(options: never) => Error & { readonly code: string }
}

/**
 * Creates a browser's WebAuthn API. `load` imports `@simplewebauthn/browser` when the first ceremony starts.
 *
 * Only one ceremony can run at a time. A second one ends the first with the code `ERROR_CEREMONY_ABORTED`.
 */
export const fromLibrary = (load: () => Promise<Library>, globals: BrowserGlobals = globalThis): WebAuthn => {
  const { isAutofillAvailable, requireSupport, ...support } = makeSupport(globals)
  /** The latest ceremony's signal. The library cancels only that ceremony. */
  let latest: AbortSignal | undefined

  const ceremony = <A>(begin: (library: Library) => Promise<A>, mediation: Mediation = "required") =>
    requireSupport(Effect.flatMap(
      Effect.tryPromise({ try: load, catch: (cause) => makeError("The WebAuthn library failed to load", cause) }),
      (library) =>
        Effect.tryPromise({
          try: (signal) => {
            const cancel = () => {
              if (latest === signal) library.WebAuthnAbortService.cancelCeremony()
            }
            latest = signal
            signal.addEventListener("abort", () => {
              // The library also detects autofill before it starts the ceremony, so the cancellation waits for the same
              // check.
              if (mediation === "conditional") isAutofillAvailable().then(cancel, cancel)
              else cancel()
            })
            return begin(library)
          },
          catch: (cause) => errorOf(library, cause)
        })
    ))

  return {
    ...support,
    create: (options) => ceremony((library) => library.startRegistration({ optionsJSON: options })),
    get: (options, mediation) =>
      ceremony((library) =>
        library.startAuthentication({
          optionsJSON: options,
          useBrowserAutofill: mediation === "conditional",
          // The input may be added to the page later.
          verifyBrowserAutofillInput: false
        }), mediation)
  }
}

const makeError = (message: string, cause: unknown, code?: string) => new WebAuthnError({ message, code, cause })

/** Converts a ceremony's exception. The code is the library's, or the browser's exception name. */
const errorOf = (library: Library, cause: unknown): WebAuthnError => {
  if (cause instanceof library.WebAuthnError) {
    const isNamedByBrowser = cause.code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"
    return makeError(cause.message, cause, isNamedByBrowser ? cause.name : cause.code)
  }
  const message = cause instanceof Error ? cause.message : "The WebAuthn ceremony failed"
  return makeError(message, cause, cause instanceof DOMException ? cause.name : undefined)
}
