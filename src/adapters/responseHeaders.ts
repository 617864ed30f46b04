/** An authentication's headers, added to a handler's response. */

/** A response's headers. Names are in lower case. */
export interface ResponseHeaders {
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
  readonly appendSetCookie: (lines: ReadonlyArray<string>) => void
}

/**
 * Adds an authentication's headers to a response. Adds to `Set-Cookie` and `Vary`. The handler's `Cache-Control`
 * remains, unless the response sets a cookie: a shared cache must not store a session.
 */
export const addTo = (response: ResponseHeaders, added: Headers): void => {
  const setCookies = added.getSetCookie()
  if (setCookies.length > 0) response.appendSetCookie(setCookies)
  added.forEach((value, name) => {
    if (name === "set-cookie") return
    const present = response.get(name)
    if (name === "vary") response.set(name, mergeNames(present, value))
    else if (present === undefined || setCookies.length > 0) response.set(name, value)
  })
}

/** Merges header name lists (RFC 9110 § 12.5.5). */
export const mergeNames = (present: string | undefined, added: string): string => {
  if (present === undefined) return added
  const names = new Map<string, string>()
  for (const name of [...toNames(present), ...toNames(added)]) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return names.has("*") ? "*" : [...names.values()].join(", ")
}

/** Returns the names in a list, such as the value of `Vary`. */
export const toNames = (value: string): ReadonlyArray<string> =>
  value.split(",").map((name) => name.trim()).filter((name) => name !== "")

/** Returns the lines in a Node.js `Set-Cookie` header. */
export const toLines = (value: number | string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "object" ? value : [String(value)]

/** The original headers that responses had before they were moved to a copy. */
const movedHeaders = /*#__PURE__*/ new WeakMap<Response, Headers>()

/**
 * Returns a web response with an authentication's headers.
 *
 * A response that sets cookies is a copy, because a handler may return the same response to several users. Other headers are
 * added to the response itself, which is faster. A protocol switch, which cannot be copied, is returned unchanged.
 */
export const addToWeb = (response: Response, added: Headers): Response => {
  if (response.status < 200) return response
  const original = movedHeaders.get(response)
  if (original === undefined && !added.has("set-cookie")) {
    try {
      addTo(fromWeb(response.headers), added)
      return response
    } catch {
      // The headers are immutable, such as those from `fetch` and `Response.redirect`.
    }
  }
  const { body, status, statusText } = response
  // The headers are copied too: Hono's `Response` on Node.js uses the object that it gets.
  const copy = new Response(body, { status, statusText, headers: new Headers(original ?? response.headers) })
  if (original === undefined) movedHeaders.set(response, new Headers(response.headers))
  addTo(fromWeb(copy.headers), added)
  removeFrom(response, added)
  return copy
}

/** Removes headers from a replaced response, because Hono copies its headers over the new ones. */
const removeFrom = ({ headers }: Response, added: Headers): void => {
  try {
    added.forEach((_value, name) => headers.delete(name))
  } catch {
    // The headers are immutable.
  }
}

/** The headers of a web response. */
export const fromWeb = (headers: Headers): ResponseHeaders => ({
  get: (name) => headers.get(name) ?? undefined,
  set: (name, value) => headers.set(name, value),
  appendSetCookie: (lines) => {
    const present = headers.getSetCookie()
    for (const line of lines) {
      if (!present.includes(line)) headers.append("set-cookie", line)
    }
  }
})
