/** Bounded maps. */

/**
 * Creates a map that holds a limited number of entries. If it is full, it drops the entry that was not used for the longest
 * time. With a capacity of 0, it stays empty.
 */
export const makeLruMap = <A>(capacity: number) => {
  // A `Map` iterates in insertion order.
  const entries = new Map<string, A>()
  return {
    /** Returns an entry and marks it as used. */
    get: (key: string): A | undefined => {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set: (key: string, value: A): void => {
      if (capacity === 0) return
      entries.delete(key)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(key, value)
    },
    delete: (key: string): void => {
      entries.delete(key)
    },
    size: (): number => entries.size
  }
}
