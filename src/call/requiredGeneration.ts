/** The service generation that a call requires, and its detection. */
import { optional, unknown } from "../wire/Codec.ts"
import { type Any, endpoint, type Generation } from "../wire/Endpoint.ts"
import { struct } from "../wire/Struct.ts"

/** Reads the project to detect the generation: only services from 2026 list the trusted domains. */
export const probe = endpoint("projects.current", "GET", "/projects/current", {}, () => ({
  success: struct({ config: struct({ domains: optional(unknown) }) })
}))

/**
 * The generation that a request requires, and why: the generation has the `endpoint`, or the field `added`, or it does not
 * require the field `omitted` or `removed`.
 */
export interface Requirement {
  readonly generation: Generation
  readonly reason: "endpoint" | "added" | "omitted" | "removed"
  /** The field's wire name. */
  readonly name: string
}

/** Returns a request's requirement, or `undefined` if it works with every generation. */
export const getRequirement = (
  { addedFields, generation, omittableFields, requiredFields }: Any,
  fields: Readonly<Record<string, unknown>>
): Requirement | undefined => {
  if (generation !== undefined) return { generation, reason: "endpoint", name: "" }
  const isMissing = (name: string) => fields[name] === undefined
  const added = addedFields.find((name) => isGiven(fields, name.split(".")))
  if (added !== undefined) return { generation: "2026", reason: "added", name: added }
  const omitted = omittableFields.find(isMissing)
  if (omitted !== undefined) return { generation: "2026", reason: "omitted", name: omitted }
  const removed = requiredFields.find(isMissing)
  return removed === undefined ? undefined : { generation: "2025", reason: "removed", name: removed }
}

/** Returns `true` if a value has a field at a path. For an array, at least one item must have the field. */
export const isGiven = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean =>
  name === undefined
    ? value !== undefined
    : (Array.isArray(value) ? value : [value]).some((item) => isGiven(item?.[name], rest))
