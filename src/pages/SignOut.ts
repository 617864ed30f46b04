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
 * Nobody is signed in any more. Unless the app redirects by no method, this page is on its way out.
 *
 * @category pages
 * @since 0.1.0
 */
export interface SignedOut {
  readonly _tag: "SignedOut"
  /** Why the service could not be told: then the refresh token, which this program has forgotten, lives on there. */
  readonly revocationError: ApiError | undefined
}

/**
 * Signs out, and goes to the page after a sign-out. Does so too when nobody is signed in, and when the service cannot be told.
 *
 * Once begun, the sign-out goes on without the page: an app that sees at once that nobody is signed in may take it away before
 * the service has been told, and React's strict mode does.
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
        // With the address of this page in the options, it would redirect to itself.
        Effect.tap(() =>
          pageAt(urls, urls.afterSignOut) === "signOut" ? Effect.void : redirectTo("afterSignOut", { replace: true })
        ),
        Effect.map((revocationError) => ({ _tag: "SignedOut", revocationError }))
      )
  )
)
