/**
 * The check for JSON objects.
 *
 * @since 0.1.0
 */

/**
 * Returns `true` if a value is an object and not an array.
 *
 * @category guards
 * @since 0.1.0
 */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
