/** The responses from list endpoints. */
import { array, boolean, type Codec, nullOr, optional, string } from "./Codec.ts"
import { struct } from "./Struct.ts"

/** Creates the codec for a list that is not paginated. */
export const listOf = <A>(item: Codec<A>) => struct({ items: array(item), isPaginated: optional(boolean) })

/** A list's page. `nextCursor` is `null` on the last page. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly nextCursor: string | null
}

/** Creates the codec for a list's page. Services that do not paginate the list leave out `pagination`. */
export const pageOf = <A>(item: Codec<A>) =>
  struct({
    items: array(item),
    isPaginated: optional(boolean),
    pagination: optional(struct({ nextCursor: nullOr(string) }))
  })
