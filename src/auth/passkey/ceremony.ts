/**
 * Registration of passkeys and sign-in with them: a request, the browser's WebAuthn ceremony, and another request.
 *
 * **Example** (A button for browsers with passkeys)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Passkey } from "latchkey"
 *
 * declare const showButton: (onClick: typeof signIn) => void
 *
 * const signIn = Passkey.signIn().pipe(
 *   Effect.catchTag("PasskeyWebAuthnError", ({ details }) =>
 *     // The user closed the dialog, or it timed out.
 *     details.code === "NotAllowedError" ? Effect.succeed(null) : Effect.logWarning(details.message).pipe(Effect.as(null)))
 * )
 *
 * const offer = Effect.tap(Passkey.isSupported, (isSupported) => Effect.sync(() => isSupported && showButton(signIn)))
 * ```
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { rejectInput } from "../../call/rejectInput.ts"
import { trace } from "../../call/trace.ts"
import { type Mediation, WebAuthn, type WebAuthnError, WebAuthnNotSupported } from "../../platform/webAuthnService.ts"
import type { Client } from "../../session/ClientService.ts"
import { keepSession } from "../../session/keepSession.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed, PasskeyWebAuthnError } from "../../wire/KnownErrors.ts"
import type { SignedInOrUp } from "../startSession.ts"
import {
  completeRegistration,
  type CompleteRegistrationError,
  completeSignIn,
  type CompleteSignInError,
  startRegistration,
  type StartRegistrationError,
  startSignIn,
  type StartSignInError
} from "./requests.ts"
import { isAutofillSupported, isSupported } from "./support.ts"

/** Options for a registration. */
export interface RegisterOptions {
  /**
   * The host name that the passkey is for; the page's by default. The service accepts no other one, since it compares
   * the passkey with the page's origin: a parent domain such as `example.com` fails on `app.example.com`.
   */
  readonly hostname?: string | undefined
}

/** Errors from `register`. */
export type RegisterError =
  | WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | StartRegistrationError
  | CompleteRegistrationError

/**
 * Registers a passkey for the signed-in user, and returns the credential's id. A user has at most one passkey, and a
 * new one replaces it. `CurrentUser.update({ passkeyAuthEnabled: false })` removes it.
 *
 * Fails with `WebAuthnNotSupported` without a request if the host has no passkeys, and with `RequestSchemaError` if `hostname`
 * differs from the page's host name. If the browser fails, the error is a `PasskeyWebAuthnError` with a `details.code`. Other
 * ceremony failures are a `PasskeyRegistrationFailed`. An interruption closes the browser's dialog.
 */
export const register: (options?: RegisterOptions) => Effect.Effect<
  { readonly credentialId: string },
  RegisterError,
  Client
> = (given = {}) =>
  trace(
    "Passkey.register",
    keepSession(Effect.gen(function*() {
      const [host, hostname] = yield* requireHost(isSupported)
      if (given.hostname !== undefined && given.hostname.toLowerCase() !== hostname) {
        return yield* rejectInput(
          `hostname must be ${hostname}, the host name of the page. The service refuses a passkey for another one`
        )
      }
      const { code, options } = yield* startRegistration
      const credential = yield* Effect.mapError(
        host.create({ ...options, rp: { ...options.rp, id: hostname } }),
        toKnownError((rest) =>
          new PasskeyRegistrationFailed({ message: "The passkey could not be registered", ...rest })
        )
      )
      return yield* completeRegistration({ credential, code })
    }))
  )

/** Options for a sign-in with a passkey. */
export interface SignInWithPasskeyOptions {
  /**
   * With `conditional`, no dialog opens: the browser suggests passkeys at an input whose `autocomplete` ends in `webauthn`.
   * The sign-in waits until the user selects one.
   */
  readonly mediation?: Mediation | undefined
}

/** Errors from `signIn`. */
export type SignInError =
  | WebAuthnNotSupported
  | KnownErrors.PasskeyWebAuthnError
  | StartSignInError
  | CompleteSignInError

/**
 * Signs in with a passkey.
 *
 * Fails with `WebAuthnNotSupported` without a request if the host has no passkeys. If the browser fails, the error is a
 * `PasskeyWebAuthnError` with a `details.code`. Other failures of the ceremony are a `PasskeyAuthenticationFailed`, as
 * is a passkey that the service does not know. An interruption closes the browser's dialog. A second call ends the first
 * one.
 *
 * For a user with TOTP, this fails with `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue` or `Mfa.orAsk`.
 *
 * **Example** (Suggestions in a form)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Passkey } from "latchkey"
 *
 * // <input name="email" autocomplete="username webauthn">
 * const suggest = Effect.flatMap(Passkey.isAutofillSupported, (isSupported) =>
 *   isSupported ? Passkey.signIn({ mediation: "conditional" }) : Effect.never)
 * ```
 */
export const signIn = (
  { mediation = "required" }: SignInWithPasskeyOptions = {}
): Effect.Effect<SignedInOrUp, SignInError, Client> =>
  trace(
    "Passkey.signIn",
    Effect.gen(function*() {
      const [host, hostname] = yield* requireHost(mediation === "conditional" ? isAutofillSupported : isSupported)
      const ask = Effect.flatMap(startSignIn, ({ code, options }) =>
        host.get({ ...options, rpId: hostname }, mediation).pipe(
          Effect.map((authenticationResponse) => ({ authenticationResponse, code })),
          Effect.mapError(toKnownError((rest) =>
            new PasskeyAuthenticationFailed({ message: "The passkey could not be verified", ...rest })
          ))
        ))
      if (mediation === "required") {
        return yield* completeSignIn(yield* ask)
      }
      // Suggestions have no time limit, but a code expires after 65 seconds: request a new one each minute.
      for (;;) {
        const response = yield* Effect.timeoutOption(ask, "1 minute")
        if (Option.isSome(response)) {
          return yield* completeSignIn(response.value)
        }
      }
    })
  )

/** Returns the WebAuthn service and the page's host name, if a capability is available. */
const requireHost = Effect.fnUntraced(function*(
  isThere: Effect.Effect<boolean>
): Effect.fn.Return<readonly [WebAuthn, hostname: string], WebAuthnNotSupported> {
  if (!(yield* isThere)) return yield* new WebAuthnNotSupported({ message: "This host does not support passkeys" })
  const host = yield* WebAuthn
  return [host, yield* host.hostname]
})

/** Maps an error of a ceremony to a known error: to `PasskeyWebAuthnError` if it has a code, and to `otherwise` if not. */
const toKnownError =
  <E>(otherwise: (rest: { readonly details: {}; readonly cause: unknown }) => E) =>
  (error: WebAuthnError | WebAuthnNotSupported): E | PasskeyWebAuthnError | WebAuthnNotSupported => {
    if (error._tag === "WebAuthnNotSupported") return error
    const { cause, code, message } = error
    return code === undefined
      ? otherwise({ details: {}, cause })
      : new PasskeyWebAuthnError({ message, details: { message, code } })
  }

export { type Mediation, WebAuthnNotSupported } from "../../platform/webAuthnService.ts"
