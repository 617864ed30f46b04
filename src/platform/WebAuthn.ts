/**
 * The host's WebAuthn API: feature detection, and the two ceremonies. Their options and responses are the JSON of
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
 */

export {
  type BrowserGlobals,
  type Mediation,
  type RegistrationOptions,
  type RegistrationResponse,
  type SignInOptions,
  type SignInResponse,
  WebAuthn,
  WebAuthnError,
  WebAuthnNotSupported
} from "./webAuthnService.ts"

export { fromLibrary, type Library } from "./webAuthnLibrary.ts"
