/**
 * The domains that a project trusts, with wildcards as services since 2026 know them.
 *
 * @since 0.1.0
 */

/** Native apps of the service's own scheme, which every project trusts. */
const nativeScheme = "stack-auth-mobile-oauth-url:"

/**
 * Returns `true` if a URL is one of the service's scheme for native apps.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isNativeUrl = (text: string): boolean => text.startsWith(nativeScheme)

/**
 * Returns `true` if a URL is on a trusted domain: with its scheme, host and port, and with a path that continues the domain's own.
 *
 * `*` in the host stands for any characters of one label, and `**` for any labels. A domain without a port means the default port.
 *
 * @category predicates
 * @since 0.1.0
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
