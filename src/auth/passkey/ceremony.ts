/**
 * The whole of registering a passkey and of signing in with one: a request, the ceremony of the host, a request.
 *
 * **Example** (A button, where there are passkeys)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Passkey } from "latchkey"
 *
 * declare const showButton: (onClick: typeof signIn) => void
 *
 * const signIn = Passkey.signIn().pipe(
 *   Effect.catchTag("PasskeyWebAuthnError", ({ details }) =>
 *     // The user closed the dialogue, or let its time pass.
 *     details.code === "NotAllowedError" ? Effect.succeed(null) : Effect.logWarning(details.message).pipe(Effect.as(null)))
 * )
 *
 * const offer = Effect.tap(Passkey.isSupported, (isSupported) => Effect.sync(() => isSupported && showButton(signIn)))
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ApiError } from "../../call/ApiError.ts"
import { trace } from "../../call/trace.ts"
import { type Mediation, WebAuthn, type WebAuthnError, WebAuthnNotSupported } from "../../platform/WebAuthn.ts"
import type { Client } from "../../session/Client.ts"
import { keepSession } from "../../session/keepSession.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed, PasskeyWebAuthnError } from "../../wire/KnownErrors.ts"
import type { SignedInOrUp } from "../startSession.ts"
import { completeRegistration, completeSignIn, startRegistration, startSignIn } from "./requests.ts"

/**
 * Whether passkeys can be used here: not on a server, nor in a browser that is too old, nor on a page without encryption.
 * The user may have none nevertheless.
 *
 * @category support
 * @since 0.1.0
 */
export const isSupported: Effect.Effect<boolean> = /*#__PURE__*/ Effect.flatMap(
  WebAuthn,
  (webAuthn) => webAuthn.isSupported
)

/**
 * Whether passkeys can be suggested in a form, which is what `Passkey.signIn({ mediation: "conditional" })` needs.
 *
 * @category support
 * @since 0.1.0
 */
export const isAutofillSupported: Effect.Effect<boolean> = /*#__PURE__*/ Effect.flatMap(
  WebAuthn,
  (webAuthn) => webAuthn.isAutofillSupported
)

/**
 * Registers a passkey for the user who is signed in, and returns the id of the credential. A user has one passkey: a second
 * one replaces the first. `CurrentUser.update({ passkeyAuthEnabled: false })` removes it.
 *
 * Where there are no passkeys it is a `WebAuthnNotSupported`, and nothing is sent. What the browser refuses is a
 * `PasskeyWebAuthnError` whose `details.code` says why; whatever else goes wrong between the requests is a
 * `PasskeyRegistrationFailed`. Interrupting it closes the browser's dialogue.
 *
 * @category registering
 * @since 0.1.0
 */
export const register: Effect.Effect<
  { readonly credentialId: string },
  | WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyRegistrationFailed
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.VerificationCodeError
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = /*#__PURE__*/ trace(
  "Passkey.register",
  /*#__PURE__*/ keepSession(/*#__PURE__*/ Effect.gen(function*() {
    const [host, hostname] = yield* requireHost(isSupported)
    const { code, options } = yield* startRegistration
    const credential = yield* Effect.mapError(
      host.create({ ...options, rp: { ...options.rp, id: hostname } }),
      toKnownError((rest) => new PasskeyRegistrationFailed({ message: "Failed to register a passkey", ...rest }))
    )
    return yield* completeRegistration({ credential, code })
  }))
)

/**
 * Options of a sign-in with a passkey.
 *
 * @category options
 * @since 0.1.0
 */
export interface SignInWithPasskeyOptions {
  /**
   * With `conditional`, no dialogue opens: the browser suggests passkeys at an input whose `autocomplete` ends in `webauthn`,
   * and the sign-in waits until the user takes one, however long that is.
   */
  readonly mediation?: Mediation | undefined
}

/**
 * Signs the owner of a passkey in.
 *
 * Where there are no passkeys it is a `WebAuthnNotSupported`, and nothing is sent. What the browser refuses is a
 * `PasskeyWebAuthnError` whose `details.code` says why; whatever else goes wrong between the requests is a
 * `PasskeyAuthenticationFailed`, and so is a passkey that the service does not know. Interrupting it closes the browser's
 * dialogue, and a second one ends the first.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on.
 *
 * **Example** (Suggestions in a form, until the user signs in otherwise)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Passkey } from "latchkey"
 *
 * // <input name="email" autocomplete="username webauthn">
 * const suggest = Effect.flatMap(Passkey.isAutofillSupported, (isSupported) =>
 *   isSupported ? Passkey.signIn({ mediation: "conditional" }) : Effect.never)
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const signIn: (options?: SignInWithPasskeyOptions) => Effect.Effect<
  SignedInOrUp,
  | WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.VerificationCodeError
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = ({ mediation = "required" } = {}) =>
  trace(
    "Passkey.signIn",
    Effect.gen(function*() {
      const [host, hostname] = yield* requireHost(mediation === "conditional" ? isAutofillSupported : isSupported)
      const ask = Effect.flatMap(startSignIn, ({ code, options }) =>
        Effect.mapBoth(host.get({ ...options, rpId: hostname }, mediation), {
          onSuccess: (authenticationResponse) => ({ authenticationResponse, code }),
          onFailure: toKnownError((rest) =>
            new PasskeyAuthenticationFailed({ message: "Failed to sign in with passkey", ...rest })
          )
        }))
      if (mediation === "required") {
        return yield* completeSignIn(yield* ask)
      }
      // A browser suggests for as long as the page is there, and a code would not live that long.
      for (;;) {
        const response = yield* Effect.timeoutOption(ask, "1 minute")
        if (Option.isSome(response)) {
          return yield* completeSignIn(response.value)
        }
      }
    })
  )

/** The host and the name of its page, if it can do what is asked of it. */
const requireHost = Effect.fnUntraced(function*(
  isThere: Effect.Effect<boolean>
): Effect.fn.Return<readonly [WebAuthn, hostname: string], WebAuthnNotSupported> {
  if (!(yield* isThere)) return yield* new WebAuthnNotSupported({ message: "Passkeys are not supported here" })
  const host = yield* WebAuthn
  return [host, yield* host.hostname]
})

/** Returns what turns an error of a ceremony into a known one: the browser's own if it has a code, else another. */
const toKnownError =
  <E>(otherwise: (rest: { readonly details: {}; readonly cause: unknown }) => E) =>
  (error: WebAuthnError | WebAuthnNotSupported): E | PasskeyWebAuthnError | WebAuthnNotSupported => {
    if (error._tag === "WebAuthnNotSupported") return error
    const { cause, code, message } = error
    return code === undefined
      ? otherwise({ details: {}, cause })
      : new PasskeyWebAuthnError({ message, details: { message, code } })
  }

/** @since 0.1.0 */
export { type Mediation, WebAuthnNotSupported } from "../../platform/WebAuthn.ts"
