/**
 * Filters of lists. Untyped code may pass a value that would drop the filter and match everything.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { getNode } from "../wire/Codec.ts"
import type { Any } from "../wire/Endpoint.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"
import { rejectInput } from "./rejectInput.ts"

/**
 * Returns `true` if a value can be a filter: an object that is not an array.
 *
 * @category guards
 * @since 0.1.0
 */
export const isFilter = (filter: unknown): boolean =>
  typeof filter === "object" && filter !== null && !Array.isArray(filter)

/**
 * Fails with `RequestSchemaError` for a filter that is not an object.
 *
 * @category errors
 * @since 0.1.0
 */
export const rejectNoObject: Effect.Effect<never, RequestSchemaError> = /*#__PURE__*/ Effect.suspend(() =>
  rejectInput("The filter must be an object, such as { teamId }")
)

/**
 * Checks the filter of a list at the server level. Fails with `RequestSchemaError` if the filter is not an object, if none of its
 * fields is one of the endpoint's query or of `others`, or if an id in it is `undefined`, such as a missing route parameter.
 *
 * @category checks
 * @since 0.1.0
 */
export const checkFilter = (
  { query }: Any,
  filter: object,
  others: ReadonlyArray<string> = []
): Effect.Effect<void, RequestSchemaError> => {
  if (!isFilter(filter)) return rejectNoObject
  const node = query && getNode(query)
  const names = [...node?.kind === "struct" ? node.fields.map(({ name }) => name) : [], ...others]
  const entries = Object.entries(filter)
  if (entries.length > 0 && !names.some((name) => Object.hasOwn(filter, name))) {
    return rejectInput(`The filter has none of the fields ${names.join(", ")}`)
  }
  const [missing] =
    entries.find(([name, value]) => value === undefined && name.endsWith("Id") && names.includes(name)) ?? []
  return missing === undefined
    ? Effect.void
    : rejectInput(`The filter ${missing} is undefined. Omit it if the list should not be filtered by it`)
}
