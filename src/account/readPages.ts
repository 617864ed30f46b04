/** Lists that the service may split into pages. */
import * as Effect from "effect/Effect"
import { ApiError, InvalidResponse } from "../call/ApiError.ts"

/** A page as the service sends it. */
export interface PageResponse<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination?: { readonly nextCursor: string | null } | undefined
}

/**
 * Reads a list to its end: requests pages until one has no next cursor. Fails with `InvalidResponse` if the service returns a
 * cursor again.
 */
export const readPages = <A, E, R>(
  endpoint: string,
  readPage: (cursor: string | undefined) => Effect.Effect<PageResponse<A>, E, R>
): Effect.Effect<ReadonlyArray<A>, E | ApiError, R> =>
  Effect.suspend(() => {
    const follow = makeCursorCheck(endpoint)
    const readFrom = (
      cursor: string | undefined,
      before: ReadonlyArray<A>
    ): Effect.Effect<ReadonlyArray<A>, E | ApiError, R> =>
      Effect.flatMap(readPage(cursor), ({ items, pagination }) => {
        const all = [...before, ...items]
        const next = pagination?.nextCursor ?? undefined
        return next === undefined
          ? Effect.succeed(all)
          : Effect.flatMap(follow(next), (cursor) => readFrom(cursor, all))
      })
    return readFrom(undefined, [])
  })

/**
 * Creates a function for one reading's cursors. It returns each cursor, and fails with `InvalidResponse` if it gets one
 * again, for example because of a caching proxy. Reading would never end.
 */
export const makeCursorCheck = (endpoint: string): (cursor: string) => Effect.Effect<string, ApiError> => {
  const seen = new Set<string>()
  return (cursor) => {
    if (!seen.has(cursor)) {
      seen.add(cursor)
      return Effect.succeed(cursor)
    }
    return Effect.fail(
      new ApiError({
        endpoint,
        reason: new InvalidResponse({
          status: 200,
          path: ["pagination", "next_cursor"],
          message: "The service returned the same page twice"
        })
      })
    )
  }
}
