/** The redirect URIs that an authorization server accepts (RFC 6749 § 3.1.2, RFC 8252, RFC 9700 § 2.1). */
import { isPrivateScheme } from "../../auth/privateScheme.ts"
import { parse } from "../../platform/urlParameters.ts"

/** The longest redirect URI in characters. */
const maxLength = 2000

/** An `http` URI on this machine: host, optional port, path and query. The name `localhost` is for clients that use it. */
const loopbackPattern = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/

/** The response's parameters, which a registered query must not contain. */
const ownParameters: ReadonlyArray<string> = ["code", "state", "iss", "error", "error_description"]

/**
 * Returns `true` for a redirect URI that a client may have: `https`, `http` on this machine (RFC 8252 § 7.3), or a program's own
 * scheme, such as `com.example.app:/callback`. So no text can name `javascript:` or `data:`. Never fails.
 */
export const isRedirectUri = (value: unknown): value is string => {
  if (typeof value !== "string" || value.length > maxLength) return false
  // Only characters of RFC 3986: browsers read a backslash as a slash, and drop tabs and line breaks.
  if (!/^[\w.~!$&'()*+,;=:@/?%[\]-]+$/.test(value)) return false
  const url = parse(value)
  if (url === undefined || ownParameters.some((name) => url.searchParams.has(name))) return false
  // A user name can imitate a host.
  if (/^[^:]+:\/\/[^/?]*@/.test(value)) return false
  const [, scheme] = /^([^:]+):\/\/?[^/]/.exec(value) ?? []
  if (scheme !== undefined && isPrivateScheme(scheme)) return true
  return /^https:\/\/[^/?:@]/.test(value) || loopbackPattern.test(value)
}

/** Returns `true` if a requested redirect URI is a registered one. On this machine the port may differ. Never fails. */
export const matches = (registered: string, requested: string): boolean => {
  if (!isRedirectUri(registered) || !isRedirectUri(requested)) return false
  if (registered === requested) return true
  const [, host, rest] = loopbackPattern.exec(registered) ?? []
  const [, requestedHost, requestedRest] = loopbackPattern.exec(requested) ?? []
  return host !== undefined && host === requestedHost && rest === requestedRest
}

/** Returns `true` for a redirect to this machine, which all its programs can receive. */
export const isLoopback = (uri: string): boolean => loopbackPattern.test(uri)

/** Returns `true` for a redirect to a web server, whose operator alone receives it. */
export const isWeb = (uri: string): boolean => uri.startsWith("https:")

/** Returns the receiver that a user can recognize: a host, `localhost`, or a private scheme. */
export const describe = (uri: string): string =>
  isLoopback(uri) ? "localhost" : isWeb(uri) ? new URL(uri).host : uri.slice(0, uri.indexOf(":"))

/** Adds parameters to a redirect URI, and keeps its query. */
export const addParameters = (uri: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return `${uri}${uri.includes("?") ? "&" : "?"}${query}`
}
