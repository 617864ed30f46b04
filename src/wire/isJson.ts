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
export const isJson = (value: unknown): boolean => {
  const isDone = new Map<object, boolean>()
  // A stack instead of recursion: a value may have thousands of levels.
  const open: Array<object> = []
  const visit = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) {
      return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)
    }
    open.push(value)
    // `false` marks a parent: this value is a cycle.
    return isDone.get(value) !== false
  }
  if (!visit(value)) return false
  for (;;) {
    const top = open.at(-1)
    if (top === undefined) return true
    if (isDone.has(top)) {
      isDone.set(top, true)
      open.pop()
      continue
    }
    isDone.set(top, false)
    const prototype: unknown = Object.getPrototypeOf(top)
    // An object of another realm has another `Object.prototype`, whose prototype is `null` as well.
    if (!Array.isArray(top) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
    // The spread reads the holes of an array as `undefined`, which is not JSON.
    if (!(Array.isArray(top) ? [...top] : Object.values(top)).every(visit)) return false
  }
}
