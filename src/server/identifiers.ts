/** URLs that identify resources and issuers, and scopes. */
import { parse } from "../platform/urlParameters.ts"
import { isLoopback } from "../session/apiUrl.ts"

/** The rule for resources and issuers, for messages. */
export const identifierRule =
  "must be an absolute https URL without a user name, a query and a fragment. http is allowed on localhost only"

/** Returns a URL that can identify a resource or an issuer; `undefined` for any other value. Never fails. */
export const parseIdentifier = (value: unknown): URL | undefined => {
  const url = typeof value === "string" ? parse(value) : undefined
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  // `search` and `hash` are empty for a lone "?" and "#".
  if (url.href.includes("?") || url.href.includes("#")) return undefined
  return url.protocol === "https:" || url.protocol === "http:" && isLoopback(url.hostname) ? url : undefined
}

/** Returns a resource's canonical form. The MCP specification recommends no slash for a server at the root of its host. */
export const toResource = ({ href, origin, pathname }: URL): string => pathname === "/" ? origin : href

/** Returns `true` for a `scope-token` (RFC 6749 § 3.3). */
export const isScope = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value)
