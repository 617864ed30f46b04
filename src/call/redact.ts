/** Redacts secrets in responses, since the resulting errors may be logged. */

const hidden = "<redacted>"

/**
 * Returns `true` if a value is worth redacting. Short words are not: they occur in ordinary messages. Six digits are.
 */
const isSecret = (value: unknown): value is string =>
  typeof value === "string" && (value.length >= 8 || value.length >= 6 && !/^[a-z]*$/i.test(value))

/**
 * Returns the secrets among some values in all encodings: plain, JSON, URL, form, HTML and Base64. The longest come first,
 * since a secret may contain another.
 */
export const getSpellings = (values: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const secrets = values.filter(isSecret)
  // An environment configuration is a JSON string within the request's JSON, so its secrets are escaped twice.
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
 * Returns the Base64 encodings of a secret inside a longer value: for each of the three byte offsets, in both
 * alphabets. The characters at both ends are dropped, since they depend on the neighbouring bytes.
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

/** Replaces secrets in a string. */
export const redactText = (text: string, spelled: ReadonlyArray<string>): string =>
  spelled.reduce((redacted, secret) => redacted.replaceAll(secret, hidden), text)

/** A string's maximum length in an error. */
const textLimit = 4000

/** Truncates a string for an error. Redact it first, since a truncated secret would no longer match. */
export const truncateText = (text: string): string =>
  text.length <= textLimit ? text : `${text.slice(0, textLimit).replace(/[\ud800-\udbff]$/, "")}… <truncated>`

/** Replaces secrets in a response string, and truncates it. */
export const redactMessage = (text: string, spelled: ReadonlyArray<string>): string =>
  truncateText(redactText(text, spelled))

/** The number of JSON characters that an error's details may still use. */
export interface Budget {
  left: number
}

/** Creates one error's budget. */
export const makeBudget = (): Budget => ({ left: 64_000 })

/**
 * Replaces secrets in all strings and keys in a parsed body, and truncates long strings. Once the budget is used up, the
 * remaining items and fields are dropped. Values deeper than 32 levels are replaced.
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
