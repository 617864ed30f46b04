/**
 * The description of calls that a replay skips.
 *
 * @since 0.1.0
 */

/**
 * Returns a clause for the number of skipped calls; `undefined` for none.
 *
 * @category formatting
 * @since 0.1.0
 */
export const describeSkipped = (skipped: number): string | undefined =>
  skipped === 0
    ? undefined
    : skipped === 1
    ? "1 call is incomplete and was left out"
    : `${skipped} calls are incomplete and were left out`
