/**
 * The number of runs of each property test, with fast-check or a random sequence. A default finds the bugs that its property
 * exists for, and `PROPERTY_RUNS=100 npm test -- <path>` runs 100 times as many.
 */
const factor = Number(process.env["PROPERTY_RUNS"] ?? 1)
if (!(factor > 0 && Number.isFinite(factor))) {
  throw new Error(
    "PROPERTY_RUNS is no positive number. Set the factor by which property tests run more often, such as 100."
  )
}

/** `true` if `PROPERTY_RUNS` sets another number of runs than the default. */
export const isRaised = factor !== 1

/** Returns the number of runs of a property whose default is `usual`. */
export const runsOf = (usual: number): number => Math.ceil(usual * factor)
