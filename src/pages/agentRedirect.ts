/** The URL where a decision about an agent leads. */
import { isPrivateScheme } from "../auth/privateScheme.ts"
import { parse } from "../platform/urlParameters.ts"
import { isLoopback } from "../session/apiUrl.ts"

/**
 * Returns a redirect URI that a browser may follow after a decision, or `undefined`: https, http on a loopback address, or a
 * program's own scheme. Never fails.
 */
export const toAgentRedirect = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  const { hostname, href, protocol } = url
  return protocol === "https:" || protocol === "http:" && isLoopback(hostname) || isPrivateScheme(protocol.slice(0, -1))
    ? href
    : undefined
}
