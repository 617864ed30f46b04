/** A selector's weight: ids, then classes, attributes and pseudo classes, then elements. */
export type Specificity = readonly [ids: number, classes: number, elements: number]

const none: Specificity = [0, 0, 0]

const add = (a: Specificity, b: Specificity): Specificity => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

/** Returns a number below zero if the first one is lower, and above zero if it is higher. */
export const compareSpecificity = (a: Specificity, b: Specificity): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** Splits a text at its commas, except those in parentheses or brackets. */
export const splitSelectors = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let depth = 0
  let current = ""
  for (const letter of text) {
    if (letter === "(" || letter === "[") depth++
    if (letter === ")" || letter === "]") depth--
    if (letter === "," && depth === 0) {
      found.push(current.trim())
      current = ""
    } else current += letter
  }
  return [...found, current.trim()]
}

const highest = (selectors: string): Specificity =>
  splitSelectors(selectors).map(specificityOf).reduce((a, b) => compareSpecificity(a, b) < 0 ? b : a, none)

const simple = /\[[^\]]*\]|::?[\w-]+|[#.][\w-]+|\*|[\w-]+/y

/** Returns the text in the parentheses that start at an index, and the index after them. */
const readArguments = (text: string, start: number): readonly [content: string, end: number] => {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    if (text[index] === "(") depth++
    if (text[index] === ")" && --depth === 0) return [text.slice(start + 1, index), index + 1]
  }
  return [text.slice(start + 1), text.length]
}

const weigh = (token: string, content: string | undefined): Specificity => {
  if (token === "*" || token === ":where") return none
  if (token === ":is" || token === ":not" || token === ":has") return highest(content ?? "")
  if (token.startsWith("::")) return [0, 0, 1]
  if (token.startsWith("#")) return [1, 0, 0]
  return /^[.:[]/.test(token) ? [0, 1, 0] : [0, 0, 1]
}

/** Returns the specificity of a selector without a list at its top level. */
export const specificityOf = (selector: string): Specificity => {
  let total = none
  let index = 0
  while (index < selector.length) {
    simple.lastIndex = index
    const token = simple.exec(selector)?.[0]
    if (token === undefined) {
      // A space or another combinator.
      index++
      continue
    }
    index += token.length
    const isFunction = selector[index] === "("
    const [content, end] = isFunction ? readArguments(selector, index) : [undefined, index]
    total = add(total, weigh(token, content))
    index = end
  }
  return total
}
