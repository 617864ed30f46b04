/** The URL where a decision about an agent leads. */
import { parse } from "../platform/urlParameters.ts"
import { isLoopback } from "../session/apiUrl.ts"

/** A private-use scheme has a dot, since it is a domain name in reverse order (RFC 8252 § 7.1). */
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/

/** Returns `true` if a program on this device gets a redirect, which any program may claim to be (RFC 8252 § 8.6). */
export const leadsToDevice = (redirectHost: string): boolean =>
  isLoopback(parse(`http://${redirectHost}`)?.hostname ?? "")

/**
 * Returns a redirect URI that a browser may follow after a decision, or `undefined`: https, http on a loopback address, or a
 * private-use scheme. Schemes that run or show the URL's own content, such as `javascript:` and `data:`, have no dot. Never fails.
 */
export const toAgentRedirect = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  const { hostname, href, protocol } = url
  return protocol === "https:" || protocol === "http:" && isLoopback(hostname) || privateUse.test(protocol)
    ? href
    : undefined
}
