/**
 * Values that are made when they are first needed.
 *
 * @since 0.1.0
 */

/**
 * Returns a function that makes its value on the first call and returns the same one on every other.
 *
 * Everything in `wire` that is made of schemas is wrapped in this: a bundler can drop a function that nobody calls, but
 * not a property read such as `Schema.String` at the top of a module.
 *
 * @category constructors
 * @since 0.1.0
 */
export const memoize = <A>(make: () => A): () => A => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}
