import type * as Redacted from "effect/Redacted"
import type { Tokens } from "../session/Tokens.ts"

/** A session in the store. */
export interface StoredSession {
  readonly tokens: Tokens
  /** The id that the browser must use from now on; `undefined` if its id does not change. */
  readonly successor: Redacted.Redacted<string> | undefined
  /** The time when the session ends at the latest. */
  readonly expiresAt: Date
}
