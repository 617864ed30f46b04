/**
 * The response of list endpoints.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { struct, type Wire } from "./Struct.ts"

/**
 * Creates the codec of a list that is not paginated.
 *
 * @category schemas
 * @since 0.1.0
 */
export const listOf = <A>(item: Wire<A>) =>
  struct({ items: Schema.Array(item), isPaginated: Schema.optional(Schema.Boolean) })
