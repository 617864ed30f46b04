/**
 * Where a flow begins: a program sends its user to a provider, and keeps what it needs when the user comes back.
 *
 * **Example** (Two buttons)
 *
 * ```ts
 * import { OAuth } from "latchkey"
 *
 * const signIn = OAuth.signIn({ provider: "github" })
 * const connectSpotify = OAuth.link({ provider: "spotify", scopes: ["playlist-read-private"] })
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../../call/ApiError.ts"
import { getCurrentTokens } from "../../call/call.ts"
import { trace } from "../../call/trace.ts"
import { Navigation, returnToParameter } from "../../navigation/Navigation.ts"
import { parse } from "../../platform/address.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { HostUnavailable } from "../../platform/Page.ts"
import { SecureRandom } from "../../platform/SecureRandom.ts"
import * as AccessToken from "../../session/AccessToken.ts"
import { callAsClient, Client } from "../../session/Client.ts"
import type * as KnownErrors from "../../wire/KnownErrors.ts"
import { readCurrent } from "../../wire/users.ts"
import { sendWithBotChallenge } from "../sendWithBotChallenge.ts"
import { credentialsOf } from "./credentials.ts"
import { requireAccessToken } from "./ownToken.ts"
import { keep } from "./pending.ts"
import { CodeChallenge } from "./pkce.ts"
import { makeAuthorizationUrl, pathWithin, requestProviderUrl } from "./url.ts"

/**
 * What a sign-in, or a link, begins with.
 *
 * @category options
 * @since 0.1.0
 */
export interface StartOptions {
  /** The provider, such as `github`. */
  readonly provider: string
  /** What the provider is asked to allow besides who the user is, in its own words. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The page that the browser comes back to; the app's page `oauthCallback` unless given. `callbackAt` ends on another. */
  readonly redirectUri?: string | undefined
  /** The page that shows what went wrong; the app's page `error` unless given. */
  readonly errorRedirectUrl?: string | undefined
  /** The page that `callbackAndRedirect` goes to in the end. Of a link it is the present one unless given. */
  readonly afterCallbackRedirectUrl?: string | undefined
}

/**
 * What the start of a sign-in can fail with. The known errors other than `RequestSchemaError` come with a `BotChallenge` only: a
 * sign-in without one sends no request here, and the browser shows what the service refuses.
 *
 * @category errors
 * @since 0.1.0
 */
export type StartError =
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.BotChallengeRequired
  | KnownErrors.BotChallengeFailed
  | KnownErrors.RequestSchemaError
  | HostUnavailable
  | ApiError

/**
 * Begins a flow, and returns the URL that a browser has to be sent to: for servers, and for apps that open a browser
 * themselves. `signIn` and `link` do so and leave the page.
 *
 * The secrets of the flow are kept in `Cookies` for an hour: whoever comes back must come back to the same jar. Five flows
 * may be pending at a time; the oldest is forgotten when there is one more.
 *
 * With a {@link BotChallenge}, a sign-in first asks the service for the provider's URL, and returns that one.
 *
 * With the type `link`, the account is connected to the user who is signed in, else its user signs in. If that finds an
 * anonymous user signed in, the service is told, so that it may make a user with a name out of that one.
 *
 * **Example** (A server that begins a sign-in)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * const begin = Effect.map(OAuth.start({ provider: "github" }), (url) => Response.redirect(Redacted.value(url)))
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const start: {
  (options: StartOptions & { readonly type?: "authenticate" | undefined }): Effect.Effect<
    Redacted.Redacted<string>,
    StartError,
    Client | Navigation | Cookies
  >
  (options: StartOptions & { readonly type: "link" }): Effect.Effect<
    Redacted.Redacted<string>,
    KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | HostUnavailable | ApiError,
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
  // Sound: that nobody is signed in fails a link only, as the overloads say.
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
    providerScope: scopes.length === 0 ? undefined : scopes.join(" "),
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
 * Lets the address that the browser comes back to remember where the user is to go in the end. The service tells that with
 * the tokens only, and not at all when it demands a second factor first.
 */
const addReturnTo = (redirectUri: string, target: string | undefined, here: string): string => {
  const path = target === undefined ? undefined : pathWithin(target, here)
  const url = parse(redirectUri)
  if (path === undefined || url === undefined) return redirectUri
  url.searchParams.set(returnToParameter, path)
  return url.toString()
}

/** The access token of whoever is signed in without a name. Newer tokens say so; else the service is asked. */
const anonymousToken = /*#__PURE__*/ Effect.gen(function*() {
  const token = (yield* getCurrentTokens((yield* Client).caller.credentials))?.accessToken
  if (token === undefined) return undefined
  const claim = AccessToken.parse(token)?.claims["is_anonymous"]
  const isAnonymous = typeof claim === "boolean" ? claim : (yield* callAsClient(readCurrent, {})).isAnonymous
  return isAnonymous ? token : undefined
}).pipe(Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.undefined))

/** Goes to where a flow has to go, whatever the app's redirects are made with. */
const redirectTo = /*#__PURE__*/ Effect.flatMap((url: Redacted.Redacted<string>) =>
  Effect.flatMap(Navigation, ({ page }) => Effect.andThen(page.goTo(Redacted.value(url)), page.settle))
)

/**
 * Signs in with an account of a provider: begins the flow and leaves the page for it, whatever the app's redirect method.
 * The flow ends on the app's page `oauthCallback`, in `callback` or `callbackAndRedirect`.
 *
 * @category signing in
 * @since 0.1.0
 */
export const signIn: (options: StartOptions) => Effect.Effect<
  void,
  StartError,
  Client | Navigation | Cookies
> = (options) => trace("OAuth.signIn", redirectTo(start({ ...options, type: "authenticate" })))

/**
 * Connects an account of a provider to the user who is signed in, or has the provider allow more with one that is
 * connected: begins the flow and leaves the page for it. In the end `callbackAndRedirect` comes back to the present page.
 *
 * @category signing in
 * @since 0.1.0
 */
export const link: (options: StartOptions) => Effect.Effect<
  void,
  KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | HostUnavailable | ApiError,
  Client | Navigation | Cookies
> = (options) => trace("OAuth.link", redirectTo(start({ ...options, type: "link" })))
