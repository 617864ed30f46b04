/**
 * A separate program that creates and disposes thousands of clients. `lives.memory.ts` runs it with a measurable heap. It prints
 * the remaining memory as JSON. With the argument `leak`, every client leaves one subscription open.
 */
import { makeLives } from "./makeLives.ts"

const isLeaking = process.argv[2] === "leak"
const rounds = 5
const livesPerRound = 130

const { countFibers, countListeners, kinds, run } = makeLives(isLeaking)

const gc = globalThis.gc!
/** The heap size in bytes after queued tasks ran and garbage was collected. */
const weigh = async (): Promise<number> => {
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    gc()
  }
  return process.memoryUsage().heapUsed
}

/** The median of the slopes between all pairs, which is robust to outliers (Theil–Sen). */
const slopeOf = (weights: ReadonlyArray<number>): number => {
  const slopes = weights.flatMap((a, i) => weights.slice(i + 1).map((b, j) => (b - a) / (j + 1))).sort((a, b) => a - b)
  return slopes[slopes.length >> 1]! / livesPerRound
}

const results: Record<string, object> = {}
for (const [kind, life] of Object.entries(kinds)) {
  if (isLeaking && kind !== "memory" && kind !== "storage") continue
  const weights: Array<number> = []
  for (let round = 0; round < rounds + 3; round++) {
    for (let i = 0; i < livesPerRound; i++) await run(life)
    // The first rounds compile code and grow tables.
    const weight = await weigh()
    if (round >= 3) weights.push(weight)
  }
  results[kind] = {
    lives: (rounds + 3) * livesPerRound,
    fibers: countFibers(),
    listeners: countListeners(),
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
    bytesPerLife: slopeOf(weights)
  }
}
process.stdout.write(JSON.stringify(results))
process.exit(0)
