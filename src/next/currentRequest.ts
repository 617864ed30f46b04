/** The request that Next.js handles: its headers, and its cookies after the changes so far. */
import { parse } from "../platform/Cookies.ts"
import type { NextCookies } from "../platform/NextCookies.ts"
import { type CookieAttributes, parseLine, printHeader } from "../platform/setCookies.ts"
import type { AuthenticationRequest } from "../server/Authentication.ts"
import { connection, cookies, headers } from "./nextFunctions.ts"

/** The part of the result from `cookies()` from `next/headers` that is used. */
export interface NextCookieJar extends Pick<NextCookies, "getAll"> {
  readonly set: (name: string, value: string, attributes: CookieAttributes) => unknown
}

/** The current request of Next.js. */
export interface CurrentRequest {
  /** The same object during one request. */
  readonly headers: Headers
  readonly jar: NextCookieJar
  /** The `Cookie` header, with the changes that this request has made so far. */
  readonly cookie: string
}

/** Reads the current request. Rejects with the errors of Next.js, which it uses to detect dynamic rendering. */
export const readCurrentRequest = async (): Promise<CurrentRequest> => {
  // Next.js can prerender a page with a request's headers, but refuses to read the time before this.
  await connection()
  const [all, jar] = await Promise.all([headers(), cookies()])
  return { headers: all, jar, cookie: getCookieHeader(all, jar) }
}

/**
 * Returns the `Cookie` header of the browser, which can contain several cookies of one name. After a server action or a route
 * handler has set cookies, returns a header with the cookies of Next.js.
 */
const getCookieHeader = (headers: Headers, jar: NextCookieJar): string => {
  const sent = headers.get("cookie") ?? ""
  // A removed cookie has an empty value until the next request.
  const current = jar.getAll().filter(({ value }) => value !== "")
  const inHeader = parse(sent).filter(({ value }) => value !== "")
  const isUnchanged =
    current.every(({ name, value }) => inHeader.some((cookie) => cookie.name === name && cookie.value === value)) &&
    inHeader.every(({ name }) => current.some((cookie) => cookie.name === name))
  return isUnchanged ? sent : printHeader(current)
}

/**
 * Converts the current request for `Authentication`. Next.js does not tell server components and actions the method.
 * Browsers send `Origin` with every method except `GET` and `HEAD`, so a request with that header is treated as unsafe.
 */
export const toAuthenticationRequest = (
  { cookie, headers }: CurrentRequest,
  method: string = headers.has("origin") ? "POST" : "GET"
): AuthenticationRequest => ({
  method,
  headers: { get: (name: string) => name.toLowerCase() === "cookie" ? cookie || null : headers.get(name) }
})

/** Sets the cookies of `Set-Cookie` headers. In a server component, Next.js cannot set cookies, and ignores them. */
export const applySetCookies = (jar: NextCookieJar, lines: ReadonlyArray<string>): void => {
  for (const line of lines) {
    const { attributes, name, value } = parseLine(line)
    try {
      jar.set(name, value, attributes)
    } catch {
      return
    }
  }
}

/** Removes the cookies of `Set-Cookie` headers that were set before. */
export const removeSetCookies = (jar: NextCookieJar, lines: ReadonlyArray<string>): void => {
  for (const line of lines) {
    const { attributes, name } = parseLine(line)
    jar.set(name, "", { ...attributes, maxAge: 0 })
  }
}
