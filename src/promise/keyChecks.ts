/** The validity of API keys by this device's clock. */
import type * as Effect from "effect/Effect"
import type { KeyLife, KeyState } from "../account/KeyState.ts"
import { InvalidOptions } from "../session/options.ts"
import type { Runtime } from "./Runner.ts"

/** A key, for example from `apiKeys.list()`. A key's text is not enough: a server checks it with `apiKeys.check`. */
export type KnownKey = KeyLife & {
  readonly id: string
}

/**
 * The validity of keys by this machine's clock. Sends no request, so a key that has been revoked since it was fetched is valid.
 */
export interface KeyChecks {
  /** Returns `true` if a key is neither expired nor revoked. Throws `InvalidOptions` for anything else than a key. */
  readonly isValid: (key: KnownKey) => boolean
  /** Returns a key's validity. A user's or team's key that is both revoked and expired is `manually-revoked`. */
  readonly state: (key: KnownKey) => KeyState
}

/** @internal */
export const makeKeyChecks = <R>(
  { runSync }: Runtime<R>,
  getState: (key: KeyLife) => Effect.Effect<KeyState>
): KeyChecks => {
  const state = (key: KnownKey): KeyState => {
    // Untyped code passes a key's text, or a result. Neither has dates, so it would be valid.
    if (typeof key?.id === "string") return runSync(getState(key))
    throw new InvalidOptions({
      option: "key",
      message: "key must be an API key, such as one of apiKeys.list()"
    })
  }
  return { state, isValid: (key) => state(key) === "valid" }
}
