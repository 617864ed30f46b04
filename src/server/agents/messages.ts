/** An authorization server's requests and responses, independent from the host. */
import * as Effect from "effect/Effect"
import { isObject } from "../../wire/Json.ts"
import type { AuthenticationRequest } from "../Authenticated.ts"
import * as AuthProblem from "../AuthProblem.ts"
import { readBody as readText, type WebhookRequest } from "../webhookBody.ts"

/** A request. The URL may be a path. */
export interface AgentRequest extends AuthenticationRequest {
  readonly method: string
  readonly url: string
  /** The host's request, which has the body. */
  readonly source: WebhookRequest
}

/** A response. */
export interface AgentResponse {
  readonly status: number
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The largest body in bytes, and the longest query in characters. */
const maxLength = 16_384

/** Responses with codes, keys and client names stay out of caches, frames and referrers. */
const privateHeaders = {
  "cache-control": "no-store",
  pragma: "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
}

/** Allows pages on all origins to read a response, since no cookie changes it. */
export const cors = { "access-control-allow-origin": "*" }

export const respondJson = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): AgentResponse => ({
  status,
  headers: { ...privateHeaders, "content-type": "application/json", ...headers },
  body: JSON.stringify(body)
})

/** Responds with problem details (RFC 9457). */
export const respondProblem = (
  status: 400 | 403 | 404 | 413 | 503,
  code: string,
  detail: string
): AgentResponse => {
  const body = { type: "about:blank", title: titles[status], status, detail, code }
  return respondJson(status, body, { "content-type": AuthProblem.contentType })
}

const titles = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  413: "Content Too Large",
  503: "Service Unavailable"
}

export const respondAuthError = (error: AuthProblem.AuthError): AgentResponse => {
  const { body, headers, status } = AuthProblem.make(error)
  return respondJson(status, body, headers)
}

/** Responds with a document for the user. It has fixed text only, since any site can link to it. */
export const respondText = (status: number, text: string): AgentResponse => ({
  status,
  headers: { ...privateHeaders, "content-type": "text/plain; charset=utf-8" },
  body: text
})

export const redirect = (location: string): AgentResponse => ({
  status: 302,
  headers: { ...privateHeaders, location },
  body: undefined
})

export const refuseMethod = (allow: string, headers: Readonly<Record<string, string>> = {}): AgentResponse => ({
  status: 405,
  headers: { ...headers, allow },
  body: undefined
})

/** The response to a preflight (Fetch standard § 4.8). */
export const allowAll = (methods: string): AgentResponse => ({
  status: 204,
  headers: { ...cors, "access-control-allow-methods": methods, "access-control-allow-headers": "*" },
  body: undefined
})

/** Reads the body: text, or the object that an Express middleware has parsed. `undefined` if it is too large or unreadable. */
export const readBody = ({ source }: AgentRequest): Effect.Effect<unknown> => {
  const { body } = source
  const isParsed = isObject(body) && !("getReader" in body) && !(body instanceof Uint8Array)
  return isParsed ? Effect.succeed(body) : Effect.orElseSucceed(readText(source, maxLength), () => undefined)
}

/** A request's parameters, each at most once. */
export interface Parameters {
  readonly get: (name: string) => string | undefined
  /** Returns `true` if a name occurs more than once, which RFC 6749 § 3.1 and § 3.2 forbid. */
  readonly repeats: (...names: ReadonlyArray<string>) => boolean
}

const makeParameters = (query: URLSearchParams): Parameters => ({
  // An empty parameter is treated as absent (RFC 6749 § 3.1).
  get: (name) => query.get(name) || undefined,
  repeats: (...names) => names.some((name) => query.getAll(name).length > 1)
})

/** Returns a URL's query, or `undefined` if it is too long. */
export const readQuery = (url: string): Parameters | undefined => {
  const [, query = ""] = /\?([^#]*)/.exec(url) ?? []
  return query.length > maxLength ? undefined : makeParameters(new URLSearchParams(query))
}

/** Reads a form: text, or an object from a middleware, in which a repeated parameter is a list. */
export const readForm = (body: unknown): Parameters | undefined => {
  if (typeof body === "string") return makeParameters(new URLSearchParams(body))
  if (!isObject(body)) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    for (const one of [value].flat()) if (typeof one === "string") query.append(name, one)
  }
  return makeParameters(query)
}
