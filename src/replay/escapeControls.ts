/** Controls, invisible format characters such as right-to-left overrides, line separators, and lone surrogates. */
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Replaces control characters by their JSON escapes: another person's texts could change the terminal, or forge lines. */
export const escapeControls = (text: string): string => text.replace(controls, toEscape)

/** Replaces control characters except line feeds and tabs, for a text that the program has laid out. */
export const escapeLines = (text: string): string =>
  text.replace(controls, (found) => found === "\n" || found === "\t" ? found : toEscape(found))

const toEscape = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`
  ).join("")
