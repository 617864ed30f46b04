/**
 * The answer of requests that list things.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { struct, type Wire } from "./Struct.ts"

/**
 * Codec of a list of things, all at once.
 *
 * @category schemas
 * @since 0.1.0
 */
export const listOf = <A>(item: Wire<A>) =>
  struct({ items: Schema.Array(item), isPaginated: Schema.optional(Schema.Boolean) })
