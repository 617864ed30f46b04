import type { Any } from "../../src/wire/Endpoint.ts"
import { groupBy } from "./groupBy.ts"

/** Groups endpoints by their module of `src/wire`: the part of the id before the first dot. */
export const byModule = <A extends Pick<Any, "id">>(
  endpoints: ReadonlyArray<A>
): ReadonlyMap<string, ReadonlyArray<A>> => groupBy(endpoints, ({ id }) => id.split(".", 1)[0]!)
