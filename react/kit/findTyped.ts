/** The characters that a user types to find an item, and the item that they found. */
export interface Typed {
  readonly text: string
  /** When the last character was typed, in milliseconds. */
  readonly at: number
  /** The found item's index, or -1. */
  readonly index: number
}

/** A longer pause starts a new word, in milliseconds. */
const pause = 600

/**
 * Adds a character, and finds the next item after `current` that starts with the typed text. The same character again finds the
 * next item.
 */
export const findTyped = (
  typed: Typed | undefined,
  key: string,
  at: number,
  texts: ReadonlyArray<string>,
  current: number
): Typed => {
  const before = typed === undefined || at - typed.at > pause ? "" : typed.text
  const text = before === toSearchable(key) ? before : before + toSearchable(key)
  // A longer text may still fit the current item.
  const first = Math.max(text.length > 1 ? current : current + 1, 0)
  const offset = [...texts.slice(first), ...texts.slice(0, first)]
    .findIndex((candidate) => toSearchable(candidate).startsWith(text))
  return { text, at, index: offset === -1 ? -1 : (first + offset) % texts.length }
}

/** Returns a text without case and accents, for comparisons: "José" and "jose" are equal. */
export const toSearchable = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase().trimStart()
