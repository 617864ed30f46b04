/**
 * What any call may meet besides the errors of its own endpoint.
 *
 * Every call fails with its endpoint's known errors, flat, and with one `ApiError` whose `reason` says what went wrong.
 * Match on the reason with `Effect.catchReason("ApiError", "RateLimited", …)`.
 *
 * **Gotchas**
 *
 * No reason holds the request: an error may be logged, printed or sent elsewhere without carrying a token or a key.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import type { Generation } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"
import type { UnsupportedError } from "../wire/KnownErrors.ts"
import type { Diagnostics } from "./diagnostics.ts"

/**
 * No answer arrived: the connection failed, was cut or took too long.
 *
 * GET and DELETE requests have been retried by then, all others were sent once. `outcomeUnknown` is `true` for those others:
 * the service may have acted. Read the state before you send again.
 *
 * @category errors
 * @since 0.1.0
 */
export class NetworkFailure extends Data.TaggedError("NetworkFailure")<{
  readonly message: string
  readonly outcomeUnknown: boolean
  readonly diagnostics: Diagnostics
}> {}

/**
 * The service asks for fewer requests (429), and went on asking, or asked for a longer wait than the configured limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly message: string
  /** How long the service asked to wait, when it said. */
  readonly retryAfter: Duration.Duration | undefined
}> {}

/**
 * The service refused the request with a text instead of a known error. `code` is set when the body named one, as OAuth
 * errors do (RFC 6749 § 5.2).
 *
 * @category errors
 * @since 0.1.0
 */
export class RequestRefused extends Data.TaggedError("RequestRefused")<{
  readonly message: string
  readonly status: number
  readonly code: string | undefined
}> {}

/**
 * The service answered 408, 508 or any other 5xx: it could not do what was asked now.
 *
 * @category errors
 * @since 0.1.0
 */
export class ServiceUnavailable extends Data.TaggedError("ServiceUnavailable")<{
  readonly message: string
  readonly status: number
}> {}

/**
 * The answer cannot be what the service meant: a body that does not decode, headers that contradict it.
 *
 * `path` names the first field that is missing or wrong, as the wire spells it.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidResponse extends Data.TaggedError("InvalidResponse")<{
  readonly message: string
  readonly status: number
  readonly path: ReadonlyArray<string | number>
}> {}

/**
 * The response is larger than the option `responseLimit`, and was not read to its end. A write may have taken effect.
 *
 * Raise the option, or request fewer items at a time: the `limit` of `Users.list`, the `pageSize` of `Users.stream`.
 *
 * @category errors
 * @since 0.1.0
 */
export class ResponseTooLarge extends Data.TaggedError("ResponseTooLarge")<{
  readonly message: string
  /** The limit that the response exceeds, in bytes. */
  readonly limit: number
}> {}

/**
 * The service refused the project's own credentials: a wrong or missing key, an unknown project or branch.
 *
 * `error` has the reason. `PublishableClientKeyRequiredForProject` (services of 2026) and `ClientAuthenticationRequired`: the
 * project requires a `publishableClientKey`. `CurrentProjectNotFound` and `ProjectNotFound`: no project has this `projectId`.
 *
 * @category errors
 * @since 0.1.0
 */
export class ProjectRefused extends Data.TaggedError("ProjectRefused")<{
  readonly message: string
  readonly error: KnownError
}> {}

/**
 * The service does not let the signed-in user make this call, because the user is restricted or anonymous; `error` is its
 * refusal. Services of 2026.
 *
 * Latchkey sends the header that allows such users, so this error means that something on the way has dropped it.
 *
 * @category errors
 * @since 0.1.0
 */
export class UserRestricted extends Data.TaggedError("UserRestricted")<{
  readonly message: string
  readonly error: KnownError
}> {}

/**
 * The call needs another generation of the service than the one that `apiUrl` leads to. Nothing was sent.
 *
 * `docs/compatibility.md` lists which functions and options exist in which generation.
 *
 * @category errors
 * @since 0.1.0
 */
export class UnsupportedGeneration extends Data.TaggedError("UnsupportedGeneration")<{
  readonly message: string
  /** The generation of the service. */
  readonly actual: Generation
  /** The generation that the call needs. */
  readonly required: Generation
}> {}

/**
 * The service answered an error of the catalogue that this endpoint is not known to answer; `error` is that error.
 *
 * @category errors
 * @since 0.1.0
 */
export class UndeclaredError extends Data.TaggedError("UndeclaredError")<{
  readonly message: string
  readonly error: KnownError
}> {}

/**
 * The service keeps issuing access tokens that are over before they begin, or refuses as expired what it has just issued:
 * its clocks, not this device's, are wrong.
 *
 * A device whose own clock is off never causes this error.
 *
 * @category errors
 * @since 0.1.0
 */
export class ClockSkewError extends Data.TaggedError("ClockSkewError")<{
  readonly message: string
  /** The lifetime that the service wrote into its tokens, `exp − iat` in milliseconds, where that is the trouble. */
  readonly lifetimeMillis: number | undefined
  /** The refusal, where that is the trouble. */
  readonly error: KnownError | undefined
}> {}

/**
 * Everything that an `ApiError` may be about.
 *
 * @category errors
 * @since 0.1.0
 */
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
 * The one error that every call shares; `reason` says what it is about.
 *
 * **Example** (Waiting when the service asks for it)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentUser } from "latchkey"
 *
 * const user = CurrentUser.get().pipe(
 *   Effect.catchReason("ApiError", "RateLimited", (limit) => Effect.logWarning(limit.message).pipe(Effect.as(null)))
 * )
 * ```
 *
 * @category errors
 * @since 0.1.0
 */
export class ApiError extends Data.TaggedError("ApiError")<{
  readonly message: string
  /** The endpoint that was called, such as `password.signIn`. */
  readonly endpoint: string
  readonly reason: ApiErrorReason
}> {
  constructor(props: { readonly endpoint: string; readonly reason: ApiErrorReason }) {
    super({ ...props, message: `${props.endpoint}: ${props.reason.message}` })
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  get isTransient(): boolean {
    const tag = this.reason._tag
    return tag === "NetworkFailure" || tag === "RateLimited" || tag === "ServiceUnavailable"
  }
}
