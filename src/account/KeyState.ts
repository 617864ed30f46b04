/**
 * The validity and the owner of API keys.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { rejectInput } from "../call/rejectInput.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"

/**
 * The validity of a key.
 *
 * @category models
 * @since 0.1.0
 */
export type KeyState = "valid" | "expired" | "manually-revoked"

/**
 * The timestamps that determine the validity of a key.
 *
 * @category models
 * @since 0.1.0
 */
export interface KeyLife {
  readonly expiresAt?: Date | undefined
  readonly manuallyRevokedAt?: Date | undefined
}

/**
 * Returns the validity of a key at this time. A revoked key is `manually-revoked` even if it has expired.
 *
 * @category reading
 * @since 0.1.0
 */
export const state = (key: KeyLife): Effect.Effect<KeyState> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => isRevoked(key) ? "manually-revoked" : isExpired(key, now) ? "expired" : "valid"
  )

/**
 * Returns `true` if a key is valid at this time.
 *
 * @category reading
 * @since 0.1.0
 */
export const isValid = (key: KeyLife): Effect.Effect<boolean> => Effect.map(state(key), (state) => state === "valid")

/** @internal */
export const isRevoked = ({ manuallyRevokedAt }: KeyLife): boolean => manuallyRevokedAt !== undefined

/** @internal */
export const isExpired = ({ expiresAt }: KeyLife, now: number): boolean =>
  expiresAt !== undefined && expiresAt.getTime() <= now

/**
 * Runs `ofTeam` if a team is given, otherwise `ofUser`. Fails if both owners are given, as the service does.
 *
 * @internal
 */
export const matchOwner = <U, A, E, B, F, R>(
  owner: { readonly userId?: U | undefined; readonly teamId?: string | undefined },
  ofUser: (userId: U | undefined) => Effect.Effect<A, E, R>,
  ofTeam: (teamId: string) => Effect.Effect<B, F, R>
): Effect.Effect<A | B, E | F | RequestSchemaError, R> => {
  const { teamId, userId } = owner
  if (teamId === undefined) return ofUser(userId)
  if (userId === undefined) return ofTeam(teamId)
  return rejectInput("Pass either userId or teamId, not both: an API key belongs to a user or to a team")
}
