/**
 * The page that signs out.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Session from "../account/Session.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { pageAt } from "../navigation/Urls.ts"
import type { Client } from "../session/Client.ts"

/**
 * The user is signed out. The page redirects, unless the app's redirect method is `none`.
 *
 * @category pages
 * @since 0.1.0
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
 * Signs out, and redirects to the page after a sign-out. Succeeds also if no user is signed in or the request fails.
 *
 * The sign-out continues if the page unmounts: an app may remove the page as soon as no user is signed in, and React's
 * strict mode does.
 *
 * @category opening
 * @since 0.1.0
 */
export const signOut: Effect.Effect<SignedOut, never, Client | Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.signOut",
  /*#__PURE__*/ Effect.flatMap(
    Navigation,
    ({ redirectTo, urls }) =>
      Effect.forkDetach(Session.signOut, { startImmediately: true }).pipe(
        Effect.flatMap((fiber) => Fiber.join(fiber)),
        Effect.match({ onFailure: (error) => error, onSuccess: () => undefined }),
        // If `afterSignOut` is this page, it would redirect to itself.
        Effect.tap(() =>
          pageAt(urls, urls.afterSignOut) === "signOut" ? Effect.void : redirectTo("afterSignOut", { replace: true })
        ),
        Effect.map((revocationError) => ({ _tag: "SignedOut", revocationError }))
      )
  )
)
