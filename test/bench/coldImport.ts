/** The time a fresh process takes to import a file. */
import { spawnSync } from "node:child_process"
import type { ImportTime } from "./measure.ts"

/** Prints the elapsed time and the processor time. */
const script = (url: string) => `
  const before = process.cpuUsage()
  const start = performance.now()
  await import(${JSON.stringify(url)})
  const inside = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify([inside, (user + system) / 1000]))
`

/** Imports a file in fresh processes, alternating with processes that import nothing. Each time is the median. */
export const coldImport = (file: URL, rounds = 9): ImportTime => {
  const run = (url: string) => {
    const start = performance.now()
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script(url)], {
      encoding: "utf8"
    })
    const whole = performance.now() - start
    if (status !== 0) throw new Error(stderr)
    // Sound: the script prints this.
    const [inside, processor] = JSON.parse(stdout) as [number, number]
    return { inside, whole, processor }
  }
  const nothing = "data:text/javascript,"
  run(file.href)
  const times = Array.from({ length: rounds }, () => {
    const { whole } = run(nothing)
    const time = run(file.href)
    return { ...time, whole: time.whole - whole }
  })
  const median = (of: (time: ImportTime) => number) => times.map(of).toSorted((a, b) => a - b)[rounds >> 1]!
  return {
    inside: median(({ inside }) => inside),
    whole: median(({ whole }) => whole),
    processor: median(({ processor }) => processor)
  }
}
