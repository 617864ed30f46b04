import type { EnvValue } from "./EnvValue.ts"

export interface Leak {
  readonly variable: EnvValue
  readonly spelling: "plain" | "URL-encoded" | "hex" | "base64"
}

/** Finds the first value in a text: in plain, with JSON escapes, URL-encoded, in hex or base64, or split over lines. */
export const findLeak = (text: string, values: ReadonlyArray<EnvValue>): Leak | undefined => {
  // JSON escapes line breaks, so `\n` is removed as well as whitespace.
  const joined = text.replace(/\\[nrt]|\s+/g, "")
  const plain = [text, joined]
  const decoded = plain.flatMap((each) => [decodePercent(each), decodePercent(each.replaceAll("+", " "))])
  const lower = joined.toLowerCase()
  const base64 = joined.replaceAll("-", "+").replaceAll("_", "/")
  for (const variable of values) {
    const { isWord, value } = variable
    const contains = isWord ? findWord(value) : findText(value)
    const isIn = (texts: ReadonlyArray<string>) => texts.some(contains)
    if (isIn(plain)) return { variable, spelling: "plain" }
    if (isIn(decoded)) return { variable, spelling: "URL-encoded" }
    if (lower.includes(Buffer.from(value).toString("hex"))) return { variable, spelling: "hex" }
    if (toBase64(value).some((each) => base64.includes(each))) return { variable, spelling: "base64" }
  }
  return undefined
}

const findText = (value: string) => {
  const spellings = [value, JSON.stringify(value).slice(1, -1), value.replace(/\s+/g, "")]
  return (text: string): boolean => spellings.some((one) => text.includes(one))
}

/** Finds a word as a whole JSON string. Paths and JSON keys contain words too. */
const findWord = (word: string) => {
  const pattern = new RegExp(`"${word}"(?!\\s*:)`)
  return (text: string): boolean => pattern.test(text)
}

/** Decodes percent escapes, and ignores other percent signs. */
const decodePercent = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll("%", ""), "hex").toString())

/** Returns the characters that a value has in base64 for each of its three positions in a group of bytes. */
const toBase64 = (value: string): ReadonlyArray<string> => {
  const { length } = Buffer.from(value)
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from("\0".repeat(offset) + value).toString("base64")
    // The first and the last characters also contain bits of their neighbors.
    return encoded.slice(Math.ceil(offset * 8 / 6), Math.floor((offset + length) * 8 / 6))
  })
}
