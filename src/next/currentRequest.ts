/** The request that Next.js handles: its headers, its cookies after the changes so far, and its authentication, once. */
import { acceptAll, makeAuthenticateOnce } from "../adapters/AuthGate.ts"
import { parse } from "../platform/Cookies.ts"
import type { NextCookies } from "../platform/NextCookies.ts"
import { type CookieAttributes, parseLine, printHeader } from "../platform/setCookies.ts"
import type { Authenticated, AuthenticateOptions, AuthenticationRequest } from "../server/Authenticated.ts"
import { authenticateOptional } from "../server/Authentication.ts"
import { connection, cookies, headers } from "./nextFunctions.ts"
import type { AppRuntime } from "./services.ts"

/** The used part of the result from `cookies()` in `next/headers`. */
export interface NextCookieJar extends Pick<NextCookies, "getAll"> {
  readonly set: (name: string, value: string, attributes: CookieAttributes) => unknown
}

/** The current request in Next.js. */
export interface CurrentRequest {
  /** The same object during one request. */
  readonly headers: Headers
  readonly jar: NextCookieJar
  /** The `Cookie` header, with the changes that this request has made so far. */
  readonly cookie: string
}

/** Reads the current request. Rejects with Next.js errors, which it uses to detect dynamic rendering. */
export const readCurrentRequest = async (): Promise<CurrentRequest> => {
  // Next.js can prerender a page with a request's headers, but refuses to read the time before this.
  await connection()
  const [all, jar] = await Promise.all([headers(), cookies()])
  return { headers: all, jar, cookie: getCookieHeader(all, jar) }
}

/**
 * Returns the browser's `Cookie` header, which can contain several cookies with one name. After a server action or a route
 * handler has set cookies, returns a header with the Next.js cookies.
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
const toAuthenticationRequest = (
  { cookie, headers }: CurrentRequest,
  method: string = headers.has("origin") ? "POST" : "GET"
): AuthenticationRequest => ({
  method,
  headers: { get: (name: string) => name.toLowerCase() === "cookie" ? cookie || null : headers.get(name) }
})

/** Sets the cookies in `Set-Cookie` headers. In a server component, Next.js cannot set cookies, and ignores them. */
const applySetCookies = (jar: NextCookieJar, lines: ReadonlyArray<string>): void => {
  for (const line of lines) {
    const { attributes, name, value } = parseLine(line)
    try {
      jar.set(name, value, attributes)
    } catch {
      return
    }
  }
}

/** Removes the cookies that `Set-Cookie` headers have set before. */
const removeSetCookies = (jar: NextCookieJar, lines: ReadonlyArray<string>): void => {
  for (const line of lines) {
    const { attributes, name } = parseLine(line)
    jar.set(name, "", { ...attributes, maxAge: 0 })
  }
}

/** Authenticates a request. Restricted and anonymous users are included. Refused credentials make the request signed out. */
export type AuthenticateCurrent = (
  request: CurrentRequest,
  options?: Pick<AuthenticateOptions, "freshness"> & { readonly method?: string }
) => Promise<Authenticated>

/** Removes the cookies that a request's authentication has set, if the session was signed out in the meantime. */
export const dropEndedCookies = async (
  runtime: AppRuntime,
  { jar }: CurrentRequest,
  lines: ReadonlyArray<string>,
  authenticated: Authenticated
): Promise<void> => {
  if (lines.length === 0) return
  await runtime.runPromise(authenticated.settle)
  if (!authenticated.headers.has("set-cookie")) removeSetCookies(jar, lines)
}

/**
 * Creates the function, which shares one authentication among all request calls. Next.js returns the same headers during
 * one request. In server actions and route handlers, a refreshed session's cookies are set.
 */
export const makeAuthenticateCurrent = (runtime: AppRuntime): AuthenticateCurrent => {
  const authenticateOnce = makeAuthenticateOnce(authenticateOptional)
  const applied = new WeakSet<Authenticated>()

  return async (request, { freshness, method } = {}) => {
    const rule = acceptAll({ allowAnonymous: true, allowRestricted: true, freshness })
    const current = toAuthenticationRequest(request, method)
    const authenticated = await runtime.runPromise(authenticateOnce(current, rule, request.headers))
    // A second time, they would replace those of a sign-in or a sign-out in between.
    if (!applied.has(authenticated)) {
      applied.add(authenticated)
      applySetCookies(request.jar, authenticated.headers.getSetCookie())
    }
    return authenticated
  }
}
