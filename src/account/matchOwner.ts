/** API keys by owner, for the client and the server level. */
import type * as Effect from "effect/Effect"
import { rejectInput } from "../call/rejectInput.ts"
import type { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"

/** Identifies a user's key, such as a `UserApiKey`. */
export interface KeyOfUser {
  readonly id: string
  readonly userId?: string | undefined
  readonly teamId?: undefined
}

/** Identifies a team's key, such as a `TeamApiKey`. */
export interface KeyOfTeam {
  readonly id: string
  readonly teamId: string
  readonly userId?: undefined
}

/** A call for one key. It returns the same owner's key, and fails with `E`. */
export interface KeyCall<E, R, Rest extends ReadonlyArray<unknown> = []> {
  (key: KeyOfUser, ...rest: Rest): Effect.Effect<UserApiKey, E, R>
  (key: KeyOfTeam, ...rest: Rest): Effect.Effect<TeamApiKey, E, R>
  (key: KeyOfUser | KeyOfTeam, ...rest: Rest): Effect.Effect<UserApiKey | TeamApiKey, E, R>
}

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
