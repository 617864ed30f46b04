/** Suggestions for an option with an unknown name. */

/** Option names in other libraries. */
const otherNames: Readonly<Record<string, string>> = {
  apiBaseUrl: "apiUrl",
  baseUrl: "apiUrl",
  endpoint: "apiUrl",
  host: "apiUrl",
  serverUrl: "apiUrl",
  url: "apiUrl",
  anonKey: "publishableClientKey",
  apiKey: "publishableClientKey",
  clientKey: "publishableClientKey",
  publishableKey: "publishableClientKey",
  secretKey: "secretServerKey",
  serverKey: "secretServerKey",
  adminKey: "superSecretAdminKey",
  cookieDomain: "domain",
  baseURL: "apiUrl",
  redirectUrls: "urls",
  store: "storage",
  tokenStore: "tokens",
  headers: "extraRequestHeaders",
  timeout: "requestTimeout"
}

/**
 * Returns a text that starts with a colon, or an empty text: the option's name here, the most similar name, or what replaces
 * the option.
 */
export const suggestOption = (
  name: string,
  known: ReadonlyArray<string>,
  replacements: Readonly<Record<string, string>> = {}
): string => {
  const own = (table: Readonly<Record<string, string>>) => Object.hasOwn(table, name) ? table[name] : undefined
  const other = own(otherNames)
  if (other !== undefined && known.includes(other)) return `: it is called ${other}`
  const replacement = own(replacements)
  if (replacement !== undefined) return `: ${replacement}`
  const [closest] = known
    .map((known) => ({ known, distance: measure(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ distance }) => distance <= (name.length < 6 ? 1 : 2))
    .toSorted((a, b) => a.distance - b.distance)
  return closest === undefined ? "" : `: did you mean ${closest.known}?`
}

/** Returns how many characters to insert, remove or replace. */
const measure = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}
