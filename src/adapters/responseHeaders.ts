/**
 * Headers of an authentication, added to the response of a handler.
 *
 * @since 0.1.0
 */

/**
 * The headers of a response that can be changed.
 *
 * @category models
 * @since 0.1.0
 */
export interface ResponseHeaders {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
  readonly appendSetCookie: (lines: ReadonlyArray<string>) => void
}

/**
 * Adds the headers of an authentication to a response. Adds to `Set-Cookie` and `Vary`. The `Cache-Control` of the handler
 * remains, unless the response sets a cookie: a shared cache must not store a session.
 *
 * @category combinators
 * @since 0.1.0
 */
export const addTo = (response: ResponseHeaders, added: Headers): void => {
  const setCookies = added.getSetCookie()
  if (setCookies.length > 0) response.appendSetCookie(setCookies)
  added.forEach((value, name) => {
    if (name === "set-cookie") return
    const present = response.get(name)
    if (name === "vary") response.set(name, mergeVary(present, value))
    else if (present === undefined || setCookies.length > 0) response.set(name, value)
  })
}

/** Merges lists of header names (RFC 9110 § 12.5.5). */
const mergeVary = (present: string | undefined, added: string): string => {
  const names = new Map<string, string>()
  for (const name of [...toList(present ?? ""), ...toList(added)]) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return names.has("*") ? "*" : [...names.values()].join(", ")
}

const toList = (value: string): ReadonlyArray<string> =>
  value.split(",").map((name) => name.trim()).filter((name) => name !== "")

/**
 * Returns a web response with the headers of an authentication. A switch of protocols, whose response cannot be copied, is
 * returned as it is.
 *
 * @category combinators
 * @since 0.1.0
 */
export const addToWeb = (response: Response, added: Headers): Response => {
  if (response.status < 200) return response
  // The headers of a response may be immutable, such as those of `fetch` and `Response.redirect`.
  const copy = new Response(response.body, response)
  addTo({
    get: (name) => copy.headers.get(name) ?? undefined,
    set: (name, value) => copy.headers.set(name, value),
    appendSetCookie: (lines) => lines.forEach((line) => copy.headers.append("set-cookie", line))
  }, added)
  return copy
}
