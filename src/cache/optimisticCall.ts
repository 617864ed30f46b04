/** Optimistic updates around a call. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Cache } from "./Cache.ts"
import type { Resource } from "./makeResource.ts"

/**
 * Makes an optimistic update. `isKnown` is `true` for a call of the client that changes the resource: the cache then uses its
 * response instead of a fetch.
 */
export const optimisticCall = <A, E, B, E2, R>(
  resource: Resource<A, E>,
  change: (value: A) => A,
  call: Effect.Effect<B, E2, R>,
  isKnown = true
): Effect.Effect<B, E2, R | Cache> =>
  Effect.flatMap(Cache, ({ patch }) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { commit, rollback } = patch(resource, change)
        return Effect.onExit(
          restore(call),
          (exit) => Effect.sync(() => Exit.isSuccess(exit) ? commit(isKnown) : rollback())
        )
      })
    ))
