/** A listener for request authentication. */
import * as Context from "effect/Context"

/** A finished step in an authentication. */
export type AuthenticationEvent =
  /** A key was looked up. `isCached` is `true` if the result did not wait for the service. */
  | { readonly _tag: "KeyLookedUp"; readonly isCached: boolean }
  /** An access token was requested: a new one, an ended session, or no answer about the session. */
  | { readonly _tag: "TokenRequested"; readonly result: "renewed" | "ended" | "failed" }

/** Called after each step. It must not throw. */
export const AuthenticationListener: Context.Reference<(event: AuthenticationEvent) => void> = /*#__PURE__*/ Context
  .Reference(
    "latchkey/server/AuthenticationListener",
    { defaultValue: () => (_event: AuthenticationEvent) => {} }
  )
