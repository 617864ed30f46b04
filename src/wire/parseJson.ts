/**
 * Parsing of JSON text.
 *
 * @since 0.1.0
 */

/**
 * Parses JSON text. Never fails; returns `undefined` for invalid JSON.
 *
 * @category conversion
 * @since 0.1.0
 */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
