/** The requests before and after a WebAuthn ceremony. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Errors } from "../../call/Errors.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import type * as WebAuthn from "../../platform/WebAuthn.ts"
import { callAsClient, type Client } from "../../session/ClientService.ts"
import * as wire from "../../wire/passkeys.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"

/**
 * The options for the authenticator, and the code to return with its response. Both are valid for 65 seconds.
 *
 * The options name {@link placeholderRpId} as the relying party, because the service does not know the page. Replace it with
 * the page's host name.
 */
export interface Ceremony<Options> {
  readonly options: Options
  readonly code: Redacted.Redacted<string>
}

/** Errors from `startRegistration`. */
export type StartRegistrationError = Errors<typeof wire.startRegistration>

/**
 * Starts a passkey's registration for the signed-in user.
 *
 * Fails with `InvalidResponse` if the options name a relying party other than the placeholder, or a user id that is not 1 to
 * 64 bytes long.
 */
export const startRegistration: Effect.Effect<
  Ceremony<WebAuthn.RegistrationOptions>,
  StartRegistrationError,
  Client
> = /*#__PURE__*/ trace(
  "Passkey.startRegistration",
  /*#__PURE__*/ Effect.map(
    /*#__PURE__*/ callAsClient(wire.startRegistration, { payload: {} }),
    ({ code, optionsJson }) => ({ options: optionsJson, code })
  )
)

/** Errors from `completeRegistration`. */
export type CompleteRegistrationError = Errors<typeof wire.completeRegistration>

/**
 * Completes a registration with the response of the authenticator, and returns the credential's id. A user has at most
 * one passkey, and a new one replaces it.
 *
 * A page that the project does not trust is a `PasskeyAuthenticationFailed`. A response that cannot be verified is a
 * `PasskeyRegistrationFailed`. Both use the code up.
 *
 * **Example** (A registration with a custom ceremony)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Passkey } from "latchkey"
 *
 * declare const createCredential: (options: Passkey.RegistrationOptions) => Effect.Effect<Passkey.RegistrationResponse>
 *
 * const register = (host: string) =>
 *   Effect.gen(function*() {
 *     const { code, options } = yield* Passkey.startRegistration
 *     const credential = yield* createCredential({ ...options, rp: { ...options.rp, id: host } })
 *     return yield* Passkey.completeRegistration({ credential, code })
 *   })
 * ```
 */
export const completeRegistration = (
  { code, credential }: { readonly credential: WebAuthn.RegistrationResponse; readonly code: Secret }
): Effect.Effect<{ readonly credentialId: string }, CompleteRegistrationError, Client> =>
  trace(
    "Passkey.completeRegistration",
    Effect.map(
      callAsClient(wire.completeRegistration, { payload: { credential, code: toRedacted(code) } }),
      ({ userHandle }) => ({ credentialId: userHandle })
    )
  )

/** Errors from `startSignIn`. */
export type StartSignInError = Errors<typeof wire.startSignIn>

/** Starts a sign-in with any passkey that the authenticator has for the page. */
export const startSignIn: Effect.Effect<
  Ceremony<WebAuthn.SignInOptions>,
  StartSignInError,
  Client
> = /*#__PURE__*/ trace(
  "Passkey.startSignIn",
  /*#__PURE__*/ Effect.map(
    /*#__PURE__*/ callAsClient(wire.startSignIn, { payload: {} }),
    ({ code, optionsJson }) => ({ options: optionsJson, code })
  )
)

/** Errors from `completeSignIn`. */
export type CompleteSignInError = Errors<typeof wire.completeSignIn>

/**
 * Signs in with the authenticator's response.
 *
 * For a user with TOTP, this fails with `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue` or `Mfa.orAsk`.
 */
export const completeSignIn = (
  { authenticationResponse, code }: { readonly authenticationResponse: WebAuthn.SignInResponse; readonly code: Secret }
): Effect.Effect<SignedInOrUp, CompleteSignInError, Client> =>
  trace(
    "Passkey.completeSignIn",
    Effect.flatMap(
      callAsClient(wire.completeSignIn, { payload: { authenticationResponse, code: toRedacted(code) } }),
      startSessionWithIsNewUser
    )
  )

export type {
  RegistrationOptions,
  RegistrationResponse,
  SignInOptions,
  SignInResponse
} from "../../platform/WebAuthn.ts"

export { placeholderRpId } from "../../wire/passkeys.ts"
