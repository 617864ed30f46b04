/**
 * What API keys have in common, whoever manages them: an owner, who is either a user or a team, and an end.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { RequestSchemaError } from "../wire/KnownErrors.ts"

/**
 * Whether a key can still be used, and why not.
 *
 * @category models
 * @since 0.1.0
 */
export type KeyState = "valid" | "expired" | "manually-revoked"

/**
 * The times in a key's life that decide about its state.
 *
 * @category models
 * @since 0.1.0
 */
export interface KeyLife {
  readonly expiresAt?: Date | undefined
  readonly manuallyRevokedAt?: Date | undefined
}

/**
 * Says whether a key can be used now, and why not. A key that was revoked is `manually-revoked`, be it expired or not.
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
 * Says whether a key can be used now.
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
 * Goes on with the team that is named, or else with the user. Naming both is refused, as the service would.
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
  const message = "An API key belongs to a user or to a team: name one of them, not both"
  return Effect.fail(new RequestSchemaError({ message, details: { message } }))
}
