/** Sign-in requests: code exchange, Apple identity tokens, and codes for the app's other domains. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import type { Errors } from "../../call/Errors.ts"
import { failWith } from "../../call/failWith.ts"
import { trace } from "../../call/trace.ts"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { callAsClient, Client } from "../../session/ClientService.ts"
import type { RefreshableTokens } from "../../session/Tokens.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import { type SignedInOrUp, startSessionWithIsNewUser } from "../startSession.ts"
import { credentialsOf, removeResponse } from "./authorize.ts"

/** The user who signed in with a provider. */
export interface SignedInWithProvider extends SignedInOrUp {
  /** The URL given to `authorizationUrl`. It passed through the browser: check where it leads before you redirect to it. */
  readonly afterCallbackRedirectUrl: string | null
}

/** Errors from `exchange`. */
export type ExchangeError = Errors<typeof wire.exchange>

/** The tokens that the service issued for a code. They are not in the session yet. */
export interface ExchangedTokens extends RefreshableTokens {
  readonly userId: string
  readonly isNewUser: boolean
  readonly afterCallbackRedirectUrl: string | null
}

/** Exchanges an authorization code for tokens, without storing them. */
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
        return yield* failWith(connection, wire.exchange, true, (failures) => failures.makeInvalidAccessToken("sub"))
      }
      return { ...issued, userId }
    })
  )

/** Stores exchanged tokens in the client's session. */
export const startProviderSession = (
  { accessToken, afterCallbackRedirectUrl, isNewUser, refreshToken, userId }: ExchangedTokens
): Effect.Effect<SignedInWithProvider, never, Client> =>
  Effect.map(
    startSessionWithIsNewUser({ accessToken, refreshToken, userId, isNewUser }),
    (signedIn) => ({ ...signedIn, afterCallbackRedirectUrl })
  )

/**
 * Exchanges a callback URL's authorization code for tokens, and signs in.
 *
 * `redirectUri` is the one of the authorization request. A code can be exchanged once, within five minutes. Otherwise, or
 * with the wrong verifier, the call fails with `InvalidAuthorizationCode`. For a user with TOTP, it fails with
 * `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue` or `Mfa.orAsk`. The request is not retried after a
 * network failure, because the service may have used the code.
 *
 * **Example** (A callback page)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const finish = (address: URL, codeVerifier: Redacted.Redacted<string>) =>
 *   OAuth.exchange({
 *     code: address.searchParams.get("code") ?? "",
 *     redirectUri: address.toString(),
 *     codeVerifier
 *   }).pipe(Effect.map(({ isNewUser }) => isNewUser ? "/welcome" : "/"))
 * ```
 */
export const exchange = (
  { code, codeVerifier, redirectUri }: {
    readonly code: Secret
    readonly redirectUri: string
    readonly codeVerifier: Secret
  }
): Effect.Effect<SignedInWithProvider, ExchangeError, Client> =>
  Effect.flatMap(
    exchangeCode({ code: toRedacted(code), codeVerifier: toRedacted(codeVerifier), redirectUri }),
    startProviderSession
  )

/** Errors from `signInWithApple`. */
export type SignInWithAppleError = Errors<typeof wire.signInWithApple>

/**
 * Signs in with the identity token that a native app gets from Apple, without a browser.
 *
 * The project needs the provider `apple` with the app's bundle id. For a user with TOTP, the call fails with
 * `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue` or `Mfa.orAsk`.
 *
 * @generation 2026
 */
export const signInWithApple = (
  { idToken }: { readonly idToken: Secret }
): Effect.Effect<SignedInOrUp, SignInWithAppleError, Client> =>
  trace(
    "OAuth.signInWithApple",
    Effect.flatMap(
      callAsClient(wire.signInWithApple, { payload: { idToken: toRedacted(idToken) } }),
      startSessionWithIsNewUser
    )
  )

/**
 * Returns a page's URL on another domain, with a code that `exchange` turns into a session of the signed-in user there.
 *
 * The other page starts the flow: it keeps a state and a code verifier, and sends the state and the challenge here. The
 * project must trust `redirectUri` and `afterCallbackRedirectUrl`; otherwise the call fails with
 * `RedirectUrlNotWhitelisted`.
 *
 * @generation 2026
 */
export const crossDomainUrl: (flow: {
  readonly redirectUri: string
  readonly state: string
  /** The code verifier's SHA-256, in base64url (RFC 7636 § 4.2). */
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
