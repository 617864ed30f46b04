/** Items from lists that the service does not split into pages. */
import * as Effect from "effect/Effect"

/** Returns the items in a list endpoint's response. @internal */
export const takeItems = <A extends { readonly items: unknown }, E, R>(
  call: Effect.Effect<A, E, R>
): Effect.Effect<A["items"], E, R> => Effect.map(call, ({ items }) => items)
