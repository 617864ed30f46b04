/** Bounded maps whose entries expire. */
import { makeLruMap } from "./lruMap.ts"

/** Creates a map whose entries expire. If it is full, the entry that was used longest ago is dropped. */
export const make = <A>(capacity: number) => {
  const entries = makeLruMap<{ readonly value: A; readonly expiresAtMillis: number }>(capacity)
  return {
    get: (key: string, nowMillis: number): A | undefined => {
      const entry = entries.get(key)
      if (entry === undefined || entry.expiresAtMillis > nowMillis) return entry?.value
      entries.delete(key)
      return undefined
    },
    set: (key: string, value: A, expiresAtMillis: number) => entries.set(key, { value, expiresAtMillis }),
    delete: entries.delete
  }
}
