/**
 * The result of a call, for code that checks it with `if`.
 *
 * @since 0.1.0
 */

/**
 * The result of a call that succeeded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Success<out A> {
  readonly ok: true
  readonly value: A
}

/**
 * The result of a call that failed. The error is the instance with which the call's effect fails; its `_tag` identifies
 * it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Failure<out E> {
  readonly ok: false
  readonly error: E
}

/**
 * The result of a call: its value, or one of its errors. If a call cannot fail, `Result` has no failure, and its value
 * needs no check.
 *
 * **Example** (Success and failure)
 *
 * ```ts
 * import type { ApiError, Result } from "latchkey/promise"
 *
 * const text = (result: Result<string, ApiError>) => result.ok ? result.value : result.error.message
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export type Result<A, E> = Success<A> | ([E] extends [never] ? never : Failure<E>)

/** @internal */
export const success = <A>(value: A): Success<A> => ({ ok: true, value })

/** @internal */
export const failure = <E>(error: E): Failure<E> => ({ ok: false, error })
