/** The check for JSON objects. */

/** Returns `true` if a value is an object and not an array. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)
