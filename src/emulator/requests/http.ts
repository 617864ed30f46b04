/** Requests and emulator responses, independent of the transport. */
import * as Data from "effect/Data"
import type { TransportResponse } from "../../call/Transport.ts"
import type { Codec } from "../../wire/Codec.ts"
import { encode, Problem } from "../../wire/decode.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import type { KnownError } from "../../wire/KnownError.ts"

/** A request. Header names are in lower case. */
export interface EmulatorRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** `true` if the server did not keep the body because of its size. `body` is then `undefined`. */
  readonly isBodyTooLarge?: boolean | undefined
}

/** A response. Header names are in lower case; `body` is `undefined` if there is no body. */
export interface EmulatorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Converts a response to a `TransportResponse`. */
export const toTransportResponse = ({ body = "", headers, status }: EmulatorResponse): TransportResponse => ({
  status,
  body,
  header: (name) => headers[name]
})

/** Matches the API's root in a path. The service also answers under the `v1` aliases. */
export const apiRoot = /^(.*)\/api\/(?:v1|latest|v2beta[1-4])(?=\/|$)/

/** Returns `true` if a text has more than `limit` bytes. A UTF-16 code unit has at most 3, so most texts are not encoded. */
export const isLarger = (text: string, limit: number): boolean =>
  text.length * 3 > limit && new TextEncoder().encode(text).length > limit

export const firstHalf = (text: string): string => text.slice(0, text.length >> 1)

/** A rejection that no endpoint declares: a plain text, an OAuth error (RFC 6749 § 5.2), or a common known error. */
export class Rejection extends Data.TaggedError("EmulatorRejection")<{
  readonly status: number
  readonly content: string | { readonly error: string; readonly error_description: string } | KnownError
}> {}

/** Creates a rejection with a plain text or an OAuth error. */
export const reject = (status: number, content: Exclude<Rejection["content"], KnownError>): Rejection =>
  new Rejection({ status, content })

/** Creates a rejection with a known error that the endpoint does not declare. */
export const rejectWith = (error: KnownError): Rejection => new Rejection({ status: error.status, content: error })

export const makeTextResponse = (status: number, body: string): EmulatorResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body
})

/** The response to a request whose URL cannot be parsed. */
export const invalidUrl: EmulatorResponse = /*#__PURE__*/ makeTextResponse(400, "The URL of the request is invalid")

export const makeJsonResponse = (status: number, value: unknown, pretty = false): EmulatorResponse => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value)
})

/** Encodes a handler's value. Throws if the codec rejects the value, which is a defect in the handler. */
export const encodeOrThrow = (codec: Codec<unknown>, value: unknown): unknown => {
  const json = encode(codec, value)
  if (json instanceof Problem) throw new Error(`The response cannot be encoded: ${json.message}`)
  return json
}

/** Encodes a known error's details. Returns `undefined` if its class has no details. */
export const encodeDetails = (error: KnownError): unknown => {
  // Sound: a known error's constructor is its class, which has an optional codec for details.
  const codec = (error.constructor as { readonly details?: Codec<unknown> }).details
  return codec && encodeOrThrow(codec, error.details)
}

const makeKnownErrorResponse = (error: KnownError, pretty = false): EmulatorResponse => {
  const response = makeJsonResponse(
    error.status,
    { code: error.code, details: encodeDetails(error), error: error.message },
    pretty
  )
  return { ...response, headers: { ...response.headers, "x-stack-known-error": error.code } }
}

/** Creates the response for a rejection or for an error that a handler has failed with. */
export const makeRejectionResponse = (error: KnownError | Rejection, pretty = false): EmulatorResponse => {
  if (!(error instanceof Rejection)) return makeKnownErrorResponse(error, pretty)
  const { content, status } = error
  if (typeof content === "string") return makeTextResponse(status, content)
  return "_tag" in content ? makeKnownErrorResponse(content, pretty) : makeJsonResponse(status, content, pretty)
}

/** Creates a redirect. */
export const redirect = (location: string): EmulatorResponse => ({
  status: 307,
  headers: { location },
  body: undefined
})

/** Returns a URL with query parameters set. */
export const setQuery = (address: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address)
  for (const name in parameters) {
    const value = parameters[name]
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.toString()
}

/** Adds the request id, the cache and CORS headers and the status override to a response. */
export const completeResponse = (
  response: EmulatorResponse,
  override: boolean,
  requestId: string,
  generation: Generation
): EmulatorResponse => {
  const overridden = override && response.status >= 400 && response.status < (generation === "2025" ? 600 : 500)
  return {
    status: overridden ? 200 : response.status,
    headers: {
      "cache-control": "no-store, max-age=0",
      ...corsHeaders[generation],
      "x-stack-request-id": requestId,
      ...(overridden ? { "x-stack-actual-status": String(response.status) } : {}),
      ...response.headers
    },
    body: response.body
  }
}

/** Adds the second family's headers to a response, as services after version 2.8.86 send them. */
export const addHexclaveHeaders = (response: EmulatorResponse): EmulatorResponse => ({
  ...response,
  headers: {
    ...response.headers,
    ...Object.fromEntries(
      Object.entries(response.headers)
        .filter(([name]) => name.startsWith("x-stack-"))
        .map(([name, value]) => [name.replace("x-stack-", "x-hexclave-"), value])
    ),
    "access-control-expose-headers": "content-type, x-stack-actual-status, x-stack-known-error, " +
      "x-hexclave-actual-status, x-hexclave-known-error"
  }
})

/** The service headers that pages may send, in the service's order. */
const serviceHeaders = [
  "project-id",
  "branch-id",
  "override-error-status",
  "random-nonce",
  "client-version",
  "disable-artificial-development-delay",
  "access-type",
  "publishable-client-key",
  "secret-server-key",
  "super-secret-admin-key",
  "admin-access-token",
  "refresh-token",
  "access-token"
]

/** Without `allow-restricted-user`: the service reads that header but does not allow it in CORS requests. */
const serviceHeadersOf = (generation: Generation): ReadonlyArray<string> =>
  generation === "2025" ? serviceHeaders : [...serviceHeaders, "allow-anonymous-user"]

const makeCorsHeaders = (generation: Generation): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": [
    "content-type",
    "authorization",
    // Services after version 2.8.86 also read the second header family.
    ...(generation === "2025" ? ["x-stack"] : ["x-stack", "x-hexclave"])
      .flatMap((family) => serviceHeadersOf(generation).map((name) => `${family}-${name}`)),
    "baggage",
    "sentry-trace",
    "x-vercel-protection-bypass",
    "ngrok-skip-browser-warning"
  ].join(", "),
  "access-control-expose-headers": "content-type, x-stack-actual-status, x-stack-known-error",
  "access-control-max-age": "86400"
})

/** The CORS headers for all responses, by generation. */
export const corsHeaders: Readonly<Record<Generation, Readonly<Record<string, string>>>> = {
  "2025": /*#__PURE__*/ makeCorsHeaders("2025"),
  "2026": /*#__PURE__*/ makeCorsHeaders("2026")
}

/** The CORS headers for responses that are the same in both generations. */
export const cors: Readonly<Record<string, string>> = corsHeaders["2026"]
