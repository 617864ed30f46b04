/** A map whose entries expire, with a limit on their number. */
import { makeLruMap } from "./lruMap.ts"

/** A map whose entries expire. If it is full, the entry that was used longest ago is dropped. */
export interface ExpiringMap<A> {
  readonly get: (key: string, nowMillis: number) => A | undefined
  readonly set: (key: string, value: A, expiresAtMillis: number) => void
  readonly delete: (key: string) => void
}

/** Creates an empty map. */
export const make = <A>(capacity: number): ExpiringMap<A> => {
  const entries = makeLruMap<{ readonly value: A; readonly expiresAtMillis: number }>(capacity)
  return {
    get: (key, nowMillis) => {
      const entry = entries.get(key)
      if (entry === undefined || entry.expiresAtMillis > nowMillis) return entry?.value
      entries.delete(key)
      return undefined
    },
    set: (key, value, expiresAtMillis) => entries.set(key, { value, expiresAtMillis }),
    delete: entries.delete
  }
}
