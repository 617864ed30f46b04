/** Feature detection for passkeys. */
import * as Effect from "effect/Effect"
import { WebAuthn } from "../../platform/webAuthnService.ts"

/**
 * Succeeds with `true` if the host supports passkeys, and with `false` on servers, in old browsers and on pages without
 * https. The user may still have no passkey.
 */
export const isSupported: Effect.Effect<boolean> = /*#__PURE__*/ Effect.flatMap(
  WebAuthn,
  (webAuthn) => webAuthn.isSupported
)

/**
 * Succeeds with `true` if the browser can suggest passkeys in a form, which `Passkey.signIn({ mediation: "conditional" })`
 * requires.
 */
export const isAutofillSupported: Effect.Effect<boolean> = /*#__PURE__*/ Effect.flatMap(
  WebAuthn,
  (webAuthn) => webAuthn.isAutofillSupported
)
