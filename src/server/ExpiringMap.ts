/**
 * A map whose entries expire, with a limit on their number.
 *
 * @since 0.1.0
 */

/**
 * A map whose entries expire. If it is full, the entry that was used longest ago is dropped.
 *
 * @category models
 * @since 0.1.0
 */
export interface ExpiringMap<A> {
  readonly get: (key: string, nowMillis: number) => A | undefined
  readonly set: (key: string, value: A, expiresAtMillis: number) => void
  readonly delete: (key: string) => void
}

/**
 * Creates an empty map.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <A>(capacity: number): ExpiringMap<A> => {
  const entries = new Map<string, { readonly value: A; readonly expiresAtMillis: number }>()
  return {
    get: (key, nowMillis) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // The order of a `Map` is the order of insertion.
      entries.delete(key)
      if (entry.expiresAtMillis <= nowMillis) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, expiresAtMillis) => {
      entries.delete(key)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(key, { value, expiresAtMillis })
    },
    delete: (key) => entries.delete(key)
  }
}
