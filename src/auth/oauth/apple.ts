/**
 * Signing in with Apple in a native app.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { trace } from "../../call/trace.ts"
import { callAsClient, type Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"

/**
 * Signs in with the identity token that a native app gets from Apple, without a browser. Services since 2026.
 *
 * The project needs the provider `apple` with the bundle id of the app. A user with TOTP turned on meets
 * `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on.
 *
 * @category signing in
 * @since 0.1.0
 */
export const signInWithApple: (request: { readonly idToken: Redacted.Redacted<string> }) => Effect.Effect<
  SignedInOrUp,
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.AppleBundleIdNotConfigured
  | KnownErrors.InvalidAppleCredentials
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.SignUpRejected
  | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) =>
  trace(
    "OAuth.signInWithApple",
    Effect.flatMap(callAsClient(wire.signInWithApple, { payload }), startSessionWithIsNewUser)
  )
