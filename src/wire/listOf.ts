/**
 * The response of list endpoints.
 *
 * @since 0.1.0
 */
import { array, boolean, type Codec, optional } from "./Codec.ts"
import { struct } from "./Struct.ts"

/**
 * Creates the codec of a list that is not paginated.
 *
 * @category codecs
 * @since 0.1.0
 */
export const listOf = <A>(item: Codec<A>) => struct({ items: array(item), isPaginated: optional(boolean) })
