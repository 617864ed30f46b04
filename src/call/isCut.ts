/** Incomplete JSON. */

/** Returns `true` if a text starts like a JSON object or array, and ends before the end of it. */
export const isCut = (text: string): boolean => {
  let depth = 0
  let isString = false
  // A regular expression for strings would overflow the stack for long ones, and `matchAll` is slow for large bodies.
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === "\\") index++
    else if (letter === "\"") isString = !isString
    else if (isString) continue
    else if (letter === "{" || letter === "[") depth++
    else if (letter === "}" || letter === "]") depth--
  }
  return /^\s*[[{]/.test(text) && (isString || depth > 0)
}
