/** Compares the sizes of a bundle with its budget. */
import type { Budget } from "./budgets.ts"
import type { Measured } from "./measure.ts"

type Sizes = Pick<Measured, "kB" | "laterKB"> & Partial<Pick<Measured, "sizeOf">>

/** Returns a message for each size that exceeds the budget. Sizes without a limit are not compared. */
export const findOverruns = (budget: Budget, bundled: Sizes, external: Sizes): ReadonlyArray<string> => {
  const sizes = [
    ["bundled", bundled.kB, budget.bundled],
    ["external", external.kB, budget.external],
    ["later", bundled.laterKB, budget.laterKB],
    ["loaded", budget.loads && bundled.sizeOf?.(budget.loads.modules) || 0, budget.loads?.kB]
  ] as const
  return sizes.flatMap(([kind, kB, limit]) =>
    limit === undefined || kB <= limit
      ? []
      : [`${budget.fixture}, ${kind}: ${kB.toFixed(1)} kB, ${(kB - limit).toFixed(2)} over ${limit}`]
  )
}
