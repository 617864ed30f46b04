/** List filters. Untyped code may pass a value that would drop the filter and match everything. */
import * as Effect from "effect/Effect"
import { getNode } from "../wire/Codec.ts"
import type { Any } from "../wire/Endpoint.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"
import { rejectInput } from "./rejectInput.ts"

/** Returns `true` if a value can be a filter: an object that is not an array. */
export const isFilter = (filter: unknown): boolean =>
  typeof filter === "object" && filter !== null && !Array.isArray(filter)

const isPlain = (filter: object): boolean => {
  const prototype: object | null = Object.getPrototypeOf(filter)
  // The prototype of objects has none, also in another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Fails with `RequestSchemaError` for a filter that is not an object. */
export const rejectNoObject: Effect.Effect<never, RequestSchemaError> = /*#__PURE__*/ Effect.suspend(() =>
  rejectInput("The filter must be an object, such as { teamId }")
)

/**
 * Checks a list's filter at the server level. Fails with `RequestSchemaError` if the filter is not a plain object, if none
 * of its fields is one of the endpoint's query or of `others`, or if an id in it is `undefined`, such as a missing route
 * parameter.
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
  // A promise, such as a page's parameters in Next.js, has no fields. Spreading an object loses the inherited ones.
  if (
    entries.length === 0 && !isPlain(filter) || names.some((name) => name in filter && !Object.hasOwn(filter, name))
  ) {
    return rejectInput("The filter must be a plain object, such as { teamId }. If it is a promise, await it")
  }
  if (entries.length > 0 && !names.some((name) => Object.hasOwn(filter, name))) {
    return rejectInput(`The filter has none of the fields ${names.join(", ")}`)
  }
  const [missing] =
    entries.find(([name, value]) => value === undefined && name.endsWith("Id") && names.includes(name)) ?? []
  return missing === undefined
    ? Effect.void
    : rejectInput(`The filter ${missing} is undefined. Omit it if the list should not be filtered by it`)
}
