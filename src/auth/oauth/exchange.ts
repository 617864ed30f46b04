/**
 * From the code that a browser has come back with to the tokens of a session: what is sent, and what is done with the answer.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { ApiError, InvalidResponse } from "../../call/ApiError.ts"
import { trace } from "../../call/trace.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { callAsClient, Client } from "../../session/Client.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"
import { credentialsOf } from "./credentials.ts"
import { removeResponse } from "./url.ts"

/**
 * The user who has signed in with a provider.
 *
 * @category models
 * @since 0.1.0
 */
export interface SignedInWithProvider extends SignedInOrUp {
  /** What `authorizationUrl` was given. It came through the browser: do not follow it without a look at where it leads. */
  readonly afterCallbackRedirectUrl: string | null
}

/**
 * What an exchange may meet.
 *
 * @category errors
 * @since 0.1.0
 */
export type ExchangeError =
  | KnownErrors.InvalidAuthorizationCode
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * What a code has been exchanged for. Nobody is signed in by it yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface ExchangedTokens extends RefreshableTokens {
  readonly userId: string
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
}

/**
 * Exchanges a code, and stores nothing.
 *
 * @category requests
 * @since 0.1.0
 */
export const exchangeCode = ({ code, codeVerifier, redirectUri }: {
  readonly code: Redacted.Redacted<string>
  readonly redirectUri: string
  readonly codeVerifier: Redacted.Redacted<string>
}): Effect.Effect<ExchangedTokens, ExchangeError, Client> =>
  trace(
    "OAuth.exchange",
    Effect.gen(function*() {
      const { connection } = (yield* Client).caller
      const issued = yield* callAsClient(wire.exchange, {
        payload: {
          grantType: "authorization_code",
          code,
          redirectUri: removeResponse(redirectUri),
          codeVerifier,
          ...yield* credentialsOf(connection)
        }
      })
      const userId = AccessToken.parse(issued.accessToken)?.userId
      if (userId === undefined) {
        const message = "The access token is not a JWT that says whose it is"
        const reason = new InvalidResponse({ status: 200, path: ["access_token"], message })
        return yield* new ApiError({ endpoint: wire.exchange.id, reason })
      }
      return { ...issued, userId }
    })
  )

/**
 * Signs in with what a code was exchanged for.
 *
 * @category constructors
 * @since 0.1.0
 */
export const startProviderSession = (
  { accessToken, afterCallbackRedirectUrl, isNewUser, refreshToken, userId }: ExchangedTokens
): Effect.Effect<SignedInWithProvider, never, Client> =>
  Effect.map(
    startSessionWithIsNewUser({ accessToken, refreshToken, userId, isNewUser }),
    (signedIn) => ({ ...signedIn, afterCallbackRedirectUrl })
  )
