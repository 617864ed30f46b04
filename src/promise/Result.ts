/** A call's result, for code that checks it with `if`. */
import type { ApiError, ApiErrorReason } from "../call/ApiError.ts"
import type { RateLimited as RateLimitedReason } from "../call/failureReasons.ts"

/**
 * The service responded with 429 to every attempt. `retryAfter` is the requested pause in seconds, from the header
 * `Retry-After` (RFC 9110 § 10.2.3).
 */
export interface RateLimited extends Error {
  readonly _tag: "RateLimited"
  readonly code: "RATE_LIMITED"
  readonly retryAfter: number | undefined
}

/**
 * The errors that every call can fail with: no network, rate limits, an outage, a refusal, an invalid response. `cause` is
 * the `ApiError` that the same call has in Effect.
 */
export type CallError = Exclude<ApiErrorReason, RateLimitedReason> | RateLimited

/** A call's errors if its effect fails with `E`: the same ones, with `CallError` for `ApiError`. */
export type ErrorOf<E> = Exclude<E, ApiError> | (ApiError extends E ? CallError : never)

/** The result if a call succeeded. */
export interface Success<out A> {
  readonly data: A
  readonly error: null
}

/** The result if a call failed. `error.code` is a literal, so a `switch` over it is checked. */
export interface Failure<E> {
  readonly data: null
  readonly error: ErrorOf<E>
}

/**
 * A call's result. If a call cannot fail, its data needs no check.
 *
 * **Example** (Success and failure)
 *
 * ```ts
 * import type { Result } from "latchkey/promise"
 *
 * const text = ({ data, error }: Result<string, never>) => error === null ? data : "failed"
 * ```
 */
export type Result<A, E> = [E] extends [never] ? Success<A> : Success<A> | Failure<E>

/**
 * A call that has started. `await` resolves to `{ data, error }`. `orThrow()` resolves to the data, and rejects with the same
 * error.
 *
 * Both reject for bugs, with the reason of an aborted signal, and with `Disposed` after the client was disposed.
 */
export interface Call<A, E> extends Promise<Result<A, E>> {
  orThrow(): Promise<A>
}

/** Options for every call, in its last argument. */
export interface CallOptions {
  /**
   * A signal that cancels the call. If it aborts, the call rejects with its reason. If it is already aborted, no request is
   * sent. A canceled call may have reached the service.
   */
  readonly signal?: AbortSignal | undefined
}

/** Ends a subscription. */
export type Unsubscribe = () => void

/** An error from Latchkey. A call's result lists the codes that it can have. */
export interface AuthError extends Error {
  readonly _tag: string
  readonly code: string
}

/**
 * Returns `true` for an error from Latchkey, for example in a handler for errors that `orThrow()` threw.
 *
 * **Example** (A handler for errors)
 *
 * ```ts
 * import { isAuthError } from "latchkey/promise"
 *
 * const textOf = (error: unknown) => isAuthError(error) && error.code === "NETWORK_FAILURE" ? "You are offline." : "Sorry."
 * ```
 */
export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && "code" in error && typeof error.code === "string" && "_tag" in error &&
  error._tag === error.name
