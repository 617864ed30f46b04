/**
 * The parsers of metadata as a chunk, for the standalone files: Effect's `Schema` is a fifth of their import time, and few
 * programs use it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/** @since 0.1.0 */
export const withParsers = <A, E>(
  use: (loaded: typeof import("./metadataParsers.ts")) => Effect.Effect<A, E>
): Effect.Effect<A, E> => Effect.flatMap(Effect.promise(() => import("./metadataParsers.ts")), use)
