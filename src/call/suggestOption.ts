/** Suggestions for an option with an unknown name. */

/** An option's names in other libraries, separated by spaces. */
const otherNames: Readonly<Record<string, string>> = {
  apiUrl: "apiBaseUrl baseURL baseUrl endpoint host serverUrl url",
  publishableClientKey: "anonKey apiKey clientKey publishableKey",
  secretServerKey: "secretKey serverKey",
  superSecretAdminKey: "adminKey",
  domain: "cookieDomain",
  urls: "redirectUrls",
  storage: "store",
  tokens: "tokenStore",
  extraRequestHeaders: "headers",
  requestTimeout: "timeout"
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
  const other = known.find((each) => otherNames[each]?.split(" ").includes(name))
  if (other !== undefined) return `: it is called ${other}`
  if (Object.hasOwn(replacements, name)) return `: ${replacements[name]}`
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
