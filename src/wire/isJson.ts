/** Recognizing values that JSON can represent. */
import type * as Schema from "effect/Schema"

/** Any JSON value. */
export type Json = Schema.Json

/** Returns `true` if JSON can represent a value: no cycle, no class instance, no number but finite ones. */
export const isJson = (value: unknown): boolean => {
  // `false` marks a value's parents, so that a cycle is found; `true` marks valid objects.
  const isDone = new Map<unknown, boolean>()
  // A stack instead of recursion: a value may have thousands of levels.
  const parents: Array<readonly [parent: object, keys: Iterator<string | number>]> = []
  for (;;) {
    if (typeof value !== "object" || value === null) {
      if (value !== null && typeof value !== "string" && typeof value !== "boolean" && !Number.isFinite(value)) {
        return false
      }
    } else if (isDone.get(value) === false) {
      return false
    } else if (!isDone.has(value)) {
      const prototype: unknown = Object.getPrototypeOf(value)
      // An object from another realm has another `Object.prototype`, whose prototype is `null` as well.
      if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
      isDone.set(value, false)
      // An array's keys include its holes, which are not JSON.
      parents.push([value, Array.isArray(value) ? value.keys() : Object.keys(value).values()])
    }
    let key
    do {
      const top = parents.at(-1)
      if (top === undefined) return true
      key = top[1].next()
      if (key.done) isDone.set(parents.pop()![0], true)
      else value = Reflect.get(top[0], key.value)
    } while (key.done)
  }
}
