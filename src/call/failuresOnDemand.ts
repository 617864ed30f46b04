/**
 * The code for failures as a chunk of its own, for browsers. The build for Node replaces this module with
 * `failuresIncluded.ts`.
 *
 * @since 0.1.0
 */
import type { Failures } from "./loadFailures.ts"

/** @since 0.1.0 */
export const initialFailures: Failures | undefined = undefined

/** @since 0.1.0 */
export const importFailures = (): Promise<Failures> => import("./failures.ts")
