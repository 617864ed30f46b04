/**
 * Takes secrets out of what a service says, before it becomes an error that somebody may log.
 *
 * @since 0.1.0
 */

const hidden = "<redacted>"

/** Whether a value is worth hiding: six digits are; a word is not, and neither is what is shorter than any password. */
const isSecret = (value: unknown): value is string =>
  typeof value === "string" && (value.length >= 8 || value.length >= 6 && !/^[a-z]*$/i.test(value))

/**
 * Returns the secrets among some values as they are, as JSON, URLs, forms and HTML spell them, and as they stand in Base64;
 * longer ones first, since one may hold another.
 *
 * @category constructors
 * @since 0.1.0
 */
export const getSpellings = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const secrets = values.filter(isSecret)
  // A configuration is JSON in a text: its secrets are JSON before the request is.
  const all = [...new Set([...secrets, ...secrets.map(escapeJson)])].flatMap((secret) => {
    const json = escapeJson(secret)
    const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    const twice = escapeJson(json)
    const form = new URLSearchParams([["", secret]]).toString().slice(1)
    const url = form.replaceAll("+", "%20").replace(/%(?:2[1789]|7E)/g, decodeURIComponent)
    return [
      twice,
      ...[secret, json, ascii, form, url].flatMap((text) => [text, ...encodeBase64(text)]),
      ...[form, url].map((text) => text.replace(/%../g, (byte) => byte.toLowerCase())),
      ...[secret, json].flatMap((text) => {
        const attribute = escapeHtml(text, /[&<>"']/g)
        return [escapeHtml(text, /[&<>]/g), attribute, attribute.replaceAll("&#39;", "&#x27;")]
      })
    ]
  })
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const escapeHtml = (text: string, special: RegExp): string => text.replace(special, (character) => entities[character]!)

/**
 * How a text stands in the Base64 of anything that holds it, by where it begins in a group of three bytes, in both
 * alphabets; without the letters at its ends, which its neighbours decide too.
 */
const encodeBase64 = (text: string): ReadonlyArray<string> => {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")
  return ["", "0", "00"].flatMap((before) => {
    const letters = btoa(before + bytes).slice(
      Math.ceil(before.length * 4 / 3),
      Math.floor((before + bytes).length * 4 / 3)
    )
    return [letters, letters.replaceAll("+", "-").replaceAll("/", "_")]
  })
}

/**
 * Replaces spelled secrets in a text.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactText = (text: string, spelled: ReadonlyArray<string>): string =>
  spelled.reduce((redacted, secret) => redacted.replaceAll(secret, hidden), text)

/** How many characters an error shows of one text of an answer. */
const textLimit = 4000

/**
 * Cuts a text that is too long for an error, and marks the place. Secrets must be replaced before: a part of one would
 * not be recognised.
 *
 * @category limiting
 * @since 0.1.0
 */
export const truncateText = (text: string): string =>
  text.length <= textLimit ? text : `${text.slice(0, textLimit).replace(/[\ud800-\udbff]$/, "")}… <truncated>`

/**
 * Replaces spelled secrets in a text of an answer, and cuts it.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactMessage = (text: string, spelled: ReadonlyArray<string>): string =>
  truncateText(redactText(text, spelled))

/**
 * How many characters of JSON are left for the details of an error.
 *
 * @category models
 * @since 0.1.0
 */
export interface Budget {
  left: number
}

/**
 * Creates the budget of one error.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeBudget = (): Budget => ({ left: 64_000 })

/**
 * Replaces spelled secrets in every text and every key of a parsed body, and cuts the long ones. Once the budget is spent,
 * the rest of a list or an object is dropped. Values nested deeper than any error of the service are cut off.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactJson = (
  value: unknown,
  secrets: ReadonlyArray<string>,
  budget: Budget = { left: Infinity },
  depth = 0
): unknown => {
  const spend = <A>(part: A): A => {
    budget.left -= JSON.stringify(part).length + 1
    return part
  }
  if (typeof value === "string") return spend(redactMessage(value, secrets))
  if (value === undefined) return value
  if (typeof value !== "object" || value === null) return spend(value)
  if (depth === 32) return spend("<nested too deep>")
  const entries: Array<[string, unknown]> = []
  spend([])
  for (const [key, item] of Object.entries(value)) {
    if (budget.left <= 0) break
    entries.push([
      Array.isArray(value) ? key : spend(redactMessage(key, secrets)),
      redactJson(item, secrets, budget, depth + 1)
    ])
  }
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
