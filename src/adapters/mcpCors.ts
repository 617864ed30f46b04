/**
 * The headers with which pages of trusted origins call an MCP server (CORS, Fetch standard § 3.3).
 *
 * Credentials are never allowed: cookies do not authenticate, and clients set the header `Authorization` themselves.
 */
import { header } from "../platform/requestHeaders.ts"
import type { AuthenticationRequest } from "../server/Authenticated.ts"
import { mergeNames, type ResponseHeaders, toNames } from "./responseHeaders.ts"

/** The response to a preflight. {@link Cors.addTo} adds the other headers. */
export interface Preflight {
  readonly status: 204
  readonly headers: Readonly<Record<string, string>>
  readonly body: undefined
}

/** The rules for a request from a trusted page. */
export interface Cors {
  /** The response; `undefined` for a request that is no preflight. */
  readonly preflight: Preflight | undefined
  /** Adds the headers to a response. An origin that the app has allowed stays, and lists get the missing names. */
  readonly addTo: (headers: Pick<ResponseHeaders, "get" | "set">) => void
}

/** The headers that clients read: where OAuth starts, the transport's session, and the delay after a refusal. */
const exposed = "WWW-Authenticate, Mcp-Session-Id, Retry-After"

/** Returns the rules for a request from a page of these origins; `undefined` for other requests. */
export const readCors = (
  origins: ReadonlySet<string>,
  { headers, method }: AuthenticationRequest
): Cors | undefined => {
  const origin = header(headers, "origin")
  if (origin === undefined || !origins.has(origin)) return undefined
  const isPreflight = method?.toUpperCase() === "OPTIONS" &&
    header(headers, "access-control-request-method") !== undefined
  return {
    preflight: isPreflight
      ? { status: 204, headers: makePreflight(header(headers, "access-control-request-headers")), body: undefined }
      : undefined,
    addTo: (response) => {
      if (response.get("access-control-allow-origin") === undefined) response.set("access-control-allow-origin", origin)
      response.set("vary", mergeNames(response.get("vary"), "Origin"))
      const name = "access-control-expose-headers"
      response.set(name, mergeNames(response.get(name), exposed))
    }
  }
}

/** Allows all requested headers: a tool's parameters can have their own, `Mcp-Param-…`. */
const makePreflight = (requested = ""): Readonly<Record<string, string>> => {
  const names = toNames(requested).filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
  return {
    "access-control-allow-methods": "GET, POST, DELETE",
    ...names.length === 0 ? {} : { "access-control-allow-headers": names.join(", ") },
    "access-control-max-age": "7200"
  }
}
