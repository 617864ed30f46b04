/**
 * Values that are created on first use.
 *
 * @since 0.1.0
 */

/**
 * Returns a function that creates its value on the first call and returns the same value afterwards.
 *
 * Everything in `wire` that is built from schemas uses it. Bundlers drop an unused function, but not a property read
 * such as `Schema.String` at the top level of a module.
 *
 * @category constructors
 * @since 0.1.0
 */
export const memoize = <A>(make: () => A): () => A => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}
