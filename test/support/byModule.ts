import type { Any } from "../../src/wire/Endpoint.ts"

/** Groups endpoints by their module of `src/wire`: the part of the id before the first dot. */
export const byModule = <A extends Pick<Any, "id">>(
  endpoints: ReadonlyArray<A>
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const modules = new Map<string, Array<A>>()
  for (const endpoint of endpoints) {
    const module = endpoint.id.split(".", 1)[0]!
    modules.set(module, [...modules.get(module) ?? [], endpoint])
  }
  return modules
}
