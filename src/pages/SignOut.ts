/** The page that signs out. */
import * as Effect from "effect/Effect"
import { signOutAndRedirect } from "../account/signOutAndRedirect.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"

/**
 * The user is signed out. The page redirects, unless the app's redirect method is `none`.
 *
 * @category pages
 */
export interface SignedOut {
  readonly _tag: "SignedOut"
  /**
   * The error of the request that ends the session. The client has removed the session, but its refresh token is still valid
   * at the service.
   */
  readonly revocationError: ApiError | undefined
}

/**
 * Signs out, and redirects to the page `afterSignOut`. Succeeds also if no user is signed in or the request fails.
 *
 * Sign-out and redirect continue if the page unmounts: an app may remove the page as soon as no user is signed in, and React's
 * strict mode does. `useUser({ or: "redirect" })` of React redirects to no other page before they have ended.
 */
export const signOut: Effect.Effect<SignedOut, never, Client | Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.signOut",
  /*#__PURE__*/ Effect.map(signOutAndRedirect, (result) => ({ _tag: "SignedOut", ...result }))
)
