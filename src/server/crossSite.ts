/** Protects cookies against requests from other sites (CSRF). */
import { getUrl } from "../platform/PendingResponse.ts"
import type { CredentialHeaders } from "./credentialHeaders.ts"

/** A request's properties that identify its sender. */
export interface Sender {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: CredentialHeaders
}

/** The origins whose pages may send requests with cookies. */
export interface AllowedOrigins {
  /** The app's public origin. By default, it is derived from the request. */
  readonly origin?: string | undefined
  readonly trustedOrigins: ReadonlySet<string>
}

/**
 * Returns `true` unless the request may come from another site. Requests with safe methods (RFC 9110 § 9.2.1) are allowed,
 * except WebSocket handshakes, which browsers send for any site and whose responses its pages can read.
 */
export const isAllowed = (sender: Sender, origins: AllowedOrigins): boolean => {
  const { headers } = sender
  const isUnsafe = !/^(?:GET|HEAD|OPTIONS)$/i.test(sender.method ?? "") ||
    /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.get("upgrade") ?? "")
  if (!isUnsafe) return true
  const site = headers.get("sec-fetch-site")
  if (site === "same-origin" || site === "none") return true
  const origin = headers.get("origin")
  if (origin === undefined) return false
  if (origins.trustedOrigins.has(origin) || origin === origins.origin) return true
  return site === undefined && origins.origin === undefined && isOwn(origin, sender)
}

/** Returns `true` if an origin is the one in the request's URL. */
const isOwn = (origin: string, sender: Sender): boolean => {
  const url = getUrl(sender, undefined)
  if (origin === url.origin) return true
  // A proxy that terminates TLS may not report it. A page at https is as trusted as the app.
  if (url.protocol !== "http:") return false
  url.protocol = "https:"
  return origin === url.origin
}
