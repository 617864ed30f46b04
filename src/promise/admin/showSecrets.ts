/** The opposite of `toPlainSecrets`, for a change with objects of a result. */
import { isPlainObject } from "../../session/optionNames.ts"

/**
 * Copies an input with the properties that are not enumerable: results from `toPlainSecrets` have their secrets there.
 *
 * @internal
 */
export const showSecrets = <T>(value: T): T => copy(value) as T

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, copy(value[name])]))
}
