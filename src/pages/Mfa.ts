/** The page for the second factor. */
import * as Effect from "effect/Effect"
import { restore } from "../auth/mfa/Continuation.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/ClientService.ts"
import type { Mfa } from "./finishSignIn.ts"
import { makeMfa } from "./makeMfa.ts"
import { goTo } from "./redirects.ts"

/**
 * No sign-in is waiting for a second factor, or it has expired.
 *
 * @category pages
 */
export interface MfaExpired {
  readonly _tag: "MfaExpired"
  /** Redirects to the sign-in page. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

/** Opens the page for the second factor of the stored sign-in. Sends no request. */
export const mfa: Effect.Effect<Mfa | MfaExpired, never, Client | Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.mfa",
  /*#__PURE__*/ Effect.map(
    restore,
    (continuation) =>
      continuation === undefined ? { _tag: "MfaExpired", startOver: goTo("signIn") } : makeMfa(continuation)
  )
)
