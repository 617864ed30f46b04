/**
 * The number of runs of each property test, with fast-check or a random sequence. A default finds the bugs that its property
 * exists for, and `PROPERTY_RUNS=100 npm test -- <path>` runs 100 times as many.
 */
const setting = process.env["PROPERTY_RUNS"] ?? "1"
const factor = Number(setting)
if (!(factor >= 1 && Number.isFinite(factor))) {
  throw new Error(`PROPERTY_RUNS is "${setting}". Set it to a number of at least 1, which multiplies the default runs.`)
}

/** `true` if `PROPERTY_RUNS` sets more runs than the default. */
export const isRaised = factor > 1

/** Returns the number of runs of a property whose default is `usual`. */
export const runsOf = (usual: number): number => Math.ceil(usual * factor)
