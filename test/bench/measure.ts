/** Timing for the benchmarks. */

export interface Timed {
  /** Microseconds per call: the median over the rounds. */
  readonly median: number
  /** The quartiles, which show the spread between rounds. */
  readonly quartiles: readonly [lower: number, upper: number]
}

/**
 * Times several variants in turn, so that other load on the machine affects all of them equally. Each round runs every variant
 * for `calls` calls. The first two rounds warm up and are discarded.
 */
export const inTurns = async <K extends string>(
  ways: Record<K, (calls: number) => Promise<unknown>>,
  options: { readonly rounds: number; readonly calls: number }
): Promise<Record<K, ReadonlyArray<number>>> => {
  const names = Object.keys(ways) as Array<K>
  const times = Object.fromEntries(names.map((name) => [name, [] as Array<number>])) as Record<K, Array<number>>
  for (let round = -2; round < options.rounds; round++) {
    for (const name of names) {
      const start = performance.now()
      await ways[name](options.calls)
      const each = (performance.now() - start) * 1000 / options.calls
      if (round >= 0) times[name].push(each)
    }
  }
  return times
}

export const timed = (values: ReadonlyArray<number>): Timed => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { median: at(0.5), quartiles: [at(0.25), at(0.75)] }
}

/** The cost of one variant over another, from the differences within each round. */
export const difference = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): Timed =>
  timed(one.map((value, round) => value - other[round]!))

export const report = (name: string, { median, quartiles }: Timed, hold?: number): void => {
  const spread = `(${quartiles[0].toFixed(1)} … ${quartiles[1].toFixed(1)})`
  const target = hold === undefined ? "" : `hold ${hold}${median <= hold ? "" : "  ← over"}`
  console.log(`${name.padEnd(44)}${median.toFixed(1).padStart(8)} µs  ${spread.padEnd(20)}${target}`)
}

/** The time of an import, in milliseconds. */
export interface ImportTime {
  /** Until the import completed. */
  readonly inside: number
  /** The whole process, minus one that imports nothing. */
  readonly whole: number
  /** The processor time. */
  readonly processor: number
}

export const reportImport = (name: string, { inside, processor, whole }: ImportTime, hold?: number): void => {
  const target = hold === undefined ? "" : `hold ${hold}${inside <= hold ? "" : "  ← over"}`
  const others = `(whole ${whole.toFixed(0)}, processor ${processor.toFixed(0)})`
  console.log(`  ${name.padEnd(42)}${inside.toFixed(1).padStart(8)} ms  ${others.padEnd(30)}${target}`)
}
