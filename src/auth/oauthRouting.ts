/**
 * Where a flow leads when it has ended.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { traced } from "../call/traced.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/trust.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { Client } from "../session/Client.ts"
import { callback, type CallbackFailure } from "./oauthCallback.ts"
import type { SignedInWithProvider } from "./oauthRequests.ts"
import { pathWithin } from "./oauthUrl.ts"
import type { SignedInOrUp } from "./SignedIn.ts"

/**
 * Redirects to where the user of a flow that has succeeded wanted to go: to the page that the flow was begun with, else to
 * what `after_auth_return_to` says, else to the app's page `afterSignUp` for a user who is new, or `afterSignIn`.
 *
 * An address that leads away from the app is a `RedirectUrlNotTrusted`; the user is signed in all the same.
 *
 * @category redirecting
 * @since 0.1.0
 */
export const redirectAfterCallback: (
  signedIn: SignedInOrUp & { readonly afterCallbackRedirectUrl?: string | null | undefined }
) => Effect.Effect<void, RedirectUrlNotTrusted, Navigation> = ({ afterCallbackRedirectUrl: target, isNewUser }) =>
  Effect.flatMap(Navigation, ({ page, redirect, redirectAfterSignIn }) =>
    target
      ? Effect.flatMap(page.url, (here) => redirect(pathWithin(target, here) ?? target, { replace: true }))
      : redirectAfterSignIn({ isNewUser }, { replace: true }))

/**
 * Ends a flow like `callback`, and then redirects like `redirectAfterCallback`: all that the app's page `oauthCallback` has
 * to do.
 *
 * @category signing in
 * @since 0.1.0
 */
export const callbackRouted: Effect.Effect<
  SignedInWithProvider | undefined,
  CallbackFailure | RedirectUrlNotTrusted,
  Client | Navigation | Cookies
> = /*#__PURE__*/ traced(
  "OAuth.callbackRouted",
  /*#__PURE__*/ Effect.tap(
    callback,
    (signedIn) => signedIn === undefined ? Effect.void : redirectAfterCallback(signedIn)
  )
)
