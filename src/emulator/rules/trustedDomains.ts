/** Trusted domains with wildcards. 2026 generation only. */

/** The service's URL scheme for native apps, which every project trusts. */
const nativeScheme = "stack-auth-mobile-oauth-url:"

export const isNativeUrl = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === nativeScheme

/**
 * Returns `true` if a URL is on a trusted domain: the same scheme, host and port, and a path below the domain's path.
 *
 * In the host, `*` matches any characters in one label, and `**` any labels. A domain without a port has the default
 * port.
 */
export const isOnDomain = (url: URL, domain: string): boolean => {
  const [, scheme, host = "", port = "", path = "/"] = parts.exec(domain) ?? []
  if (scheme === undefined) return false
  return url.protocol === `${scheme.toLowerCase()}:` &&
    portOf(url.port, url.protocol) === portOf(port, url.protocol) &&
    hostPattern(host).test(url.hostname) &&
    url.pathname.startsWith(path)
}

const parts = /^(https?):\/\/(\[[^\]/]*\]|[^/:?#@]+)(?::(\d+))?(\/[^?#]*)?$/i

const portOf = (port: string, protocol: string): number => port !== "" ? Number(port) : protocol === "https:" ? 443 : 80

const hostPattern = (host: string): RegExp => {
  const source = host.toLowerCase().split(/(\*+)/).map((part) =>
    part === "*" ? "[^.]*" : part.startsWith("*") ? ".*" : part.replace(/[.[\]\\+?^$(){}|]/g, "\\$&")
  )
  return new RegExp(`^${source.join("")}$`)
}
