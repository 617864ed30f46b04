/**
 * Signing in with an account of an OAuth provider: the requests.
 *
 * A browser is sent to `authorizationUrl`, through the provider, and back to the program's own page with a code in the
 * query, which `exchange` turns into tokens. Whoever begins keeps two secrets until then: the `state`, which the page must
 * find in its query unchanged, and the verifier of the code challenge (RFC 7636 § 4.1).
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { trace } from "../../call/trace.ts"
import { Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { credentialsOf } from "./credentials.ts"
import { exchangeCode, type SignedInWithProvider, startProviderSession } from "./exchange.ts"
import { requireAccessToken } from "./ownToken.ts"
import { type AuthorizationOptions, makeAuthorizationUrl } from "./url.ts"

/**
 * Returns the URL to send a browser to: to sign in, or with the type `link` to connect an account of the provider to the
 * user who is signed in. Sends nothing, but may refresh the session for a link.
 *
 * The URL names the publishable client key. A level without one sends a public word instead, which services since 2026 take
 * unless the project requires a key. With `apiGeneration: "2025"` this is a `RequestSchemaError`, as in `exchange` and `start`.
 *
 * The URL is `Redacted`, since that of a link holds the user's access token. What the service refuses, such as a provider
 * that the project has not enabled, the browser shows.
 *
 * **Example** (Where a sign-in begins)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const begin = (flow: { readonly state: string; readonly codeChallenge: string }) =>
 *   OAuth.authorizationUrl({ ...flow, provider: "github", redirectUri: "https://app.example.com/handler/oauth-callback" })
 *     .pipe(Effect.map((url) => Response.redirect(Redacted.value(url))))
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const authorizationUrl: {
  (options: AuthorizationOptions & { readonly type?: "authenticate" | undefined }): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.RequestSchemaError,
    Client
  >
  (options: AuthorizationOptions & { readonly type: "link" }): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
    Client
  >
  (options: AuthorizationOptions & { readonly type?: "authenticate" | "link" | undefined }): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
    Client
  >
} = (
  options: AuthorizationOptions & { readonly type?: "authenticate" | "link" | undefined }
): Effect.Effect<Redacted.Redacted<string>, any, Client> =>
  // Sound: only a link gets a token, which adds to the errors as the overloads say.
  trace(
    "OAuth.authorizationUrl",
    Effect.gen(function*() {
      const { connection } = (yield* Client).caller
      const credentials = yield* credentialsOf(connection)
      return yield* makeAuthorizationUrl(
        connection,
        credentials,
        options,
        options.type === "link" ? yield* requireAccessToken : undefined
      )
    })
  )

/**
 * Exchanges the code that a browser has come back with for the tokens of a session, and signs in.
 *
 * `redirectUri` is the one that the flow began with. A code is good for one exchange within five minutes, else it is an
 * `InvalidAuthorizationCode`; so is one whose verifier does not fit. A user with TOTP turned on meets
 * `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on. An exchange is never repeated
 * after a network failure, since nobody knows whether the code was used.
 *
 * **Example** (Where a sign-in ends)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const finish = (address: URL, codeVerifier: Redacted.Redacted<string>) =>
 *   OAuth.exchange({
 *     code: Redacted.make(address.searchParams.get("code") ?? ""),
 *     redirectUri: address.toString(),
 *     codeVerifier
 *   }).pipe(Effect.map(({ isNewUser }) => isNewUser ? "/welcome" : "/"))
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const exchange: (answer: {
  readonly code: Redacted.Redacted<string>
  readonly redirectUri: string
  readonly codeVerifier: Redacted.Redacted<string>
}) => Effect.Effect<
  SignedInWithProvider,
  | KnownErrors.InvalidAuthorizationCode
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (answer) => Effect.flatMap(exchangeCode(answer), startProviderSession)

/** @since 0.1.0 */
export type { SignedInWithProvider } from "./exchange.ts"

/** @since 0.1.0 */
export type { AuthorizationOptions } from "./url.ts"

/** @since 0.1.0 */
export type { OAuthProviderId } from "../../wire/projectConfig.ts"
