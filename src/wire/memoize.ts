/**
 * Values that are created on first use.
 *
 * @since 0.1.0
 */

/**
 * Returns a function that creates its value on the first call and returns the same value afterwards.
 *
 * Structs, unions and endpoints use it, so that a program creates only the codecs that it uses.
 *
 * @category constructors
 * @since 0.1.0
 */
export const memoize = <A extends object>(make: () => A): () => A => {
  let made: A | undefined
  return () => made ??= make()
}
