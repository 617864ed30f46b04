import * as UndefinedOr from "effect/UndefinedOr"
import { getRequestHeader, getResponseHeader } from "../call/headers.ts"
import { isCut } from "../call/isCut.ts"
import type { TransportRequest, TransportResponse } from "../call/Transport.ts"
import type { Codec } from "../wire/Codec.ts"
import type { Any } from "../wire/Endpoint.ts"
import { getErrorClass, isKnownCode } from "../wire/errorCodes.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import type { KnownErrorClass } from "../wire/KnownError.ts"
import { toSnakeCase } from "../wire/Struct.ts"
import { pseudonymize } from "./pseudonymize.ts"
import type { Pseudonyms } from "./Pseudonyms.ts"
import type { RecordedRequest, RecordedResponse } from "./Recording.ts"

/** Returns a request without secrets. Without an endpoint, the whole path is replaced. */
export const recordRequest = (
  pseudonyms: Pseudonyms,
  apiUrl: string,
  endpoint: Any | undefined,
  { body, headers, method, url }: TransportRequest
): RecordedRequest => {
  const token = (name: string) => {
    const value = getRequestHeader(headers, name)
    return value === undefined ? undefined : pseudonyms.text(value, name)
  }
  const path = url.startsWith(apiUrl) ? url.slice(apiUrl.length) : url
  const access = getRequestHeader(headers, "access-type")
  return {
    method,
    path: recordPath(pseudonyms, endpoint, path),
    accessType: access === "client" || access === "server" || access === "admin" ? access : undefined,
    refreshToken: token("refresh-token"),
    accessToken: token("access-token"),
    body: body === undefined ? null : recordBody(pseudonyms, endpoint, body)
  }
}

const recordPath = (pseudonyms: Pseudonyms, endpoint: Any | undefined, path: string): string => {
  const [pathname = "", search = ""] = path.split("?", 2)
  const parts = endpoint && splitPath(endpoint)
  const actual = pathname.split("/")
  const names = parts?.length === actual.length ? parts : undefined
  const segments = actual.map((segment, index) => {
    const name = names?.[index]
    if (name === segment || segment === "" || fixedPaths.has(pathname)) return segment
    const kind = name?.startsWith(":") === true ? toSnakeCase(name.slice(1)) : "path"
    return encodeURIComponent(recordParam(pseudonyms, endpoint, kind, decodeParameter(segment) ?? segment))
  })
  const query = Array.from(new URLSearchParams(search))
  const recorded = pseudonymize(pseudonyms, endpoint?.query, Object.fromEntries(query), "query")
  const text = new URLSearchParams(
    // Sound: the encoded query has only strings, and pseudonyms keep them.
    isObject(recorded) ? recorded as Readonly<Record<string, string>> : {}
  ).toString()
  return segments.join("/") + (text === "" ? "" : `?${text}`)
}

/** Returns the parts of an endpoint's path below the API's root. Parameters start with a colon. */
const splitPath = ({ path }: Any): ReadonlyArray<string> =>
  (path.startsWith("//") ? path.slice(1) : `/api/v1${path}`).split("/")

/** Returns the first endpoint with the method and path of a request. */
export const findEndpoint = (
  endpoints: ReadonlyArray<Any | undefined>,
  apiUrl: string,
  method: string,
  url: string
): Any | undefined => {
  const actual = url.slice(apiUrl.length).split("?")[0]!.split("/")
  return endpoints.find((endpoint) => {
    if (endpoint?.method !== method) return false
    const parts = splitPath(endpoint)
    return parts.length === actual.length &&
      parts.every((part, index) => part.startsWith(":") || part === actual[index])
  })
}

/** Paths for network checks. */
const fixedPaths = new Set(["/health", "/api/v1", "/api/v1/"])

const decodeParameter = UndefinedOr.liftThrowable(decodeURIComponent)

const recordParam = (pseudonyms: Pseudonyms, endpoint: Any | undefined, kind: string, value: string): string => {
  const params = endpoint?.params
  const recorded = params && pseudonymize(pseudonyms, params, { [kind]: value }, kind)
  const text = isObject(recorded) ? recorded[kind] : undefined
  // `me` and permission ids have their own codecs. A codec for several parameters does not fit a single one.
  return typeof text === "string" ? text : value === "me" ? value : pseudonyms.text(value, kind)
}

const recordBody = (pseudonyms: Pseudonyms, endpoint: Any | undefined, body: string): unknown => {
  const json = endpoint?.encoding === "form" ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body)
  return pseudonymize(pseudonyms, endpoint?.payload, json, entityOf(endpoint))
}

/** Returns an endpoint's entity: `user` for `users.get`. */
export const entityOf = (endpoint: Any | undefined): string => endpoint?.id.split(".")[0]!.replace(/s$/, "") ?? "value"

/** Returns a response without secrets. A body that is not JSON has no content in the recording. */
export const recordResponse = (
  pseudonyms: Pseudonyms,
  endpoint: Any | undefined,
  response: TransportResponse
): RecordedResponse => {
  const { body, status } = response
  const headers: Record<string, string> = {}
  const mediaType = response.header("content-type")?.split(";")[0]!.trim().toLowerCase()
  if (mediaType !== undefined) {
    headers["content-type"] = mediaTypes.has(mediaType) ? mediaType : "application/octet-stream"
  }
  const retryAfter = response.header("retry-after")
  if (retryAfter !== undefined) headers["retry-after"] = recordRetryAfter(retryAfter)
  const date = Date.parse(response.header("date") ?? "")
  if (!Number.isNaN(date)) headers["date"] = new Date(date).toUTCString()
  const actual = getResponseHeader(response, "actual-status")
  if (actual !== undefined) headers["x-stack-actual-status"] = /^\d{3}$/.test(actual) ? actual : "invalid"
  const code = getResponseHeader(response, "known-error")
  if (code !== undefined) headers["x-stack-known-error"] = recordCode(pseudonyms, code)
  if (body === "") return { status, headers, kind: "empty" }
  const json = parseJson(body)
  if (json === undefined) {
    if (endpoint?.responseType === "text" && code === undefined) {
      return { status, headers, kind: "json", body: pseudonyms.text(body, "text") }
    }
    return { status, headers, kind: isCut(body) ? "cut" : /^\s*</.test(body) ? "html" : "text" }
  }
  const isSuccess = code === undefined && status >= 200 && status < 300 && actual === undefined
  return {
    status,
    headers,
    kind: "json",
    body: isSuccess
      ? pseudonymize(pseudonyms, endpoint?.success, json, entityOf(endpoint))
      : recordError(pseudonyms, endpoint, json, code, status)
  }
}

const mediaTypes = new Set(["application/json", "text/html", "text/plain", "application/problem+json"])

const recordRetryAfter = (value: string): string => {
  if (/^\d{1,9}$/.test(value.trim())) return value.trim()
  const time = Date.parse(value)
  return Number.isNaN(time) ? "invalid" : new Date(time).toUTCString()
}

const recordCode = (pseudonyms: Pseudonyms, code: string): string =>
  isKnownCode(code) || oauthCodes.has(code) ? code : pseudonyms.text(code, "code").replaceAll("-", "_").toUpperCase()

/** OAuth's error codes (RFC 6749 § 4.1.2.1 and § 5.2). */
const oauthCodes = new Set(
  ("invalid_request invalid_client invalid_grant unauthorized_client unsupported_grant_type invalid_scope access_denied " +
    "unsupported_response_type server_error temporarily_unavailable").split(" ")
)

const recordError = (
  pseudonyms: Pseudonyms,
  endpoint: Any | undefined,
  json: unknown,
  code: string | undefined,
  status: number
): unknown => {
  if (!isObject(json)) return pseudonymize(pseudonyms, undefined, json, "error")
  const body: Record<string, unknown> = {}
  if (typeof json["code"] === "string") body["code"] = recordCode(pseudonyms, json["code"])
  if (typeof json["error"] === "string") {
    body["error"] = oauthCodes.has(json["error"]) ? json["error"] : pseudonyms.text(json["error"], "message")
  }
  if (json["details"] !== undefined && code !== undefined) {
    body["details"] = pseudonymize(pseudonyms, detailsOf(endpoint, code, status), json["details"], "details")
  }
  return body
}

const detailsOf = (endpoint: Any | undefined, code: string, status: number): Codec<unknown> | undefined => {
  // Sound: an endpoint's errors are classes of known errors.
  const declared = endpoint?.errors.find((known: KnownErrorClass) => known.code === code) as KnownErrorClass | undefined
  return (declared ?? getErrorClass(code, status)).details
}
