/**
 * Sign-in with an OAuth provider in the device's browser session.
 *
 * **Example** (A button)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { NativeOAuth } from "latchkey/react-native"
 *
 * const signIn = NativeOAuth.signIn({ provider: "github" }).pipe(
 *   Effect.catchTag("OAuthBrowserEnded", () => Effect.undefined)
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { callbackAt } from "../auth/oauth/callback.ts"
import { type CallbackError, InvalidAuthorizationResponse, OAuthCallbackError } from "../auth/oauth/errors.ts"
import type { SignedInWithProvider } from "../auth/oauth/exchange.ts"
import { pendingStates } from "../auth/oauth/pkce.ts"
import { type LinkError, start, type StartError, type StartOptions } from "../auth/oauth/start.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import { parameterOf, parse, resolve } from "../platform/urlParameters.ts"
import { Client } from "../session/ClientService.ts"
import { OAuthBrowser, type OAuthBrowserEnded, type OAuthBrowserFailed } from "./OAuthBrowser.ts"
import type { OAuthCallbackLink } from "./parseDeepLink.ts"

/** Options for a sign-in or a link. */
type NativeOAuthOptions = Pick<StartOptions, "provider" | "scopes">

/** Errors from `signIn`. */
export type NativeSignInError = StartError | CallbackError | OAuthBrowserEnded | OAuthBrowserFailed

/** Errors from `link`. */
export type NativeLinkError = LinkError | CallbackError | OAuthBrowserEnded | OAuthBrowserFailed

const run = <E>(
  start: (redirectUri: string) => Effect.Effect<Redacted.Redacted<string>, E, Client | Navigation | Cookies>
) =>
  Effect.gen(function*() {
    const before = yield* pendingStates
    const { urls } = yield* Navigation
    const url = yield* start(urls.oauthCallback)
    const started = (yield* pendingStates).filter((state) => !before.includes(state))
    const session = yield* OAuthBrowser
    const address = yield* session.open(url, (link) => {
      const response = parse(Redacted.value(link.url))
      const state = parameterOf(response, "state")
      // Another flow's state does not end this one.
      if (state !== undefined) return started.includes(state) ? "end" : "ignore"
      // Errors from the service have no state, so any app can send one.
      return response?.searchParams.has("errorCode") === true ? "keep" : "ignore"
    })
    return yield* finish(address)
  })

/** Completes a flow. Android reports a callback to the session and to the handlers for links: they share the result. */
const finish = (
  url: Redacted.Redacted<string>
): Effect.Effect<SignedInWithProvider, CallbackError, Client | Navigation | Cookies> =>
  Effect.contextWith((context: Context.Context<Client | Navigation | Cookies>) =>
    Context.get(context, Client).singleFlight(
      `native-oauth-${Redacted.value(url)}`,
      Effect.provide(completeFlow(Redacted.value(url)), context)
    )
  )

const completeFlow = Effect.fnUntraced(function*(
  address: string
): Effect.fn.Return<SignedInWithProvider, CallbackError, Client | Navigation | Cookies> {
  const { page, urls } = yield* Navigation
  const redirectUri = resolve(urls.oauthCallback, yield* page.url)
  // A website page may have passed the response to the app, with another scheme. The other parameters are the same.
  if (redirectUri !== undefined) redirectUri.search = parse(address)?.search ?? ""
  const signedIn = yield* callbackAt(address, { redirectUri: redirectUri?.href })
  return signedIn ?? (yield* new OAuthCallbackError({
    reason: new InvalidAuthorizationResponse({ message: "The response is not of a flow that this app started" })
  }))
})

/**
 * Signs in with a provider's account: opens the browser, waits for the callback, and exchanges the code.
 *
 * If the system ends the app while the browser is open, the callback is a link that starts the app: `DeepLinks.listen` passes it
 * to `complete`. For a user with TOTP, it fails with `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue`.
 */
export const signIn: (options: NativeOAuthOptions) => Effect.Effect<
  SignedInWithProvider,
  NativeSignInError,
  Client | Navigation | Cookies | OAuthBrowser
> = ({ provider, scopes }) =>
  trace(
    "NativeOAuth.signIn",
    run((redirectUri) => start({ provider, scopes, redirectUri, errorRedirectUrl: redirectUri, type: "authenticate" }))
  )

/** Links a provider's account to the signed-in user, or requests more scopes for a linked account. */
export const link: (options: NativeOAuthOptions) => Effect.Effect<
  SignedInWithProvider,
  NativeLinkError,
  Client | Navigation | Cookies | OAuthBrowser
> = ({ provider, scopes }) =>
  trace(
    "NativeOAuth.link",
    run((redirectUri) =>
      start({
        provider,
        scopes,
        redirectUri,
        errorRedirectUrl: redirectUri,
        // The service must trust this URL too, and a native app has no current page that it trusts.
        afterCallbackRedirectUrl: redirectUri,
        type: "link"
      })
    )
  )

/**
 * Completes a callback link's flow, after the app has restarted. Fails with `OAuthCallbackError` if this app did not start
 * the flow, or if the flow has ended.
 */
export const complete = (
  { url }: OAuthCallbackLink
): Effect.Effect<SignedInWithProvider, CallbackError, Client | Navigation | Cookies> =>
  trace("NativeOAuth.complete", finish(url))
