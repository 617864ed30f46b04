/** The owner of API keys. */
import type * as Effect from "effect/Effect"
import { rejectInput } from "../call/rejectInput.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"

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
