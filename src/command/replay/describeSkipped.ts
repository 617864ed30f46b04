/**
 * The calls that a replay leaves out.
 *
 * @since 0.1.0
 */

/**
 * Returns a clause for the number of calls that were left out; `undefined` for none.
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
