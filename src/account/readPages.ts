/**
 * Lists that the service may split into pages.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ApiError, InvalidResponse } from "../call/ApiError.ts"

/**
 * A page as the service sends it.
 *
 * @category models
 * @since 0.1.0
 */
export interface PageResponse<A> {
  readonly items: ReadonlyArray<A>
  readonly pagination?: { readonly nextCursor: string | null } | undefined
}

/**
 * Reads a list to its end: requests pages until one has no next cursor. Fails with `InvalidResponse` if the service returns a
 * cursor again.
 *
 * @category reading
 * @since 0.1.0
 */
export const readPages = <A, E, R>(
  endpoint: string,
  readPage: (cursor: string | undefined) => Effect.Effect<PageResponse<A>, E, R>
): Effect.Effect<ReadonlyArray<A>, E | ApiError, R> =>
  Effect.suspend(() => {
    const seen = new Set<string>()
    const readFrom = (
      cursor: string | undefined,
      before: ReadonlyArray<A>
    ): Effect.Effect<ReadonlyArray<A>, E | ApiError, R> =>
      Effect.flatMap(readPage(cursor), ({ items, pagination }) => {
        const all = cursor === undefined ? items : [...before, ...items]
        const next = pagination?.nextCursor ?? undefined
        if (next === undefined) return Effect.succeed(all)
        if (seen.has(next)) return Effect.fail(makeRepeatedPage(endpoint))
        seen.add(next)
        return readFrom(next, all)
      })
    return readFrom(undefined, [])
  })

/**
 * Creates the error of a page that follows itself or a later page, for example because of a caching proxy. Reading would never
 * end.
 *
 * @category errors
 * @since 0.1.0
 */
export const makeRepeatedPage = (endpoint: string): ApiError =>
  new ApiError({
    endpoint,
    reason: new InvalidResponse({
      status: 200,
      path: ["pagination", "next_cursor"],
      message: "The service returned the same page twice"
    })
  })
