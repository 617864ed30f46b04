/**
 * Runs the steps of CI after the installation, as `.ci/run` does, several at the same time. Prints the output of a step when it
 * ends. At the end, prints the last lines of failed steps again, and all times, slowest first.
 *
 * `npm exec -- node scripts/ci.ts size start` runs only these steps and those that they need.
 */
import { spawn } from "node:child_process"
import { availableParallelism, totalmem } from "node:os"
import { projects } from "./projects.ts"
import { root } from "./repository.ts"

interface Step {
  readonly name: string
  /** The arguments of npm. */
  readonly npm: ReadonlyArray<string>
  /** Steps that must have passed before. */
  readonly after: ReadonlyArray<string>
}

const script = (name: string, args: ReadonlyArray<string>, ...after: ReadonlyArray<string>): Step => ({
  name,
  npm: ["run", name, ...args.length > 0 ? ["--", ...args] : []],
  after
})

const project = (name: string, ...after: ReadonlyArray<string>): Step => ({
  name: `--project ${name}`,
  npm: ["test", "--", "--project", name],
  after
})

/** In the order in which they start: the slowest first, so that none is left alone at the end. */
const parallel: ReadonlyArray<Step> = [
  project("browser"),
  script("build", []),
  { name: "test", npm: ["test"], after: [] },
  script("docs", []),
  project("processes", "build"),
  project("next", "build"),
  script("check", []),
  project("react-18"),
  script("test:init", ["vite"], "build"),
  script("check:install", [], "build"),
  script("test:playwright", []),
  project("memory"),
  project("redis"),
  project("docs", "build", "docs"),
  project("hosts"),
  script("test:native", []),
  script("size", [], "build"),
  script("types:cost", [], "build"),
  script("lint:package", [], "build"),
  { name: "start", npm: ["start"], after: [] }
]

// Alone, since other programs slow the pages down.
const steps: ReadonlyArray<Step> = [...parallel, script("docs:lighthouse", [], ...parallel.map(({ name }) => name))]

/** Returns the step with a name. */
const stepNamed = (name: string): Step => {
  const step = steps.find((step) => step.name === name)
  if (step !== undefined) return step
  throw new Error(`There is no step "${name}". The steps: ${steps.map(({ name }) => name).join(", ")}`)
}

/** Returns a step and the steps that it needs. */
const withNeeded = (name: string): ReadonlyArray<string> => [name, ...stepNamed(name).after.flatMap(withNeeded)]

// Each project is a step.
for (const name of Object.keys(projects)) stepNamed(name === "unit" ? "test" : `--project ${name}`)

const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** The number of steps that run at the same time: one per processor, if each has 4 GB of memory. More save no time. */
const lanes = Math.max(1, Math.min(availableParallelism(), Math.floor(memory / 4e9)))

interface Outcome {
  readonly name: string
  readonly seconds: number
  readonly isPassed: boolean
  /** The last lines of the output. */
  readonly end: string
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 1000)

/** The output of the running steps. */
const outputs = new Map<string, Array<Buffer>>()

/** Prints the output of a step, and returns its last lines. */
const printOutput = (name: string): string => {
  const output = Buffer.concat(outputs.get(name) ?? []).toString()
  process.stdout.write(`\n=== ${name}\n${output}`)
  outputs.delete(name)
  return output.trimEnd().split("\n").slice(-60).join("\n")
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const name of outputs.keys()) printOutput(name)
    console.log(`\nended by ${signal}`)
    process.exit(1)
  })
}

const run = (step: Step): Promise<Outcome> =>
  new Promise((resolve) => {
    const start = performance.now()
    const output: Array<Buffer> = []
    outputs.set(step.name, output)
    console.log(`${step.name}: started`)
    const child = spawn("npm", step.npm, {
      cwd: root,
      env: {
        ...process.env,
        // Tests that need a browser or Redis fail in CI instead of being skipped.
        CI: "true",
        // Packages that a step installed serve the others.
        npm_config_prefer_offline: "true",
        // Other steps use the other processors.
        VITEST_MAX_WORKERS: String(Math.floor(availableParallelism() / lanes))
      },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32"
    })
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk))
    const end = (isPassed: boolean) => {
      // A child that cannot start may report an error and its end.
      if (!outputs.has(step.name)) return
      const seconds = secondsSince(start)
      const last = printOutput(step.name)
      console.log(`--- ${step.name}: ${isPassed ? "passed" : "FAILED"} in ${seconds}s`)
      resolve({ name: step.name, seconds, isPassed, end: last })
    }
    child.on("error", (error) => {
      console.error(error)
      end(false)
    })
    child.on("close", (code) => end(code === 0))
  })

/** Runs steps until all have ended. After a failure, no further step starts. */
const runAll = async (wanted: ReadonlyArray<Step>): Promise<ReadonlyArray<Outcome>> => {
  const waiting = [...wanted]
  const running = new Map<string, Promise<Outcome>>()
  const outcomes: Array<Outcome> = []
  const isReady = ({ after }: Step) =>
    after.every((name) => ![...waiting.map(({ name }) => name), ...running.keys()].includes(name))
  for (;;) {
    const hasFailed = outcomes.some(({ isPassed }) => !isPassed)
    const next = hasFailed || running.size >= lanes ? -1 : waiting.findIndex(isReady)
    if (next >= 0) {
      const [step] = waiting.splice(next, 1)
      running.set(step!.name, run(step!))
    } else if (running.size > 0) {
      const outcome = await Promise.race(running.values())
      running.delete(outcome.name)
      outcomes.push(outcome)
    } else return outcomes
  }
}

const names = process.argv.slice(2).flatMap(withNeeded)
const wanted = names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name))

const start = performance.now()
const outcomes = await runAll(wanted)
// A log that is cut off has its end, at least. A step that failed early would be far above.
for (const { end, isPassed, name } of outcomes) if (!isPassed) console.log(`\n=== the end of ${name}\n${end}`)
console.log(`\n${lanes} steps at a time`)
for (const { isPassed, name, seconds } of outcomes.toSorted((a, b) => b.seconds - a.seconds)) {
  console.log(`${String(seconds).padStart(6)}s  ${name}${isPassed ? "" : "  FAILED"}`)
}
for (const { name } of wanted) {
  if (!outcomes.some((outcome) => outcome.name === name)) console.log(`         ${name}: did not start`)
}
const sum = outcomes.reduce((total, { seconds }) => total + seconds, 0)
console.log(`${String(sum).padStart(6)}s  sum of ${outcomes.length} steps, in ${secondsSince(start)}s`)
process.exitCode = outcomes.length === wanted.length && outcomes.every(({ isPassed }) => isPassed) ? 0 : 1
