import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { CodedError } from "./CodedError.ts"

/** A credential descriptor. See `PublicKeyCredentialDescriptorJSON` in WebAuthn Level 3 § 5.1. */
export type CredentialDescriptor = {
  readonly id: string
  readonly type: "public-key"
  /** The authenticator's transports, such as `internal` or `usb`. Future browsers may add others. */
  readonly transports?: ReadonlyArray<string> | undefined
}

/** The options for creating a passkey. See `PublicKeyCredentialCreationOptionsJSON` in WebAuthn Level 3 § 5.1.8. */
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

/** The options for signing in. See `PublicKeyCredentialRequestOptionsJSON` in WebAuthn Level 3 § 5.1.9. */
export interface SignInOptions {
  readonly rpId: string
  readonly challenge: string
  readonly allowCredentials?: ReadonlyArray<CredentialDescriptor> | undefined
  /** In milliseconds. */
  readonly timeout?: number | undefined
  readonly userVerification?: "discouraged" | "preferred" | "required" | undefined
}

/** The response from an authenticator that has created a passkey. See `RegistrationResponseJSON` in WebAuthn Level 3 § 5.1. */
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

/** An authenticator's response to a sign-in. See `AuthenticationResponseJSON` in WebAuthn Level 3 § 5.1. */
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

/** The host does not support passkeys: it is not a browser, the browser is too old, or the page is not served over https. */
export class WebAuthnNotSupported extends CodedError("WebAuthnNotSupported")<{ readonly message: string }> {}

/**
 * A ceremony failed. `code` is the error code from `@simplewebauthn/browser`, such as `ERROR_CEREMONY_ABORTED`, or the name
 * of the browser's exception, such as `NotAllowedError`. It is `undefined` for other failures, such as a library that fails
 * to load.
 */
export class WebAuthnError extends Data.TaggedError("WebAuthnError")<{
  readonly message: string
  readonly code: string | undefined
  readonly cause?: unknown
}> {}

/** A ceremony's interface: a dialog, or with `conditional` the autofill of inputs whose `autocomplete` ends with `webauthn`. */
export type Mediation = "conditional" | "required"

/** A host's WebAuthn API. Interrupting a ceremony cancels it. */
export interface WebAuthn {
  /** Succeeds with `true` if the host supports passkeys. The user may not have a passkey yet. */
  readonly isSupported: Effect.Effect<boolean>
  /** Succeeds with `true` if the host can suggest passkeys in forms. */
  readonly isAutofillSupported: Effect.Effect<boolean>
  /**
   * Succeeds with `true` if the device has an authenticator for passkeys, such as a fingerprint reader. `false` by default.
   */
  readonly isOnDevice?: Effect.Effect<boolean> | undefined
  /** The page's host name, which is the relying party of its passkeys. */
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

/** The host's WebAuthn API; the browser's by default. */
export const WebAuthn: Context.Reference<WebAuthn> = /*#__PURE__*/ Context.Reference("latchkey/platform/WebAuthn", {
  defaultValue: () => makeOnDemand()
})

/** The browser's API. The code for ceremonies loads when the first one starts. */
const makeOnDemand = (): WebAuthn => {
  const { hostname, isAutofillSupported, isOnDevice, isSupported } = makeSupport(globalThis)
  const load = Effect.tryPromise({
    try: async () => (await import("./webAuthnBrowser.ts")).browser,
    catch: (cause) => new WebAuthnError({ message: "The WebAuthn library failed to load", code: undefined, cause })
  })
  return {
    isSupported,
    isAutofillSupported,
    isOnDevice,
    hostname,
    create: (options) => Effect.flatMap(load, (browser) => browser.create(options)),
    get: (options, mediation) => Effect.flatMap(load, (browser) => browser.get(options, mediation))
  }
}

/** A browser's globals for feature detection. */
export interface BrowserGlobals {
  readonly location?: { readonly hostname: string } | undefined
  readonly PublicKeyCredential?: {
    readonly isConditionalMediationAvailable?: (() => Promise<boolean>) | undefined
    readonly isUserVerifyingPlatformAuthenticatorAvailable?: (() => Promise<boolean>) | undefined
  } | undefined
}

/** Creates a browser's feature detection. */
export const makeSupport = (globals: BrowserGlobals) => {
  const isSupported = Effect.sync(() => typeof globals.PublicKeyCredential === "function")
  /** Resolves to `true` if the browser can suggest passkeys in forms. */
  const isAutofillAvailable = async () =>
    await globals.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
  /** Succeeds with `false` if the browser rejects the question. */
  const ask = (answer: () => Promise<boolean>): Effect.Effect<boolean> =>
    Effect.promise(() => answer().catch(() => false))
  /** Runs an effect if the host supports passkeys, and fails otherwise. */
  const requireSupport = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.flatMap(
      isSupported,
      (isSupported): Effect.Effect<A, E | WebAuthnNotSupported> =>
        isSupported ? effect : Effect.fail(new WebAuthnNotSupported({ message: "Passkeys are not supported here" }))
    )
  return {
    isSupported,
    isAutofillAvailable,
    requireSupport,
    isAutofillSupported: ask(isAutofillAvailable),
    isOnDevice: ask(async () =>
      await globals.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.() === true
    ),
    hostname: requireSupport(Effect.sync(() => globals.location?.hostname ?? ""))
  }
}
