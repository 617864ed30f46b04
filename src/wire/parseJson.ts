/** Parsing of JSON text. */

/** Parses JSON text. Never fails; returns `undefined` for invalid JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
