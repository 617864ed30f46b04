/**
 * The code for failures inside the bundle, for Node and tests. A failure needs no import, so its outcome is synchronous.
 */
import * as failures from "./failures.ts"

export type Failures = typeof failures

export const initialFailures = failures

export const importFailures = () => Promise.resolve(failures)
