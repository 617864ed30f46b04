/**
 * Taking a session to another domain of the app.
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

/**
 * Returns the URL of a page on another domain, with a code that `exchange` turns into a session of the signed-in user there.
 * Services since 2026.
 *
 * The other page begins the flow: it keeps a state and a verifier, and sends the state and the challenge here. The project must
 * trust `redirectUri` and `afterCallbackRedirectUrl`, otherwise the call fails with `RedirectUrlNotWhitelisted`.
 *
 * @category signing in
 * @since 0.1.0
 */
export const crossDomainUrl: (flow: {
  readonly redirectUri: string
  readonly state: string
  /** The SHA-256 of the verifier, in base64url (RFC 7636 § 4.2). */
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl?: string | undefined
}) => Effect.Effect<
  Redacted.Redacted<string>,
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (flow) =>
  trace(
    "OAuth.crossDomainUrl",
    Effect.map(
      callAsClient(wire.authorizeCrossDomain, { payload: { ...flow, codeChallengeMethod: "S256" } }),
      ({ redirectUrl }) => redirectUrl
    )
  )
