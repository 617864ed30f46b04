/** Interprets a response: success, a known error, or a failure. */
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import { decode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import {
  getErrorClass,
  isAccessTokenCode,
  isAdminTokenCode,
  isKnownCode,
  isProjectCode,
  isUserCode
} from "../wire/errorCodes.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import type { KnownError } from "../wire/KnownError.ts"
import { UnsupportedError } from "../wire/KnownErrors.ts"
import { getWireNames, toCamelCase } from "../wire/names.ts"
import { InvalidResponse, UndeclaredError } from "./ApiError.ts"
import { ProjectRefused, RateLimited, RequestRefused, ServiceUnavailable, UserRestricted } from "./failureReasons.ts"
import { getResponseHeader } from "./headers.ts"
import { decodeBody, getStatus, interpretSuccess, isSuccess, type ResponseShape } from "./interpretSuccess.ts"
import { isCut } from "./isCut.ts"
import { makeFailed, makeNetworkFailure, type Outcome } from "./Outcome.ts"
import { parseRetryAfter } from "./parseRetryAfter.ts"
import { makeBudget, redactJson, redactMessage, redactText, truncateText } from "./redact.ts"
import type { TransportResponse } from "./Transport.ts"

export interface Circumstances {
  /** Returns the local time in milliseconds. Called only for a `Retry-After` date without a `Date` header. */
  readonly now: () => number
  readonly retryAfterLimit: Duration.Duration
  /**
   * Returns the request's secrets in all encodings. They are redacted in errors, since the service may repeat them.
   */
  readonly secrets: () => ReadonlyArray<string>
}

/** Interprets an endpoint's response. Never fails. */
export const interpret = (
  endpoint: ResponseShape,
  response: TransportResponse,
  circumstances: Circumstances
): Outcome => interpretSuccess(endpoint, response) ?? interpretFailure(endpoint, response, circumstances)

/** Interprets a response that is not a success. */
export const interpretFailure = (
  endpoint: ResponseShape,
  response: TransportResponse,
  circumstances: Circumstances
): Outcome => {
  const status = getStatus(response)
  if (status === undefined) return makeInvalid(response.status, "The actual-status header is not an HTTP status")
  const code = getResponseHeader(response, "known-error")
  const secrets = circumstances.secrets()
  const { isIdempotent } = endpoint
  const isSuccessful = code === undefined && isSuccess(status)
  const body = parseJson(response.body)
  if ((isSuccessful || code !== undefined) && body === undefined && isCut(response.body)) {
    // A known error is a refusal, also if its details are lost.
    return makeNetworkFailure("The response was cut off", isSuccessful && !isIdempotent, isIdempotent)
  }
  if (isSuccessful) return interpretInvalidBody(endpoint, status, response, body, secrets)
  if (code === undefined) return interpretRefusal(status, response, redactJson(body, secrets), secrets, circumstances)
  // A known error's code is not a secret, even if it equals the user's password.
  if (!isObject(body) || body["code"] !== code || !isKnownCode(code) && redactText(code, secrets) !== code) {
    return makeInvalid(status, "The known-error header does not match the body")
  }
  return interpretKnownError(endpoint, code, status, body, secrets)
}

const interpretInvalidBody = (
  endpoint: ResponseShape,
  status: number,
  response: TransportResponse,
  body: unknown,
  secrets: ReadonlyArray<string>
): Outcome => {
  const value = decodeBody(endpoint, response)
  if (!(value instanceof Problem)) {
    return makeInvalid(status, `This body requires status ${endpoint.otherStatus?.status}`, ["status"])
  }
  const isText = endpoint.responseType === "text"
  if (isText || body === undefined) return makeInvalid(status, describeFormat(response.body, isText))
  return makeInvalidPart(status, "the body", [], value, secrets)
}

/** Returns an outcome's known error, whether or not the endpoint declares it. */
export const getKnownError = (outcome: Outcome): KnownError | undefined => {
  if (outcome._tag === "Declared") return outcome.error
  if (outcome._tag === "Success") return undefined
  const { reason } = outcome
  return reason._tag === "UndeclaredError" || reason._tag === "ProjectRefused" || reason._tag === "UserRestricted"
    ? reason.error
    : undefined
}

/** Returns `true` if the service rejected the access token. A refresh may help. */
export const isTokenRefusal = (outcome: Outcome): boolean => {
  const error = getKnownError(outcome)
  return error !== undefined && isAccessTokenCode(error.code)
}

/** Returns `true` if the service rejected the admin access token. A refresh may help. */
export const isAdminTokenRefusal = (outcome: Outcome): boolean => {
  const error = getKnownError(outcome)
  return error !== undefined && isAdminTokenCode(error.code)
}

const webPage = "apiUrl answers with a web page. Set it to the address of the API"

/** Describes a body in another format than the expected one. */
const describeFormat = (body: string, isText: boolean): string => {
  if (/^\s*</.test(body)) return webPage
  if (body === "") return "The body is empty"
  return isText ? "The body is not plain text" : "The body is not JSON. Does apiUrl point at the API?"
}

const makeInvalid = (status: number, message: string, path: ReadonlyArray<string | number> = []): Outcome =>
  makeFailed(new InvalidResponse({ status, message, path }))

/**
 * Creates the outcome for an invalid part in a response. Field names are redacted as well: in a record, they are data.
 */
const makeInvalidPart = (
  status: number,
  name: string,
  path: ReadonlyArray<string>,
  problem: Problem,
  secrets: ReadonlyArray<string>
): Outcome => {
  const redacted = problem.path.map((key) => typeof key === "string" ? redactMessage(key, secrets) : key)
  return makeInvalid(status, `In ${name}, ${redactMessage(problem.message, secrets)}`, [...path, ...redacted])
}

const interpretKnownError = (
  endpoint: Pick<Any, "errors">,
  code: string,
  status: number,
  body: { readonly [key: string]: unknown },
  secrets: ReadonlyArray<string>
): Outcome => {
  const message = typeof body["error"] === "string" ? redactMessage(body["error"], secrets) : truncateText(code)
  const declared = endpoint.errors.find((known) => known.code === code)
  if (!isKnownCode(code)) {
    const originalDetails = redactUnnamedDetails(body["details"], secrets)
    return makeFailed(
      new UnsupportedError({ message, details: { originalErrorCode: truncateText(code), originalDetails } })
    )
  }
  const known = declared ?? getErrorClass(code, status)
  const details: unknown = known.details === undefined
    ? camelCaseKeys(redactUnnamedDetails(body["details"], secrets))
    : decode(known.details, redactNamedDetails(getWireNames(known.details), body["details"], secrets))
  if (details instanceof Problem) {
    return makeInvalidPart(status, `the details of ${code}`, ["details"], details, secrets)
  }
  const error = new known({ message, details })
  if (declared !== undefined) return { _tag: "Declared", error }
  const Reason = isProjectCode(code) ? ProjectRefused : isUserCode(code) ? UserRestricted : UndeclaredError
  return makeFailed(new Reason({ message, error }))
}

const interpretRefusal = (
  status: number,
  response: TransportResponse,
  body: unknown,
  secrets: ReadonlyArray<string>,
  { now, retryAfterLimit }: Circumstances
): Outcome => {
  if (status === 429) {
    const serverTime = Date.parse(response.header("date") ?? "")
    const retryAfter = parseRetryAfter(response.header("retry-after"), Number.isNaN(serverTime) ? now() : serverTime)
    const retry = retryAfter === undefined || Duration.toMillis(retryAfter) <= Duration.toMillis(retryAfterLimit)
    return makeFailed(new RateLimited({ message: "Too many requests", retryAfter }), retry)
  }
  const text = (getBodyText(body) ??
    (body === undefined ? redactText(response.body, secrets) : JSON.stringify(redactSecretFields(body))))
    .slice(0, 500).trim()
  if (status >= 500 || status === 408) {
    const retry = status === 508 && response.body.includes("INFINITE_LOOP_DETECTED")
    return makeFailed(
      new ServiceUnavailable({ status, message: `The service responded with ${status}: ${text}` }),
      retry
    )
  }
  if (status >= 400) {
    const code = isObject(body) ? body["code"] ?? body["error"] : undefined
    const name = typeof code === "string" && /^\w{1,100}$/.test(code) ? code : undefined
    // A text may start with a tag. A whole page is most likely from another server.
    const isPage = /^\s*<(?:!|html)/i.test(response.body)
    const message = isPage ? `Status ${status}. ${webPage}` : text === "" ? `Status ${status}` : text
    return makeFailed(new RequestRefused({ status, message, serviceCode: name }))
  }
  // Redirects are not followed, since they would send the tokens to another URL. Browsers report them with status 0.
  return makeInvalid(status, "The service responded with a redirect or an informational status")
}

/** Returns the message in an error body: `error_description` (RFC 6749 § 5.2), `error` or `message`. */
const getBodyText = (body: unknown): string | undefined => {
  if (!isObject(body)) return undefined
  const text = body["error_description"] ?? body["error"] ?? body["message"]
  return typeof text === "string" ? text : undefined
}

/**
 * Redacts the details that the error's class declares. Their names are not secrets, even if one equals the user's password.
 */
const redactNamedDetails = (
  names: ReadonlyArray<string>,
  details: unknown,
  secrets: ReadonlyArray<string>
): unknown => {
  const budget = makeBudget()
  return !isObject(details) ? details : Object.fromEntries(
    names.filter((name) => Object.hasOwn(details, name)).map((name) => [
      name,
      redactJson(details[name], secrets, budget)
    ])
  )
}

/** Redacts undeclared details. They are kept, since they may come from a newer service. */
const redactUnnamedDetails = (details: unknown, secrets: ReadonlyArray<string>): unknown =>
  redactSecretFields(redactJson(details, secrets, makeBudget()))

/** Redacts the fields that are named like a secret. */
const redactSecretFields = (value: unknown): unknown =>
  !isObject(value) ? value : Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      /(?:attempt_code|token|secret|password)$/.test(name) ? Redacted.make(field) : field
    ])
  )

const camelCaseKeys = (details: unknown): object =>
  isObject(details)
    ? Object.fromEntries(Object.entries(details).map(([name, value]) => [toCamelCase(name), value]))
    : {}
