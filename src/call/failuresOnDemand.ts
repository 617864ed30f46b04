/**
 * The code for failures as a separate chunk, for browsers. The build for Node replaces this module with
 * `failuresIncluded.ts`.
 */

export type Failures = typeof import("./failures.ts")

export const initialFailures: Failures | undefined = undefined

// Async, since a bundler's loader may throw instead of rejecting.
export const importFailures = async (): Promise<Failures> => import("./failures.ts")
