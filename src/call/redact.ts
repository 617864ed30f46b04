/**
 * Takes secrets out of what a service says, before it becomes an error that somebody may log.
 *
 * @since 0.1.0
 */

const hidden = "<redacted>"

/**
 * Says whether a value is worth hiding. Texts shorter than any valid password are no secrets, but words.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSecret = (value: unknown): value is string => typeof value === "string" && value.length >= 8

/**
 * Returns secrets as they are and as JSON, URLs, forms and HTML spell them; longer ones first, since one may hold another.
 *
 * @category constructors
 * @since 0.1.0
 */
export const spellings = (secrets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1)
    const form = new URLSearchParams([["", secret]]).toString().slice(1)
    const url = form.replaceAll("+", "%20").replace(/%(?:2[1789]|7E)/g, decodeURIComponent)
    return [
      secret,
      form,
      url,
      ...[secret, json].flatMap((text) => [text, html(text, /[&<>]/g), html(text, /[&<>"']/g)])
    ]
  })
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const html = (text: string, special: RegExp): string => text.replace(special, (character) => entities[character]!)

/**
 * Replaces spelled secrets in a text.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactText = (text: string, spelled: ReadonlyArray<string>): string =>
  spelled.reduce((redacted, secret) => redacted.replaceAll(secret, hidden), text)

/**
 * Replaces spelled secrets in every text and every key of a parsed body. What is nested deeper than any error of the
 * service is cut off.
 *
 * @category redacting
 * @since 0.1.0
 */
export const redactJson = (value: unknown, secrets: ReadonlyArray<string>, depth = 0): unknown => {
  if (typeof value === "string") return redactText(value, secrets)
  if (typeof value !== "object" || value === null) return value
  if (depth === 32) return "<nested too deep>"
  return Array.isArray(value)
    ? value.map((item) => redactJson(item, secrets, depth + 1))
    : Object.fromEntries(
      Object.entries(value).map(([key, item]) => [redactText(key, secrets), redactJson(item, secrets, depth + 1)])
    )
}
