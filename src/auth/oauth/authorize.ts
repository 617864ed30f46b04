/** Authorization requests: the URLs that send a browser to a provider. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import type { Connection } from "../../call/Connection.ts"
import { prepare } from "../../call/prepare.ts"
import { rejectInput } from "../../call/rejectInput.ts"
import { trace } from "../../call/trace.ts"
import { removeOAuthResponse } from "../../navigation/removeOAuthResponse.ts"
import { parse } from "../../platform/urlParameters.ts"
import { callAsClient, Client } from "../../session/ClientService.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { CannotGetOwnUserWithoutUser } from "../../wire/KnownErrors.ts"
import * as wire from "../../wire/oauth.ts"
import type { BotChallengeFields } from "../sendWithBotChallenge.ts"

/** An authorization request's parameters. */
export interface AuthorizationOptions {
  /** The provider, such as `github`. */
  readonly provider: string
  /** The callback URL, which gets `code` and `state` in its query. The project must trust its domain. */
  readonly redirectUri: string
  /** A random value for this flow. The callback page compares it with the `state` of its query. */
  readonly state: string
  /** The code verifier's SHA-256, in base64url (RFC 7636 § 4.2). */
  readonly codeChallenge: string
  /** Additional scopes for the provider, separated by spaces. */
  readonly providerScope?: string | undefined
  /** The page for errors, which gets `errorCode`, `message` and `details` in its query. */
  readonly errorRedirectUrl?: string | undefined
  /** A URL in the app, which `exchange` returns. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

type AuthorizationInput = AuthorizationOptions & { readonly type?: "authenticate" | "link" | undefined }

/** The fields that identify the client in an OAuth request (RFC 6749 § 2.3.1). */
export interface OAuthCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Returns the project id and the publishable client key. Without a key, services since 2026 accept a fixed public value.
 * Fails if there is no key and the service is known to be one of 2025.
 */
export const credentialsOf = (
  { clientSecret, generation, projectId: clientId }: Connection
): Effect.Effect<OAuthCredentials, KnownErrors.RequestSchemaError> => {
  if (clientSecret !== undefined || generation.known !== "2025") {
    return Effect.succeed({ clientId, clientSecret: clientSecret ?? wire.publicClientSecret })
  }
  return rejectInput(
    "publishableClientKey is required for OAuth with a service of 2025. Pass it, or set " +
      "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"
  )
}

/**
 * Returns a valid access token of the session that is current when the effect starts. Fails if no user is signed in, or if
 * the session changes before the token is refreshed: an account is never linked to the user of a later session.
 */
export const requireAccessToken: Effect.Effect<
  Redacted.Redacted<string>,
  CannotGetOwnUserWithoutUser | ApiError,
  Client
> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller }) =>
    Effect.flatMap(getCurrentTokens(caller.credentials), (tokens) =>
      tokens?.accessToken === undefined
        ? Effect.fail(new CannotGetOwnUserWithoutUser({ message: "No user is signed in", details: {} }))
        : Effect.succeed(tokens.accessToken))
)

const makeInput = (
  credentials: OAuthCredentials,
  { provider, redirectUri, type = "authenticate", ...options }: AuthorizationInput,
  token: Redacted.Redacted<string> | undefined
) => ({
  params: { providerId: provider },
  query: {
    ...options,
    redirectUri: removeResponse(redirectUri),
    type,
    token,
    ...credentials,
    scope: "legacy",
    grantType: "authorization_code" as const,
    codeChallengeMethod: "S256",
    responseType: "code"
  }
})

/**
 * Creates an authorization request's URL. `token` is an access token: of the user to link an account to, or of the
 * anonymous user to upgrade.
 */
export const makeAuthorizationUrl = (
  { apiUrl }: Connection,
  credentials: OAuthCredentials,
  options: AuthorizationInput,
  token: Redacted.Redacted<string> | undefined
): Effect.Effect<Redacted.Redacted<string>, KnownErrors.RequestSchemaError> => {
  const prepared = prepare(apiUrl, wire.authorize, makeInput(credentials, options, token))
  return typeof prepared === "string"
    ? rejectInput(prepared)
    : Effect.succeed(Redacted.make(prepared.url))
}

/** Requests the provider's URL with a bot challenge. Fails with the errors that a browser would show as a page. */
export const requestProviderUrl = (
  credentials: OAuthCredentials,
  options: AuthorizationInput,
  token: Redacted.Redacted<string> | undefined,
  challenge: BotChallengeFields
) => {
  const { params, query } = makeInput(credentials, options, token)
  return Effect.map(
    callAsClient(wire.authorizeAsJson, { params, query: { ...query, stackResponseMode: "json", ...challenge } }),
    ({ location }) => location
  )
}

/** Removes an authorization response from a URL. Returns invalid URLs unchanged. */
export const removeResponse = (address: string): string => {
  const url = parse(address)
  if (url === undefined) return address
  removeOAuthResponse(url)
  return url.toString()
}

/**
 * Returns the URL to send a browser to: to sign in, or with the type `link` to connect an account to the signed-in user.
 * Sends no request, except to refresh the session for a link. `start` and `signIn` do this and keep the flow's secrets.
 *
 * The caller keeps two secrets until the callback page: the `state` and the code verifier (RFC 7636 § 4.1).
 *
 * The URL contains the publishable client key. Without a key, services since 2026 accept the request unless the project
 * requires a key. With `apiGeneration: "2025"`, this fails with `RequestSchemaError`, as do `exchange` and `start`.
 *
 * The URL is `Redacted`, because the URL of a link contains the user's access token. The browser shows the errors of the
 * service, such as a provider that the project has not enabled.
 *
 * **Example** (Redirecting to a provider)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const redirect = (flow: { readonly state: string; readonly codeChallenge: string }) =>
 *   OAuth.authorizationUrl({ ...flow, provider: "github", redirectUri: "https://app.example.com/handler/oauth-callback" })
 *     .pipe(Effect.map((url) => Response.redirect(Redacted.value(url))))
 * ```
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
  (options: AuthorizationInput): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
    Client
  >
} = (options: AuthorizationInput): Effect.Effect<Redacted.Redacted<string>, any, Client> =>
  // Sound: only a link requires a token, and the overloads add its errors.
  trace(
    "OAuth.authorizationUrl",
    Effect.gen(function*() {
      const { connection } = (yield* Client).caller
      const credentials = yield* credentialsOf(connection)
      const token = options.type === "link" ? yield* requireAccessToken : undefined
      return yield* makeAuthorizationUrl(connection, credentials, options, token)
    })
  )

export type { OAuthProviderId } from "../../wire/projectConfig.ts"
