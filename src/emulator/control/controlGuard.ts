/**
 * Refuses foreign pages' requests to the emulator's control API and pages.
 *
 * Without it, any web page could read the visiting developer's inbox: by a request to `localhost`, or by a
 * domain that resolves to `127.0.0.1` (DNS rebinding).
 */
import * as Context from "effect/Context"
import type { EmulatorRequest } from "../requests/http.ts"
import type { ControlPages } from "./ControlTarget.ts"

/** The hosts and origins that may use the control API, in addition to this computer's own. */
export type AccessOptions = {
  /**
   * Further origins whose pages may use the control API, such as `https://preview.example.com`. Pages on `localhost`
   * always may.
   */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** Further emulator names in the `Host` header, such as `emulator` in a container network. */
  readonly allowedHosts?: ReadonlyArray<string> | undefined
}

/** The access to the control API. */
export interface Access extends AccessOptions {
  /** `true` if the server listens on all addresses: `Host` may be any IP address. DNS rebinding needs a name. */
  readonly allowsAddresses?: boolean | undefined
  /** `true` if requests by https may have any `Host`, as behind msw: the certificate vouches for the server's name. */
  readonly allowsHttps?: boolean | undefined
  /** The pages for people. Without them, the emulator answers only programs. */
  readonly pages?: ControlPages | undefined
}

/** The access to the control API in the current context. */
export const ControlAccess: Context.Reference<Access> = /*#__PURE__*/ Context.Reference(
  "latchkey/emulator/ControlAccess",
  { defaultValue: () => ({}) }
)

const hostNameOf = (host: string): string | undefined =>
  /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).hostname.replace(/\.$/, "")
    : undefined

/** Returns `true` if a host name is `localhost`, a name below it, or a loopback address. */
export const isLoopback = (hostName: string): boolean =>
  /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(hostName)

const isAddress = (hostName: string): boolean => /^\d+\.\d+\.\d+\.\d+$|^\[/.test(hostName)

const isAllowedHost = (host: string, { allowedHosts = [], allowsAddresses = false }: Access): boolean => {
  const name = hostNameOf(host)
  return name !== undefined &&
    (isLoopback(name) || allowsAddresses && isAddress(name) || allowedHosts.some((host) => hostNameOf(host) === name))
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean => {
  const own = `${origin.split("://")[0]}://${host}`
  return /^https?:\/\//.test(origin) && URL.canParse(own) && origin === new URL(own).origin
}

const isAllowedOrigin = (origin: string, host: string | undefined, { allowedOrigins = [] }: AccessOptions): boolean => {
  if (isOwnOrigin(origin, host) || allowedOrigins.some((allowed) => allowed.replace(/\/$/, "") === origin)) return true
  if (!URL.canParse(origin)) return false
  const { hostname, protocol } = new URL(origin)
  return /^https?:$/.test(protocol) && isLoopback(hostname)
}

/** The content types that a foreign page's form can send without a preflight (CORS protocol, fetch standard § 2.2.2). */
const formTypes = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i

const show = (value: string): string => JSON.stringify(value.slice(0, 100))

/** Returns why a request is refused. In memory, it has no `Host`. Links of other sites may open pages, but not send forms. */
export const findRefusal = ({ headers, method, url }: EmulatorRequest, options: Access, target: "api" | "page") => {
  const { host, origin } = headers
  const isVouchedFor = options.allowsHttps === true && url.startsWith("https://")
  if (host !== undefined && !isVouchedFor && !isAllowedHost(host, options)) {
    return `The Host header is ${show(host)}, which is not a name of this computer. ` +
      "Open http://localhost with the emulator's port, or allow the name with --allow-host, or with allowedHosts in a program."
  }
  if (origin !== undefined && !isAllowedOrigin(origin, host, options)) {
    return `The Origin header is ${show(origin)}, which may not use the control API. ` +
      "Allow it with --allow-origin, or with allowedOrigins in a program."
  }
  const site = headers["sec-fetch-site"]
  const isNavigation = target === "page" && method === "GET" && headers["sec-fetch-mode"] === "navigate" &&
    headers["sec-fetch-dest"] === "document"
  if (origin === undefined && site === "cross-site" && !isNavigation) {
    return "The Sec-Fetch-Site header is cross-site: a page of another site sent the request. " +
      "Use fetch on a page whose origin is allowed with --allow-origin, or with allowedOrigins in a program."
  }
  if (method !== "POST") return undefined
  if (target === "page") {
    const isOwn = origin === undefined ? site === "same-origin" : isOwnOrigin(origin, host)
    return isOwn ? undefined : "Neither the Origin nor the Sec-Fetch-Site header is of a page of the emulator. " +
      "Programs use the control API at /latchkey."
  }
  const type = headers["content-type"] ?? ""
  return formTypes.test(type)
    ? `The Content-Type header is ${show(type)}, which forms of other sites can send. Send application/json.`
    : undefined
}

/** Returns a response's CORS headers to an allowed request. */
export const makeCorsHeaders = ({ headers: { origin } }: EmulatorRequest): Readonly<Record<string, string>> => ({
  vary: "origin",
  ...(origin !== undefined && {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "600"
  })
})
