/**
 * Where a flow ends: a browser comes back from a provider with an answer in its address.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { trace } from "../../call/trace.ts"
import type { Navigation } from "../../navigation/Navigation.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import type { Client } from "../../session/Client.ts"
import { completeAt, completeOnPage } from "./ending.ts"
import type { SignedInWithProvider } from "./exchange.ts"
import type { CallbackFailure } from "./failure.ts"

/**
 * Ends a flow on the page that the browser has come back to, the app's page `oauthCallback`, and returns the user who has
 * signed in. Does nothing, and returns nothing, if the page's address holds no answer, or the answer to a flow that has not
 * begun in this browser or has ended already.
 *
 * Before anything else the answer is taken out of the address, whatever it is worth, and the flow is forgotten. A page that
 * shows itself twice may run this twice: whoever comes while the flow is being ended waits for the same result. Interrupted,
 * it signs nobody in; but a page that comes back within five seconds, as each does once in React's strict mode, goes on with
 * the same flow. Both runs need the same `Client`: build its layer once, not for each.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, as everywhere. Where to go afterwards is for the
 * program to say, with `redirectAfterCallback`; `callbackAndRedirect` does all of it.
 *
 * @category signing in
 * @since 0.1.0
 */
export const callback: Effect.Effect<
  SignedInWithProvider | undefined,
  CallbackFailure,
  Client | Navigation | Cookies
> = /*#__PURE__*/ trace(
  "OAuth.callback",
  /*#__PURE__*/ completeOnPage("callback", identity)
)

/**
 * Ends a flow like `callback`, with an address that is given: for apps that open a browser themselves and are handed the
 * address that it came back to. The flow must have begun with that address, or with `redirectUri`.
 *
 * **Example** (An app that is opened by a link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * declare const openBrowser: (url: string) => Effect.Effect<string>
 *
 * const signIn = OAuth.start({ provider: "github", redirectUri: "com.example.app://signed-in" }).pipe(
 *   Effect.flatMap((url) => openBrowser(Redacted.value(url))),
 *   Effect.flatMap(OAuth.callbackAt)
 * )
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const callbackAt: (
  address: string,
  options?: { readonly redirectUri?: string | undefined }
) => Effect.Effect<SignedInWithProvider | undefined, CallbackFailure, Client | Cookies> = (address, options) =>
  trace("OAuth.callbackAt", completeAt(address, options?.redirectUri, "callback", identity))

/** @since 0.1.0 */
export type { CallbackFailure } from "./failure.ts"
