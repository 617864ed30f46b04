/**
 * The WebAuthn API of the host: feature detection, and the two ceremonies. Their options and responses are the JSON of
 * WebAuthn Level 3.
 *
 * In browsers, no layer is necessary. Native apps and tests provide their own implementation.
 *
 * **Example** (A native implementation)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { WebAuthn } from "latchkey"
 *
 * declare const native: {
 *   readonly createPasskey: (options: WebAuthn.RegistrationOptions) => Promise<WebAuthn.RegistrationResponse>
 *   readonly getPasskey: (options: WebAuthn.SignInOptions) => Promise<WebAuthn.SignInResponse>
 * }
 *
 * const failed = (cause: unknown) => new WebAuthn.WebAuthnError({ message: String(cause), code: "NativeError" })
 *
 * const layer = Layer.succeed(WebAuthn.WebAuthn, {
 *   isSupported: Effect.succeed(true),
 *   isAutofillSupported: Effect.succeed(false),
 *   hostname: Effect.succeed("app.example.com"),
 *   create: (options) => Effect.tryPromise({ try: () => native.createPasskey(options), catch: failed }),
 *   get: (options) => Effect.tryPromise({ try: () => native.getPasskey(options), catch: failed })
 * })
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/**
 * A credential descriptor. See `PublicKeyCredentialDescriptorJSON` in WebAuthn Level 3 § 5.1.
 *
 * @category models
 * @since 0.1.0
 */
export interface CredentialDescriptor {
  readonly id: string
  readonly type: "public-key"
  /** The transports of the authenticator, such as `internal` or `usb`. Future browsers may add others. */
  readonly transports?: ReadonlyArray<string> | undefined
}

/**
 * The options for creating a passkey. See `PublicKeyCredentialCreationOptionsJSON` in WebAuthn Level 3 § 5.1.8.
 *
 * @category models
 * @since 0.1.0
 */
export interface RegistrationOptions {
  readonly rp: { readonly id: string; readonly name: string }
  /** The id has 1 to 64 bytes, in base64url. */
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly challenge: string
  readonly pubKeyCredParams: ReadonlyArray<{ readonly alg: number; readonly type: "public-key" }>
  /** In milliseconds. */
  readonly timeout?: number | undefined
  readonly excludeCredentials?: ReadonlyArray<CredentialDescriptor> | undefined
  readonly authenticatorSelection?: {
    readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined
    readonly residentKey?: "discouraged" | "preferred" | "required" | undefined
    readonly requireResidentKey?: boolean | undefined
    readonly userVerification?: "discouraged" | "preferred" | "required" | undefined
  } | undefined
  readonly attestation?: "direct" | "enterprise" | "indirect" | "none" | undefined
  readonly extensions?: { readonly credProps?: boolean | undefined } | undefined
}

/**
 * The options for signing in. See `PublicKeyCredentialRequestOptionsJSON` in WebAuthn Level 3 § 5.1.9.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignInOptions {
  readonly rpId: string
  readonly challenge: string
  readonly allowCredentials?: ReadonlyArray<CredentialDescriptor> | undefined
  /** In milliseconds. */
  readonly timeout?: number | undefined
  readonly userVerification?: "discouraged" | "preferred" | "required" | undefined
}

/**
 * The response of an authenticator that has created a passkey. See `RegistrationResponseJSON` in WebAuthn Level 3 § 5.1.
 *
 * @category models
 * @since 0.1.0
 */
export interface RegistrationResponse {
  readonly id: string
  readonly rawId: string
  readonly type: "public-key"
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: ReadonlyArray<string> | undefined
    readonly publicKeyAlgorithm?: number | undefined
    readonly publicKey?: string | undefined
    readonly authenticatorData?: string | undefined
  }
  readonly clientExtensionResults: object
  readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined
}

/**
 * The response of an authenticator to a sign-in. See `AuthenticationResponseJSON` in WebAuthn Level 3 § 5.1.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignInResponse {
  readonly id: string
  readonly rawId: string
  readonly type: "public-key"
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
  readonly clientExtensionResults: object
  readonly authenticatorAttachment?: "cross-platform" | "platform" | undefined
}

/**
 * The host does not support passkeys: it is not a browser, the browser is too old, or the page is not served over https.
 *
 * @category errors
 * @since 0.1.0
 */
export class WebAuthnNotSupported extends Data.TaggedError("WebAuthnNotSupported")<{ readonly message: string }> {}

/**
 * A ceremony failed. `code` is the error code of `@simplewebauthn/browser`, such as `ERROR_CEREMONY_ABORTED`, or the name
 * of the browser's exception, such as `NotAllowedError`. It is `undefined` for other failures, such as a library that fails
 * to load.
 *
 * @category errors
 * @since 0.1.0
 */
export class WebAuthnError extends Data.TaggedError("WebAuthnError")<{
  readonly message: string
  readonly code: string | undefined
  readonly cause?: unknown
}> {}

/**
 * The user interface of a ceremony: a dialog, or with `conditional` the autofill of an input whose `autocomplete` ends with
 * `webauthn`.
 *
 * @category models
 * @since 0.1.0
 */
export type Mediation = "conditional" | "required"

/**
 * The WebAuthn API of a host. Interrupting a ceremony cancels it.
 *
 * @category models
 * @since 0.1.0
 */
export interface WebAuthn {
  /** Succeeds with `true` if the host supports passkeys. The user may not have a passkey yet. */
  readonly isSupported: Effect.Effect<boolean>
  /** Succeeds with `true` if the host can suggest passkeys in forms. */
  readonly isAutofillSupported: Effect.Effect<boolean>
  /** The host name of the page, which is the relying party of its passkeys. */
  readonly hostname: Effect.Effect<string, WebAuthnNotSupported>
  /** Prompts the user to create a passkey. */
  readonly create: (
    options: RegistrationOptions
  ) => Effect.Effect<RegistrationResponse, WebAuthnError | WebAuthnNotSupported>
  /** Prompts the user to sign in with a passkey. */
  readonly get: (
    options: SignInOptions,
    mediation: Mediation
  ) => Effect.Effect<SignInResponse, WebAuthnError | WebAuthnNotSupported>
}

/**
 * The WebAuthn API of the host; the browser's by default.
 *
 * @category references
 * @since 0.1.0
 */
export const WebAuthn: Context.Reference<WebAuthn> = /*#__PURE__*/ Context.Reference("latchkey/platform/WebAuthn", {
  defaultValue: () => fromLibrary(() => import("@simplewebauthn/browser"))
})

/**
 * The part of `@simplewebauthn/browser` that is used.
 *
 * @category models
 * @since 0.1.0
 */
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
 * The globals of a browser that are used for feature detection.
 *
 * @category models
 * @since 0.1.0
 */
export interface BrowserGlobals {
  readonly location?: { readonly hostname: string } | undefined
  readonly PublicKeyCredential?: {
    readonly isConditionalMediationAvailable?: (() => Promise<boolean>) | undefined
  } | undefined
}

/**
 * Creates the WebAuthn API of a browser. `load` imports `@simplewebauthn/browser` when the first ceremony starts.
 *
 * Only one ceremony can run at a time. A second one ends the first with the code `ERROR_CEREMONY_ABORTED`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLibrary = (load: () => Promise<Library>, globals: BrowserGlobals = globalThis): WebAuthn => {
  const isSupported = Effect.sync(() => typeof globals.PublicKeyCredential === "function")
  const isAutofillAvailable = async () =>
    await globals.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
  /** The signal of the latest ceremony. The library cancels only that ceremony. */
  let latest: AbortSignal | undefined

  const requireSupport = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.flatMap(
      isSupported,
      (isSupported): Effect.Effect<A, E | WebAuthnNotSupported> =>
        isSupported ? effect : Effect.fail(new WebAuthnNotSupported({ message: "Passkeys are not supported here" }))
    )

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
    isSupported,
    isAutofillSupported: Effect.orElseSucceed(Effect.tryPromise(isAutofillAvailable), () => false),
    hostname: requireSupport(Effect.sync(() => globals.location?.hostname ?? "")),
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

/** Converts an exception of a ceremony. The code is the library's, or the name of the browser's exception. */
const errorOf = (library: Library, cause: unknown): WebAuthnError => {
  if (cause instanceof library.WebAuthnError) {
    const isNamedByBrowser = cause.code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"
    return makeError(cause.message, cause, isNamedByBrowser ? cause.name : cause.code)
  }
  const message = cause instanceof Error ? cause.message : "The WebAuthn ceremony failed"
  return makeError(message, cause, cause instanceof DOMException ? cause.name : undefined)
}
