/** The cookie with a session's id on the server. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Cookies, parse } from "../platform/Cookies.ts"
import { getUrl } from "../platform/PendingResponse.ts"
import { header, type RequestLike } from "../platform/requestHeaders.ts"

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"

/**
 * Returns the cookie's name for a request.
 *
 * Browsers accept a `__Host-` cookie only from its own host over https, so no sibling domain can set it. During
 * development at http://localhost, the name has no prefix. On other hosts without https, browsers refuse the cookie.
 */
export const getName = (request: RequestLike, origin: string | undefined): string => {
  const { hostname, protocol } = getUrl(request, origin)
  return protocol !== "https:" && isLoopback(hostname) ? "latchkey-session" : "__Host-latchkey-session"
}

/** Returns the id in a request's cookies, or `undefined`. */
export const getId = (request: RequestLike, origin: string | undefined): Redacted.Redacted<string> | undefined => {
  const text = header(request.headers, "cookie")
  // Most requests to apps without such sessions have other cookies.
  if (text === undefined || !text.includes("latchkey-session")) return undefined
  const name = getName(request, origin)
  const found = parse(text).find((cookie) => cookie.name === name && cookie.value !== "")
  return found && Redacted.make(found.value)
}

/** Sets the cookie. Scripts cannot read it. `isCurrent` is called when the response is sent, as in `Cookies.SetOptions`. */
export const set = (
  cookies: Cookies["Service"],
  name: string,
  id: Redacted.Redacted<string>,
  expiresAt: Date,
  isCurrent?: () => boolean
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    cookies.set(name, Redacted.value(id), {
      maxAge: Math.max(0, Math.floor((expiresAt.getTime() - now) / 1000)),
      httpOnly: true,
      isCurrent,
      secure: name.startsWith("__Host-")
    }))

/** Returns the cookie's attributes that do not change, as in `Set-Cookie`. */
export const getAttributes = (name: string): string =>
  `Path=/; HttpOnly; ${name.startsWith("__Host-") ? "Secure; " : ""}SameSite=Lax`
