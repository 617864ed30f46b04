/** Times of the benchmarks, and their statistics. */

/** The cost of one call, in microseconds. */
export interface Cost {
  /** Processor time of the main thread, where the client runs. */
  readonly processor: number
  /** Elapsed time, with the wait for the response. */
  readonly wall: number
}

/** The distribution of a value over the rounds. */
export interface Summary {
  readonly median: number
  /** The lower and the upper quartile: the spread between rounds. */
  readonly quartiles: readonly [lower: number, upper: number]
}

/** Runs a variant `calls` times. */
export type Variant = (calls: number) => Promise<unknown>

/** The rounds that run before the measured ones, so that the code is compiled. */
const warmUpRounds = 3

/**
 * Measures several variants in turn, so that other load on the machine affects all of them equally. Each round runs every
 * variant for `calls` calls, and starts with another one.
 */
export const measureInTurns = async <K extends string>(
  variants: Readonly<Record<K, Variant>>,
  options: { readonly rounds: number; readonly calls: number }
): Promise<Record<K, ReadonlyArray<Cost>>> => {
  // Sound: `K` is the type of the keys.
  const names = Object.keys(variants) as Array<K>
  const costs = Object.fromEntries(names.map((name) => [name, [] as Array<Cost>])) as Record<K, Array<Cost>>
  for (let round = -warmUpRounds; round < options.rounds; round++) {
    for (const name of rotate(names, round + warmUpRounds)) {
      const cost = await measureCost(variants[name], options.calls)
      if (round >= 0) costs[name].push(cost)
    }
  }
  return costs
}

const measureCost = async (variant: Variant, calls: number): Promise<Cost> => {
  const before = readProcessorTime()
  const start = performance.now()
  await variant(calls)
  const wall = performance.now() - start
  return { processor: (readProcessorTime() - before) / calls, wall: wall * 1000 / calls }
}

/**
 * Returns the processor time of this thread, in microseconds. Linux updates it when the thread stops running, and otherwise
 * every 4 ms, so the thread pauses first.
 */
const readProcessorTime = (): number => {
  Atomics.wait(neverNotified, 0, 0, 0.01)
  const { system, user } = process.threadCpuUsage()
  return user + system
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Returns the values in the same cyclic order, starting at an index. */
export const rotate = <A>(values: ReadonlyArray<A>, start: number): ReadonlyArray<A> => {
  const first = start % values.length
  return [...values.slice(first), ...values.slice(0, first)]
}

/** Returns the median and the quartiles of one or more values. */
export const summarize = (values: ReadonlyArray<number>): Summary => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { median: at(0.5), quartiles: [at(0.25), at(0.75)] }
}

/** Returns the cost of one variant over another, round by round. */
export const subtract = (costs: ReadonlyArray<Cost>, others: ReadonlyArray<Cost>): ReadonlyArray<Cost> =>
  costs.map(({ processor, wall }, round) => ({
    processor: processor - others[round]!.processor,
    wall: wall - others[round]!.wall
  }))
