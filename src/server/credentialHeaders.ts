/** The request headers that authentication reads. */
import type { RequestHeaders } from "../platform/requestHeaders.ts"

/** A request's headers in any framework. */
export interface CredentialHeaders {
  /** Returns a header by its name in lower case. Several headers with a name are joined. */
  readonly get: (name: string) => string | undefined
  /** `true` if the request has several `Authorization` headers, of which Node.js keeps only the first. */
  readonly hasSeveralAuthorizations: boolean
}

/** The names of the headers. */
export const headerNames: ReadonlyArray<string> = [
  "authorization",
  "x-stack-auth",
  "x-hexclave-auth",
  "x-stack-access-token",
  "x-stack-refresh-token",
  "x-hexclave-access-token",
  "x-hexclave-refresh-token",
  "x-api-key",
  "cookie",
  "origin",
  "sec-fetch-site",
  "upgrade",
  "host",
  "x-forwarded-proto"
]

/** The names that {@link read} keeps from a record. */
const recordNames: ReadonlySet<string> = /*#__PURE__*/ new Set([...headerNames, ":authority"])

/**
 * Reads the headers of a web `Request`, of a Node.js `IncomingMessage` (HTTP/1 and HTTP/2), or of a record. Never
 * fails; ignores values that are not strings.
 */
export const read = (
  request: { readonly headers: RequestHeaders; readonly rawHeaders?: unknown }
): CredentialHeaders => {
  const headers: unknown = request.headers
  const found = isWeb(headers) ? undefined : readRecord(headers)
  const get = isWeb(headers)
    ? (name: string) => {
      const value = headers.get(name)
      return typeof value === "string" ? value : undefined
    }
    // HTTP/2 has the host in a pseudo-header (RFC 9113 § 8.3.1).
    : (name: string) => found?.get(name) ?? (name === "host" ? found?.get(":authority") : undefined)
  return { get, hasSeveralAuthorizations: hasSeveralAuthorizations(request.rawHeaders) }
}

const readRecord = (headers: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (typeof headers !== "object" || headers === null) return found
  for (const [key, value] of Object.entries(headers)) {
    // Node.js uses names in lower case. Other records may not.
    const name = key.toLowerCase()
    if (!recordNames.has(name)) continue
    const separator = name === "cookie" ? "; " : ", "
    const texts = [value].flat().filter((text) => typeof text === "string")
    if (texts.length === 0) continue
    const earlier = found.get(name)
    found.set(name, (earlier === undefined ? texts : [earlier, ...texts]).join(separator))
  }
  return found
}

/** In a record, a header named `get` is not a function. */
const isWeb = (headers: unknown): headers is { readonly get: (name: string) => unknown } =>
  typeof headers === "object" && headers !== null && "get" in headers && typeof headers.get === "function"

/** Node.js `rawHeaders` is a list of alternating names and values. */
const hasSeveralAuthorizations = (rawHeaders: unknown): boolean => {
  if (!Array.isArray(rawHeaders)) return false
  const isAuthorization = (text: unknown, index: number) =>
    // The length excludes most names.
    index % 2 === 0 && typeof text === "string" && text.length === 13 && text.toLowerCase() === "authorization"
  return rawHeaders.filter(isAuthorization).length > 1
}
