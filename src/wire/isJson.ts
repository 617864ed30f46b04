/**
 * Recognizing values that JSON can represent.
 *
 * @since 0.1.0
 */
import type * as Schema from "effect/Schema"

/**
 * Any JSON value.
 *
 * @category models
 * @since 0.1.0
 */
export type Json = Schema.Json

/**
 * Returns `true` if JSON can represent a value: no cycle, no instance of a class, no number but finite ones.
 *
 * @category guards
 * @since 0.1.0
 */
export const isJson = (value: unknown): boolean => isJsonWithin(value, new Set())

const isJsonWithin = (value: unknown, parents: Set<object>): boolean => {
  if (typeof value !== "object" || value === null) {
    return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
  }
  if (parents.has(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another realm has another `Object.prototype`, whose prototype is `null` as well.
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  parents.add(value)
  const isValid = Object.values(value).every((field) => isJsonWithin(field, parents))
  parents.delete(value)
  return isValid
}
