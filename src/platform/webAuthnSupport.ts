/**
 * Feature detection for WebAuthn, without the code of the ceremonies.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { type WebAuthn, WebAuthnNotSupported } from "./webAuthnService.ts"

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

/** The part of the API that detects features. */
export interface WebAuthnSupport extends Pick<WebAuthn, "isSupported" | "isAutofillSupported" | "hostname"> {
  /** Resolves to `true` if the browser can suggest passkeys in forms. */
  readonly isAutofillAvailable: () => Promise<boolean>
  /** Runs an effect if the host supports passkeys, and fails otherwise. */
  readonly requireSupport: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | WebAuthnNotSupported>
}

/**
 * Creates the feature detection of a browser.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeSupport = (globals: BrowserGlobals): WebAuthnSupport => {
  const isSupported = Effect.sync(() => typeof globals.PublicKeyCredential === "function")
  const isAutofillAvailable = async () =>
    await globals.PublicKeyCredential?.isConditionalMediationAvailable?.() === true
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
    isAutofillSupported: Effect.orElseSucceed(Effect.tryPromise(isAutofillAvailable), () => false),
    hostname: requireSupport(Effect.sync(() => globals.location?.hostname ?? ""))
  }
}
