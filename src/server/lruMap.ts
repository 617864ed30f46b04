/** Bounded maps. */

/**
 * A map that holds a limited number of entries. If it is full, it drops the entry that was not used for the longest time.
 */
export interface LruMap<A> {
  /** Returns an entry and marks it as used. */
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
  readonly delete: (key: string) => void
  readonly size: () => number
}

/** Creates an {@link LruMap}. With a capacity of 0, it stays empty. */
export const makeLruMap = <A>(capacity: number): LruMap<A> => {
  // A `Map` iterates in insertion order.
  const entries = new Map<string, A>()
  return {
    get: (key) => {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set: (key, value) => {
      if (capacity === 0) return
      entries.delete(key)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(key, value)
    },
    delete: (key) => {
      entries.delete(key)
    },
    size: () => entries.size
  }
}
