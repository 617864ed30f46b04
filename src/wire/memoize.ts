/** Values that are computed on first use. */

/**
 * Returns a function that creates its value on the first call and returns the same value afterwards.
 *
 * Structs, unions and endpoints use it, so that a program creates only the codecs that it uses.
 */
export const memoize = <A extends object>(make: () => A): () => A => {
  let made: A | undefined
  return () => made ??= make()
}

/** Returns a function that computes a value once per object, and caches it until the object is garbage collected. */
export const memoizeByKey = <Key extends object, A>(make: (key: Key) => A): (key: Key) => A => {
  const cache = new WeakMap<Key, { readonly value: A }>()
  return (key) => {
    let made = cache.get(key)
    if (made === undefined) cache.set(key, made = { value: make(key) })
    return made.value
  }
}
