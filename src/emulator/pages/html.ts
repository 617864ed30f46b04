/** HTML with escaped values. */
import { sha256 } from "@noble/hashes/sha2.js"

/** An HTML fragment. Only `html` creates one. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a fragment. Strings are escaped; `undefined`, `null` and `false` are empty. */
export type HtmlValue = Html | string | number | false | null | undefined | ReadonlyArray<HtmlValue>

/**
 * Creates a fragment from a template. Values are escaped for text and for attributes in double quotes. No value may be
 * inside a tag without quotes, a script or a style.
 */
export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<HtmlValue>): Html =>
  new Html(strings.map((string, index) => index === 0 ? string : render(values[index - 1]) + string).join(""))

const render = (value: HtmlValue): string => {
  if (value === undefined || value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "object" ? value.map(render).join("") : escapeHtml(String(value))
}

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Returns a URL that is safe as a link: only absolute http and https URLs, not `javascript:`. */
export const toLink = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? new URL(address).href
    : undefined

/** Returns the source of an inline script or style for a Content Security Policy. */
export const hashOf = (text: string): string =>
  `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`
