/** The description of calls that a replay skips. */

/** Returns a clause for the number of skipped calls; `undefined` for none. */
export const describeSkipped = (skipped: number): string | undefined =>
  skipped === 0
    ? undefined
    : skipped === 1
    ? "1 call is incomplete and was left out"
    : `${skipped} calls are incomplete and were left out`
