/**
 * The opposite of `toPlainSecrets`, for a change with objects of a result.
 *
 * @since 0.1.0
 */

/**
 * Copies an input with the properties that are not enumerable: results of `toPlainSecrets` have their secrets there.
 *
 * @internal
 */
export const showSecrets = <T>(value: T): T => copy(value) as T

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  // Sound: the names are those of the object.
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.getOwnPropertyNames(fields).map((name) => [name, copy(fields[name])]))
}
