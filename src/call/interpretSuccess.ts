/** Interprets successful responses. */
import { decode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import { parseJson } from "../wire/Json.ts"
import { getResponseHeader } from "./headers.ts"
import type { TransportResponse } from "./Transport.ts"

export type ResponseShape = Pick<Any, "errors" | "isIdempotent" | "otherStatus" | "responseType" | "success">

/** A successful response's decoded body. */
export interface Success {
  readonly _tag: "Success"
  readonly value: unknown
}

/**
 * Interprets a response as a success. Returns `undefined` for every other response, which `interpretFailure` explains.
 */
export const interpretSuccess = (endpoint: ResponseShape, response: TransportResponse): Success | undefined => {
  const status = getStatus(response)
  if (!isSuccess(status) || getResponseHeader(response, "known-error") !== undefined) return undefined
  const value = decodeBody(endpoint, response)
  if (value instanceof Problem) return undefined
  const { otherStatus } = endpoint
  return otherStatus?.appliesTo(value) === true && otherStatus.status !== status
    ? undefined
    : { _tag: "Success", value }
}

/**
 * Returns a response's status, or `undefined` if its `actual-status` header is malformed. On request, the service
 * sends errors with status 200 and the actual status in that header.
 */
export const getStatus = (response: TransportResponse): number | undefined => {
  const actual = getResponseHeader(response, "actual-status")
  return actual === undefined ? response.status : /^[1-5]\d\d$/.test(actual) ? Number(actual) : undefined
}

/** Returns `true` for a 2xx status. */
export const isSuccess = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300

/** Decodes a successful response's body. */
export const decodeBody = ({ responseType, success }: ResponseShape, response: TransportResponse): unknown =>
  responseType === "json"
    ? decode(success, parseJson(response.body))
    // Another content type, such as a captive portal's HTML, is not a response from the service.
    : /^text\/plain\b/i.test(response.header("content-type") ?? "")
    ? decode(success, response.body)
    : new Problem("is not plain text")
