/** The reasons for an `ApiError` that only the code for failures creates. Browsers load them with that code. */
import type * as Duration from "effect/Duration"
import { CodedError } from "../platform/CodedError.ts"
import type { Generation } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"

/** The service responded with 429 to every attempt, or with a `Retry-After` above the option `retryAfterLimit`. */
export class RateLimited extends CodedError("RateLimited")<{
  readonly message: string
  /** The last `Retry-After` header's value; `undefined` if there was none. */
  readonly retryAfter: Duration.Duration | undefined
}> {}

/**
 * The service rejected the request with a 4xx status and without a known error. `serviceCode` is set if the body contains a
 * code, like OAuth's errors (RFC 6749 § 5.2).
 */
export class RequestRefused extends CodedError("RequestRefused")<{
  readonly message: string
  readonly status: number
  readonly serviceCode: string | undefined
}> {}

/** The service responded with 408, 508 or another 5xx. The request may succeed later. */
export class ServiceUnavailable extends CodedError("ServiceUnavailable")<{
  readonly message: string
  readonly status: number
}> {}

/**
 * The response is larger than the option `responseLimit`, so it was not read completely. A write may have taken effect.
 *
 * Raise the option, or request fewer items at a time: the `limit` for `Users.list`, the `pageSize` for `Users.stream`.
 */
export class ResponseTooLarge extends CodedError("ResponseTooLarge")<{
  readonly message: string
  /** The `responseLimit`, in bytes. */
  readonly limit: number
}> {}

/**
 * The service rejected the project's credentials: a key is wrong or missing, or the project or branch is unknown.
 *
 * `error` is the known error. With `PublishableClientKeyRequiredForProject` (services from 2026) and
 * `ClientAuthenticationRequired`, the project requires a `publishableClientKey`. With `CurrentProjectNotFound` and
 * `ProjectNotFound`, no project has this `projectId`.
 */
export class ProjectRefused extends CodedError("ProjectRefused")<{
  readonly message: string
  readonly error: KnownError
}> {}

/**
 * The service rejected the call because the signed-in user is restricted or anonymous. `error` is the known error. Only
 * services from 2026 do this.
 *
 * Latchkey sends the header that allows such users. This error means that a proxy between client and service removed it.
 */
export class UserRestricted extends CodedError("UserRestricted")<{
  readonly message: string
  readonly error: KnownError
}> {}

/**
 * The call requires another service generation than the one at `apiUrl`. No request was sent.
 *
 * `docs/compatibility.md` lists the functions and options for each generation.
 */
export class UnsupportedGeneration extends CodedError("UnsupportedGeneration")<{
  readonly message: string
  /** The service's generation. */
  readonly actual: Generation
  /** The generation that the call requires. */
  readonly required: Generation
}> {}

/**
 * The service's clock is wrong: it issues access tokens that are already expired, or rejects a new access token as
 * expired.
 *
 * The device's clock never causes this error.
 */
export class ClockSkewError extends CodedError("ClockSkewError")<{
  readonly message: string
  /** The issued token's lifetime, `exp − iat` in milliseconds, if the token was already expired. */
  readonly lifetimeMillis: number | undefined
  /** The known error, if the service rejected a new token. */
  readonly error: KnownError | undefined
}> {}
