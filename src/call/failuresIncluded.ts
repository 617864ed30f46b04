/**
 * The code for failures as a part of the bundle, for Node and tests. A failure needs no import, so its outcome is synchronous.
 *
 * @since 0.1.0
 */
import * as failures from "./failures.ts"

/** @since 0.1.0 */
export type Failures = typeof failures

/** @since 0.1.0 */
export const initialFailures = failures

/** @since 0.1.0 */
export const importFailures = () => Promise.resolve(failures)
