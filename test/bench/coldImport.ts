/** The time a fresh process takes to import a file. */
import { spawnSync } from "node:child_process"
import { summarize, type Summary } from "./measure.ts"

/** The time of an import, in milliseconds. */
export interface ImportTime {
  /** The processor time of all threads of the process. */
  readonly processor: Summary
  /** Elapsed time, until the import completed. */
  readonly wall: Summary
}

/** Prints the processor time and the elapsed time. */
const script = (url: string) => `
  const before = process.cpuUsage()
  const start = performance.now()
  await import(${JSON.stringify(url)})
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify([(user + system) / 1000, wall]))
  process.exit(0)
`

/** Imports a file in fresh processes, and a first time so that it is in the cache of the file system. */
export const coldImport = (file: URL, rounds = 9): ImportTime => {
  const run = () => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script(file.href)],
      { encoding: "utf8" }
    )
    if (status !== 0) throw new Error(stderr)
    // Sound: the script prints this.
    return JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as [processor: number, wall: number]
  }
  run()
  const times = Array.from({ length: rounds }, run)
  return { processor: summarize(times.map(([time]) => time)), wall: summarize(times.map(([, time]) => time)) }
}
