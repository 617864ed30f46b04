/**
 * The page that signs out.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Session from "../account/Session.ts"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { Navigation } from "../navigation/Navigation.ts"
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
  readonly notTold: ApiError | undefined
}

/**
 * Signs out, and goes to the page after a sign-out. Does so too when nobody is signed in, and when the service cannot be told.
 *
 * @category opening
 * @since 0.1.0
 */
export const signOut: Effect.Effect<SignedOut, never, Client | Navigation> = /*#__PURE__*/ traced(
  "HandlerPages.signOut",
  /*#__PURE__*/ Effect.flatMap(Navigation, ({ redirectTo }) =>
    Session.signOut.pipe(
      Effect.match({ onFailure: (error) => error, onSuccess: () => undefined }),
      Effect.tap(() => redirectTo("afterSignOut", { replace: true })),
      Effect.map((notTold) => ({ _tag: "SignedOut", notTold }))
    ))
)
