/** API key validity. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A key's validity. */
export type KeyState = "valid" | "expired" | "manually-revoked"

/** The timestamps that determine a key's validity. */
export interface KeyLife {
  readonly expiresAt?: Date | undefined
  readonly manuallyRevokedAt?: Date | undefined
}

/** Returns a key's validity at this time. A revoked key is `manually-revoked` even if it has expired. */
export const state = (key: KeyLife): Effect.Effect<KeyState> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => isRevoked(key) ? "manually-revoked" : isExpired(key, now) ? "expired" : "valid"
  )

/** Returns `true` if a key is valid at this time. */
export const isValid = (key: KeyLife): Effect.Effect<boolean> => Effect.map(state(key), (state) => state === "valid")

/** @internal */
export const isRevoked = ({ manuallyRevokedAt }: KeyLife): boolean => manuallyRevokedAt !== undefined

/** @internal */
export const isExpired = ({ expiresAt }: KeyLife, now: number): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now
