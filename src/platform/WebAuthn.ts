/**
 * Passkeys as a host has them: whether it has any, and the two ceremonies with an authenticator, whose options and responses
 * are the JSON of WebAuthn Level 3.
 *
 * In a browser nothing has to be provided. A host of another kind, such as a native app, replaces the reference, and so does
 * a test.
 *
 * **Example** (A host of its own)
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
 * A credential that an authenticator may know. See `PublicKeyCredentialDescriptorJSON` in WebAuthn Level 3 § 5.1.
 *
 * @category models
 * @since 0.1.0
 */
export interface CredentialDescriptor {
  readonly id: string
  readonly type: "public-key"
  /** How the authenticator may be reached, such as `internal` or `usb`. Newer ways may turn up. */
  readonly transports?: ReadonlyArray<string> | undefined
}

/**
 * What an authenticator needs to create a passkey. See `PublicKeyCredentialCreationOptionsJSON` in WebAuthn Level 3
 * § 5.1.8.
 *
 * @category models
 * @since 0.1.0
 */
export interface RegistrationOptions {
  readonly rp: { readonly id: string; readonly name: string }
  /** The id is 1 to 64 bytes, in base64url. */
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
 * What an authenticator needs to sign in. See `PublicKeyCredentialRequestOptionsJSON` in WebAuthn Level 3 § 5.1.9.
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
 * What an authenticator says of a passkey that it has created. See `RegistrationResponseJSON` in WebAuthn Level 3 § 5.1.
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
 * What an authenticator says to sign in. See `AuthenticationResponseJSON` in WebAuthn Level 3 § 5.1.
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
 * The host has no passkeys: it is no browser, too old a browser, or the page came without encryption.
 *
 * @category errors
 * @since 0.1.0
 */
export class WebAuthnNotSupported extends Data.TaggedError("WebAuthnNotSupported")<{ readonly message: string }> {}

/**
 * A ceremony failed. `code` says why where the host has named it: a code of `@simplewebauthn/browser`, such as
 * `ERROR_CEREMONY_ABORTED`, or where that has none the name of the browser's exception, such as `NotAllowedError`. Whatever
 * else went wrong has no code, such as a library that could not be loaded.
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
 * How the user is asked for a passkey: by a dialogue, or with `conditional` by the suggestions of an input whose
 * `autocomplete` ends in `webauthn`.
 *
 * @category models
 * @since 0.1.0
 */
export type Mediation = "conditional" | "required"

/**
 * What a host can do about passkeys. Interrupting a ceremony ends it in the host too.
 *
 * @category models
 * @since 0.1.0
 */
export interface WebAuthn {
  /** Whether there are passkeys here at all. The user may have none nevertheless. */
  readonly isSupported: Effect.Effect<boolean>
  /** Whether passkeys can be suggested where a form is filled in. */
  readonly isAutofillSupported: Effect.Effect<boolean>
  /** The host name of the page, which its passkeys are for. */
  readonly hostname: Effect.Effect<string, WebAuthnNotSupported>
  /** Lets the user create a passkey. */
  readonly create: (
    options: RegistrationOptions
  ) => Effect.Effect<RegistrationResponse, WebAuthnError | WebAuthnNotSupported>
  /** Lets the user choose a passkey, and signs with it. */
  readonly get: (
    options: SignInOptions,
    mediation: Mediation
  ) => Effect.Effect<SignInResponse, WebAuthnError | WebAuthnNotSupported>
}

/**
 * The passkeys of the host; those of the browser unless a program provides others.
 *
 * @category references
 * @since 0.1.0
 */
export const WebAuthn: Context.Reference<WebAuthn> = /*#__PURE__*/ Context.Reference("latchkey/platform/WebAuthn", {
  defaultValue: () => fromLibrary(() => import("@simplewebauthn/browser"))
})

/**
 * The part of `@simplewebauthn/browser` that ceremonies need.
 *
 * @category models
 * @since 0.1.0
 */
export type Library = Pick<
  typeof import("@simplewebauthn/browser"),
  "startAuthentication" | "startRegistration" | "WebAuthnAbortService" | "WebAuthnError"
>

/**
 * What tells a browser with passkeys, as its global object has it.
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
 * Creates the passkeys of a browser. `load` gets `@simplewebauthn/browser`, when a ceremony begins and not before.
 *
 * There is one ceremony at a time: another one that begins ends it, with the code `ERROR_CEREMONY_ABORTED`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLibrary = (load: () => Promise<Library>, globals: BrowserGlobals = globalThis): WebAuthn => {
  const isSupported = Effect.sync(() => typeof globals.PublicKeyCredential === "function")
  const isAutofillAvailable = async () =>
    await globals.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
  /** The signal of the ceremony that was begun last, which is the one that the library would cancel. */
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
              // Before it begins, the library looks for itself whether passkeys are suggested.
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
    create: (options) =>
      // Sound, here and below: the library's types are of the same standard, and leave out that it changes nothing.
      ceremony(({ startRegistration }) =>
        startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] })
      ),
    get: (options, mediation) =>
      ceremony(({ startAuthentication }) =>
        startAuthentication({
          optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"],
          useBrowserAutofill: mediation === "conditional",
          // The input may come later.
          verifyBrowserAutofillInput: false
        }), mediation)
  }
}

const makeError = (message: string, cause: unknown, code?: string) => new WebAuthnError({ message, code, cause })

/** The library knows the reason by a code; or else the browser names it. Both tell in a text of their own. */
const errorOf = (library: Library, cause: unknown): WebAuthnError => {
  if (cause instanceof library.WebAuthnError) {
    const isNamedByBrowser = cause.code === "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY"
    return makeError(cause.message, cause, isNamedByBrowser ? cause.name : cause.code)
  }
  const message = cause instanceof Error ? cause.message : "The WebAuthn ceremony failed"
  return makeError(message, cause, cause instanceof DOMException ? cause.name : undefined)
}
