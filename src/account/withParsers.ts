/**
 * The parsers of metadata as a part of the bundle. The standalone build replaces this module with `withParsersOnDemand.ts`.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as parsers from "./metadataParsers.ts"

/** @since 0.1.0 */
export const withParsers = <A, E>(use: (loaded: typeof parsers) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  use(parsers)
