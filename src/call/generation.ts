/**
 * The generation of the service that a call requires, and its detection.
 *
 * @since 0.1.0
 */
import { optional, unknown } from "../wire/Codec.ts"
import { type Any, endpoint, type Generation } from "../wire/Endpoint.ts"
import { struct } from "../wire/Struct.ts"
import { UnsupportedGeneration } from "./ApiError.ts"

/**
 * Reads the project to detect the generation: only services of 2026 list the trusted domains.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const probe = endpoint("projects.current", "GET", "/projects/current", {}, () => ({
  success: struct({ config: struct({ domains: optional(unknown) }) })
}))

/**
 * Returns the generation that a request requires, or `undefined` if it works with every generation.
 *
 * @category getters
 * @since 0.1.0
 */
export const getRequirement = (
  { addedFields, alternative, generation, omittableFields, requiredFields }: Any,
  fields: Readonly<Record<string, unknown>>
): { readonly generation: Generation; readonly message: string } | undefined => {
  if (generation !== undefined) {
    return {
      generation,
      message: `Only services of ${generation} have this endpoint${
        alternative === undefined ? "" : `. Use ${alternative} instead`
      }`
    }
  }
  const name = addedFields.find((name) => isGiven(fields, name.split(".")))
  if (name !== undefined) return { generation: "2026", message: `Only services since 2026 have ${name}` }
  const missing = omittableFields.find((name) => fields[name] === undefined)
  if (missing !== undefined) return { generation: "2026", message: `Services before 2026 require ${missing}` }
  const absent = requiredFields.find((name) => fields[name] === undefined)
  return absent === undefined
    ? undefined
    : { generation: "2025", message: `Services since 2026 require ${absent}` }
}

/**
 * Returns `true` if a value has a field at a path. For an array, at least one item must have the field.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isGiven = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean =>
  name === undefined
    ? value !== undefined
    : (Array.isArray(value) ? value : [value]).some((item) => isGiven(item?.[name], rest))

/**
 * Returns the error for a request that the service's generation does not support, or `undefined`.
 *
 * @category errors
 * @since 0.1.0
 */
export const checkGeneration = (
  { generation, message }: NonNullable<ReturnType<typeof getRequirement>>,
  actual: Generation
): UnsupportedGeneration | undefined =>
  generation === actual ? undefined : new UnsupportedGeneration({ message, required: generation, actual })
