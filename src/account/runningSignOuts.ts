/** The sign-outs that are still running, including their redirect. */
import type * as Effect from "effect/Effect"
import type { ClientSession } from "../session/ClientSession.ts"

/**
 * Runs after a sign-out instead of a redirect to the sign-in page: `redirect` if the sign-out has stayed on the page, `wait` if
 * the browser is still loading the next page, and nothing if the next page is shown.
 */
export type AfterSignOut = <E, R>(
  redirect: Effect.Effect<void, E, R>,
  wait: Effect.Effect<void, E, R>
) => Effect.Effect<void, E, R>

/** The running sign-outs by session. In a separate module, because React reads it also in apps that cannot sign out. */
export const runningSignOuts = /*#__PURE__*/ new WeakMap<ClientSession, AfterSignOut>()
