/** The nesting depth in JSON texts. */

/** The deepest JSON that the emulator accepts. Deeper JSON could be stored, but overflow the stack when serialized. */
export const maxDepth = 1000

/** Returns `true` if a JSON text is nested deeper than `levels`. Iterative, so that no text can overflow the stack. */
export const isDeeperThan = (levels: number, text: string): boolean => {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === "\"") index = endOfString(text, index)
    else if (character === "]" || character === "}") depth--
    else if ((character === "[" || character === "{") && ++depth > levels) return true
  }
  return false
}

/** Returns the index at which a quote ends a string, or the text's length if no quote ends it. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf("\"", start + 1); end >= 0; end = text.indexOf("\"", end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === "\\") backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
