/**
 * What a call came to, for code that looks at it with `if`.
 *
 * @since 0.1.0
 */

/**
 * The call has succeeded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Success<out A> {
  readonly ok: true
  readonly value: A
}

/**
 * The call has failed. The error is the very one that the call's Effect fails with: an instance, with a `_tag` that says
 * which.
 *
 * @category models
 * @since 0.1.0
 */
export interface Failure<out E> {
  readonly ok: false
  readonly error: E
}

/**
 * What a call came to: its value, or one of the errors that it may meet. A call that cannot fail has no second half, so that
 * its value needs no check.
 *
 * **Example** (Both halves)
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
