/**
 * The code for failures as a separate chunk, for browsers. The build for Node replaces this module with
 * `failuresIncluded.ts`.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export type Failures = typeof import("./failures.ts")

/** @since 0.1.0 */
export const initialFailures: Failures | undefined = undefined

/** @since 0.1.0 */
// Async, since a bundler's loader may throw instead of rejecting.
export const importFailures = async (): Promise<Failures> => import("./failures.ts")
