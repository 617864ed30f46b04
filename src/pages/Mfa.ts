/**
 * The page that asks for the second factor.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { kept } from "../auth/mfa/Continuation.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/Client.ts"
import { goTo } from "./redirects.ts"
import { type Mfa, waiting } from "./SignedIn.ts"

/**
 * No sign-in waits for a second factor here, or it has waited too long.
 *
 * @category pages
 * @since 0.1.0
 */
export interface MfaOver {
  readonly _tag: "MfaOver"
  /** Goes to the sign-in page. */
  readonly startOver: Effect.Effect<void, never, Navigation>
}

/**
 * Opens the page that asks for the second factor of the sign-in that was kept. Sends nothing.
 *
 * @category opening
 * @since 0.1.0
 */
export const mfa: Effect.Effect<Mfa | MfaOver, never, Client | Navigation> = /*#__PURE__*/ trace(
  "HandlerPages.mfa",
  /*#__PURE__*/ Effect.map(
    kept,
    (continuation) =>
      continuation === undefined ? { _tag: "MfaOver", startOver: goTo("signIn") } : waiting(continuation)
  )
)
