/**
 * The start of a flow: stores its secrets and sends the browser to the provider.
 *
 * **Example** (Two buttons)
 *
 * ```ts
 * import { OAuth } from "latchkey"
 *
 * const signIn = OAuth.signIn({ provider: "github" })
 * const connectSpotify = OAuth.link({ provider: "spotify", scopes: ["playlist-read-private"] })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import { trace } from "../../call/trace.ts"
import { Navigation, returnToParameter } from "../../navigation/Navigation.ts"
import { toAppPath } from "../../navigation/sameOrigin.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import { SecureRandom } from "../../platform/SecureRandom.ts"
import { parse } from "../../platform/urlParameters.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { callAsClient, Client } from "../../session/ClientService.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { getCurrent } from "../../wire/users.ts"
import { sendWithBotChallenge } from "../sendWithBotChallenge.ts"
import { credentialsOf, makeAuthorizationUrl, requestProviderUrl, requireAccessToken } from "./authorize.ts"
import { CodeChallenge, keep } from "./pkce.ts"

/** Options for a sign-in or a link. */
export interface StartOptions {
  /** The provider, such as `github`. */
  readonly provider: string
  /** Additional scopes for the provider. Those from the client's option `oauthScopesOnSignIn` are added. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The callback URL; the app's page `oauthCallback` by default. Use `callbackAt` for another page. */
  readonly redirectUri?: string | undefined
  /** The page for errors; the app's page `error` by default. */
  readonly errorRedirectUrl?: string | undefined
  /** The page that `callbackAndRedirect` redirects to. For a link, the default is the current page. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

/**
 * Errors from `start` and `signIn`. Known errors other than `RequestSchemaError` occur only with a `BotChallenge`: without
 * one, no request is sent here, and the browser shows the service's errors.
 */
export type StartError =
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.BotChallengeRequired
  | KnownErrors.BotChallengeFailed
  | KnownErrors.RequestSchemaError
  | HostUnavailable
  | ApiError

/** Errors from `link`. */
export type LinkError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | HostUnavailable
  | ApiError

/**
 * Starts a flow, and returns the URL to send the browser to. For servers, and for apps that open a browser. On a page, use
 * `signIn` or `link`, which also navigate.
 *
 * The flow's secrets are stored in `Cookies` for an hour. The callback must run with the same cookies. At most five
 * flows are pending at a time; a sixth removes the oldest.
 *
 * With a {@link BotChallenge}, a sign-in requests the provider's URL from the service and returns that one.
 *
 * With the type `link`, the account is linked to the signed-in user. Otherwise, its user signs in. If an anonymous user is
 * signed in, the service can turn that user into a regular one.
 *
 * **Example** (A server that starts a sign-in)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const redirect = Effect.map(OAuth.start({ provider: "github" }), (url) => Response.redirect(Redacted.value(url)))
 * ```
 */
export const start: {
  (options: StartOptions & { readonly type?: "authenticate" | undefined }): Effect.Effect<
    Redacted.Redacted<string>,
    StartError,
    Client | Navigation | Cookies
  >
  (options: StartOptions & { readonly type: "link" }): Effect.Effect<
    Redacted.Redacted<string>,
    LinkError,
    Client | Navigation | Cookies
  >
  (options: StartOptions & { readonly type?: "authenticate" | "link" | undefined }): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.CannotGetOwnUserWithoutUser | StartError,
    Client | Navigation | Cookies
  >
} = (
  options: StartOptions & { readonly type?: "authenticate" | "link" | undefined }
): Effect.Effect<Redacted.Redacted<string>, any, Client | Navigation | Cookies> =>
  // Sound: only a link requires a signed-in user, as the overloads state.
  trace("OAuth.start", startFlow(options))

const startFlow = Effect.fnUntraced(function*(
  { provider, scopes = [], type, ...given }: StartOptions & { readonly type?: "authenticate" | "link" | undefined }
) {
  const { connection } = (yield* Client).caller
  const credentials = yield* credentialsOf(connection)
  const token = yield* (type === "link" ? requireAccessToken : anonymousToken)
  const navigation = yield* Navigation
  const here = yield* navigation.page.url
  const afterCallbackRedirectUrl = given.afterCallbackRedirectUrl ?? (type === "link" ? here : undefined)
  const redirectUri = given.redirectUri ??
    addReturnTo(yield* navigation.callbackUrl("oauthCallback"), afterCallbackRedirectUrl, here)
  const errorRedirectUrl = given.errorRedirectUrl ?? (yield* navigation.callbackUrl("error"))

  const state = yield* makeSecret
  const verifier = Redacted.make(yield* makeSecret)
  const flow = {
    type,
    provider,
    redirectUri: toAbsoluteUrl(redirectUri, here),
    errorRedirectUrl: toAbsoluteUrl(errorRedirectUrl, here),
    afterCallbackRedirectUrl: afterCallbackRedirectUrl && toAbsoluteUrl(afterCallbackRedirectUrl, here),
    providerScope: joinScopes(scopes, connection.oauthScopes, provider),
    state,
    codeChallenge: yield* (yield* CodeChallenge)(verifier)
  }
  const plain = makeAuthorizationUrl(connection, credentials, flow, token)
  const url = yield* type === "link" ? plain : sendWithBotChallenge(
    "oauth_authenticate",
    (fields): Effect.Effect<Redacted.Redacted<string>, StartError, Client> =>
      Object.keys(fields).length === 0 ? plain : requestProviderUrl(credentials, flow, token, fields)
  )
  yield* keep(state, verifier)
  return url
})

/** Joins a call's scopes and those from the option `oauthScopesOnSignIn`, without duplicates. */
const joinScopes = (
  scopes: ReadonlyArray<string>,
  onSignIn: Readonly<Record<string, ReadonlyArray<string>>>,
  provider: string
): string | undefined => {
  const all = scopes.concat(Object.hasOwn(onSignIn, provider) ? onSignIn[provider]! : []).join(" ").split(/\s+/)
  return [...new Set(all)].filter((scope) => scope !== "").join(" ") || undefined
}

/** 32 random bytes in base64url (RFC 7636 § 4.1). */
const makeSecret = /*#__PURE__*/ Effect.flatMap(
  SecureRandom,
  (random) =>
    Effect.map(
      random(32),
      (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
    )
)

const toAbsoluteUrl = (url: string, here: string): string => parse(url, here)?.toString() ?? url

/**
 * Adds the return URL to the callback URL. The service returns it with the tokens only, and not at all if it requires a
 * second factor.
 */
const addReturnTo = (redirectUri: string, target: string | undefined, here: string): string => {
  const path = target === undefined ? undefined : toAppPath(target, here)
  const url = parse(redirectUri)
  if (path === undefined || url === undefined) return redirectUri
  url.searchParams.set(returnToParameter, path)
  return url.toString()
}

/** An anonymous user's access token. Newer tokens have a claim for it; otherwise, the user is requested. */
const anonymousToken = /*#__PURE__*/ Effect.gen(function*() {
  const token = (yield* getCurrentTokens((yield* Client).caller.credentials))?.accessToken
  if (token === undefined) return undefined
  const claim = AccessToken.parse(token)?.claims["is_anonymous"]
  const isAnonymous = typeof claim === "boolean" ? claim : (yield* callAsClient(getCurrent, {})).isAnonymous
  return isAnonymous ? token : undefined
}).pipe(Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.undefined))

/** Navigates to another site, independent of the app's redirect method. */
const redirectTo = /*#__PURE__*/ Effect.flatMap((url: Redacted.Redacted<string>) =>
  Effect.flatMap(Navigation, ({ page }) => Effect.andThen(page.goTo(Redacted.value(url)), page.settle))
)

/**
 * Signs in with an account of a provider: starts the flow and navigates to the provider, independent of the app's redirect
 * method. `callback` or `callbackAndRedirect` completes the flow on the app's page `oauthCallback`.
 */
export const signIn = (options: StartOptions): Effect.Effect<void, StartError, Client | Navigation | Cookies> =>
  trace("OAuth.signIn", redirectTo(start({ ...options, type: "authenticate" })))

/**
 * Links an account of a provider to the signed-in user, or requests more scopes for a linked account: starts the flow and
 * navigates to the provider. `callbackAndRedirect` returns to the current page.
 */
export const link = (options: StartOptions): Effect.Effect<void, LinkError, Client | Navigation | Cookies> =>
  trace("OAuth.link", redirectTo(start({ ...options, type: "link" })))
