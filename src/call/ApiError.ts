/**
 * The error that every call can fail with, in addition to its endpoint's known errors.
 *
 * The known errors are in the call's error type. All other failures are one `ApiError` with a `reason`.
 * Match on the reason with `Effect.catchReason("ApiError", "RateLimited", …)`.
 *
 * **Gotchas**
 *
 * No reason contains the request, so an error can be logged or sent to a tracker without exposing a token or a key.
 *
 * **Example** (Handling an outage)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey"
 *
 * const user = CurrentUser.get().pipe(
 *   Effect.catchReason("ApiError", "ServiceUnavailable", () => Effect.succeed(null))
 * )
 * ```
 */
import { CodedError } from "../platform/CodedError.ts"
import type { KnownError } from "../wire/KnownError.ts"
import type { UnsupportedError } from "../wire/KnownErrors.ts"
import type { Diagnostics } from "./diagnostics.ts"
import type {
  ClockSkewError,
  ProjectRefused,
  RateLimited,
  RequestRefused,
  ResponseTooLarge,
  ServiceUnavailable,
  UnsupportedGeneration,
  UserRestricted
} from "./failureReasons.ts"

/**
 * No complete response arrived: the connection failed, was cut or timed out.
 *
 * GET and DELETE requests and requests for access tokens have been retried, all others were sent once. For those others,
 * `outcomeUnknown` is `true`: the service may have processed the request, so read the current state before you send it again.
 * It is `false` if the call was not sent because no access token could be requested; the `ApiError`'s `endpoint` then
 * names that request.
 *
 * If the device reports that it is offline, `diagnostics.offline` is `true`, and no request is retried. If it was offline
 * before the call, nothing was sent: `outcomeUnknown` is `false`.
 *
 * In a browser, the code that handles failures loads with the first request. If it cannot be loaded, any failed request is a
 * `NetworkFailure` without retries, whose message names this cause.
 */
export class NetworkFailure extends CodedError("NetworkFailure")<{
  readonly message: string
  readonly outcomeUnknown: boolean
  readonly diagnostics: Diagnostics
}> {}

/**
 * The response is invalid: its body does not decode, or its headers contradict the body.
 *
 * `path` is the path to the first missing or invalid field, with the service's field names.
 */
export class InvalidResponse extends CodedError("InvalidResponse")<{
  readonly message: string
  readonly status: number
  readonly path: ReadonlyArray<string | number>
}> {}

/** The service responded with a known error that this endpoint does not declare. `error` is that error. */
export class UndeclaredError extends CodedError("UndeclaredError")<{
  readonly message: string
  readonly error: KnownError
}> {}

/** The reasons for an `ApiError`. */
export type ApiErrorReason =
  | NetworkFailure
  | RateLimited
  | RequestRefused
  | ServiceUnavailable
  | InvalidResponse
  | ResponseTooLarge
  | UnsupportedError
  | ProjectRefused
  | UserRestricted
  | UnsupportedGeneration
  | UndeclaredError
  | ClockSkewError

/**
 * The error that every call can fail with. `reason` is the cause.
 *
 * **Example** (Logging a rate limit)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey"
 *
 * const user = CurrentUser.get().pipe(
 *   Effect.catchReason("ApiError", "RateLimited", (limit) => Effect.logWarning(limit.message).pipe(Effect.as(null)))
 * )
 * ```
 */
export class ApiError extends CodedError("ApiError")<{
  readonly message: string
  /** The endpoint's id, such as `password.signIn`. */
  readonly endpoint: string
  readonly reason: ApiErrorReason
}> {
  constructor(props: { readonly endpoint: string; readonly reason: ApiErrorReason }) {
    super({ ...props, message: `${props.endpoint}: ${props.reason.message}` })
  }

  /** Returns `true` if the same call may succeed later: after a network failure, a rate limit or an outage. */
  get isTransient(): boolean {
    const tag = this.reason._tag
    return tag === "NetworkFailure" || tag === "RateLimited" || tag === "ServiceUnavailable"
  }
}

export * from "./failureReasons.ts"
