/**
 * The requests that registering a passkey and signing in with one are made of. Between them lies the ceremony with the
 * authenticator.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { trace } from "../../call/trace.ts"
import type * as WebAuthn from "../../platform/WebAuthn.ts"
import { callAsClient, type Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/passkeys.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"

/**
 * A ceremony that has begun: the options for the authenticator, and the code that its response is sent back with. Both
 * are good for 65 seconds.
 *
 * The options name {@link placeholderRpId} as the relying party, since the service does not know the page. Put the page's
 * host name in its place.
 *
 * @category models
 * @since 0.1.0
 */
export interface Ceremony<Options> {
  readonly options: Options
  readonly code: Redacted.Redacted<string>
}

/**
 * Begins the registration of a passkey for the user who is signed in.
 *
 * Options that name another relying party than the placeholder, or a user id that is not 1 to 64 bytes, are an
 * `InvalidResponse`.
 *
 * @category registering
 * @since 0.1.0
 */
export const startRegistration: Effect.Effect<
  Ceremony<WebAuthn.RegistrationOptions>,
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = /*#__PURE__*/ trace(
  "Passkey.startRegistration",
  /*#__PURE__*/ Effect.map(
    /*#__PURE__*/ callAsClient(wire.startRegistration, { payload: {} }),
    ({ code, optionsJson }) => ({ options: optionsJson, code })
  )
)

/**
 * Ends the registration with what the authenticator said, and returns the id of the credential. A user has one passkey:
 * a second one replaces the first.
 *
 * A page that the project does not trust is `PasskeyAuthenticationFailed`, a response that cannot be verified
 * `PasskeyRegistrationFailed`. Either way the code is used up.
 *
 * **Example** (The whole registration, with a ceremony of the program's own)
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
 *
 * @category registering
 * @since 0.1.0
 */
export const completeRegistration: (response: {
  readonly credential: WebAuthn.RegistrationResponse
  readonly code: Redacted.Redacted<string>
}) => Effect.Effect<
  { readonly credentialId: string },
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyRegistrationFailed
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.VerificationCodeError
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) =>
  trace(
    "Passkey.completeRegistration",
    Effect.map(callAsClient(wire.completeRegistration, { payload }), ({ userHandle }) => ({ credentialId: userHandle }))
  )

/**
 * Begins a sign-in with any passkey that the authenticator has for the page.
 *
 * @category signing in
 * @since 0.1.0
 */
export const startSignIn: Effect.Effect<
  Ceremony<WebAuthn.SignInOptions>,
  KnownErrors.PasskeyAuthenticationNotEnabled | ApiError,
  Client
> = /*#__PURE__*/ trace(
  "Passkey.startSignIn",
  /*#__PURE__*/ Effect.map(
    /*#__PURE__*/ callAsClient(wire.startSignIn, { payload: {} }),
    ({ code, optionsJson }) => ({ options: optionsJson, code })
  )
)

/**
 * Signs the owner of a passkey in, with what the authenticator said.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on.
 *
 * @category signing in
 * @since 0.1.0
 */
export const completeSignIn: (response: {
  readonly authenticationResponse: WebAuthn.SignInResponse
  readonly code: Redacted.Redacted<string>
}) => Effect.Effect<
  SignedInOrUp,
  | KnownErrors.PasskeyAuthenticationNotEnabled
  | KnownErrors.PasskeyAuthenticationFailed
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.VerificationCodeError
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) =>
  trace(
    "Passkey.completeSignIn",
    Effect.flatMap(callAsClient(wire.completeSignIn, { payload }), startSessionWithIsNewUser)
  )

/** @since 0.1.0 */
export type {
  CredentialDescriptor,
  RegistrationOptions,
  RegistrationResponse,
  SignInOptions,
  SignInResponse
} from "../../platform/WebAuthn.ts"

/** @since 0.1.0 */
export { placeholderRpId } from "../../wire/passkeys.ts"
