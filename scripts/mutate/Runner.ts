/**
 * A Vitest runner that repeats each test with every mutant it executes, one at a time, in one process. Modules are
 * loaded only once.
 */
import { existsSync, utimesSync } from "node:fs"
import { relative } from "node:path"
import { performance } from "node:perf_hooks"
import { type RunnerTestCase, TestRunner } from "vitest"
import { switchName } from "./instrument.ts"
import { type Entry, readLog, readPlan, write } from "./plan.ts"

const plan = readPlan()
const log = (entry: Entry): void => write(plan.log, entry)

// Saved, because tests may replace the global timers.
const { clearInterval, setInterval, setTimeout } = globalThis
const tickMillis = 25

const killed = new Set<number>()
const spent = new Map<number, number>()
const done = new Set<string>()
const times = new Map<string, number>()
for (const entry of readLog(plan.log)) {
  if (entry.type === "kill") killed.add(entry.mutant)
  if (entry.type === "survive") spent.set(entry.mutant, (spent.get(entry.mutant) ?? 0) + entry.millis)
  if (entry.type === "done" && entry.round === plan.toMillis) done.add(entry.test)
  if (entry.type === "test") times.set(entry.test, entry.millis)
}
const live = new Set(plan.ids.filter((id) => !killed.has(id)))

let active = plan.phase === "modules" ? plan.ids[0]! : 0
let hits: Set<number> | undefined = new Set()
let count = 0
let limit = Infinity

Object.defineProperty(globalThis, switchName, {
  configurable: true,
  value: (id: number): boolean => {
    if (++count > limit) throw new Error("The mutant does not come to an end")
    hits?.add(id)
    return id === active
  }
})

// The supervisor considers a process stuck when its log is no longer touched.
setInterval(() => {
  if (existsSync(plan.log)) utimesSync(plan.log, new Date(), new Date())
}, 5000).unref()

interface Attempt {
  readonly error: unknown
  readonly hasFailed: boolean
  readonly isTimeout: boolean
  readonly millis: number
  readonly idleTicks: number
  readonly count: number
}

interface Limits {
  readonly idleTicks: number
  readonly millis: number
  readonly count: number
}

const generous: Limits = { idleTicks: 1200, millis: 60_000, count: Infinity }

export default class Runner extends TestRunner {
  override onAfterRunFiles(files: Parameters<TestRunner["onAfterRunFiles"]>[0]): void {
    super.onAfterRunFiles(files)
    hits = new Set()
  }

  onCollected(): void {
    if (hits !== undefined && hits.size > 0) log({ type: "load", hits: [...hits] })
    hits = undefined
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const name = `${relative(plan.root, test.file.filepath)} > ${fullName(test)}`
    if (plan.phase === "modules") return this.#runOnce(test, name)
    const known = times.get(name)
    if (live.size === 0 || done.has(name) || (known !== undefined && known < plan.fromMillis)) return
    const isOwn = name.startsWith(plan.ownTests)
    if (known !== undefined && known > plan.toMillis) return

    hits = new Set()
    const first = await attempt(test, 0, generous)
    const executed = hits
    hits = undefined
    if (first.hasFailed) {
      log({ type: "red", test: name, error: String(first.error) })
      throw first.error
    }
    if (known === undefined) {
      const file = relative(plan.root, test.file.filepath)
      log({ type: "test", test: name, file, millis: first.millis, hits: [...executed] })
      times.set(name, first.millis)
      if (first.millis > plan.toMillis || first.millis < plan.fromMillis) return
    }
    const limits = {
      idleTicks: 16 + 3 * first.idleTicks,
      millis: 5000 + 10 * first.millis,
      count: 50_000 + 20 * first.count
    }
    for (const mutant of executed) {
      if (!live.has(mutant)) continue
      if (!isOwn && (spent.get(mutant) ?? 0) > plan.budgetMillis) continue
      log({ type: "begin", mutant, test: name })
      const result = await attempt(test, mutant, limits)
      if (!result.hasFailed) {
        // Tests of the mutated folder do not count towards the budget.
        const millis = isOwn ? 0 : result.millis
        log({ type: "survive", mutant, millis })
        spent.set(mutant, (spent.get(mutant) ?? 0) + millis)
        continue
      }
      log({ type: "kill", mutant, test: name, isTimeout: result.isTimeout })
      live.delete(mutant)
      if ((await attempt(test, 0, generous)).hasFailed && (await attempt(test, 0, generous)).hasFailed) {
        log({ type: "spoiled", test: name, mutant })
        // A new process continues with the rest of this test.
        process.exit(1)
      }
    }
    log({ type: "done", test: name, round: plan.toMillis })
  }

  async #runOnce(test: RunnerTestCase, name: string): Promise<void> {
    const mutant = plan.ids[0]!
    if (!live.has(mutant)) return
    const result = await attempt(test, mutant, {
      idleTicks: 40 + 3 * ((times.get(name) ?? 0) / tickMillis),
      millis: 20_000,
      count: 5e6
    })
    if (!result.hasFailed) return
    log({ type: "kill", mutant, test: name, isTimeout: result.isTimeout })
    live.delete(mutant)
    throw result.error
  }
}

const fullName = (task: RunnerTestCase): string => {
  const names = [task.name]
  for (let suite = task.suite; suite !== undefined && suite.name !== ""; suite = suite.suite) names.unshift(suite.name)
  return names.join(" > ")
}

/**
 * Runs a test with one active mutant, or with none if `mutant` is 0. A test fails if it exceeds the time limit, or if
 * it waits for an event that never comes.
 */
async function attempt(test: RunnerTestCase, mutant: number, limits: Limits): Promise<Attempt> {
  const controller = new AbortController()
  Object.assign(test.context, { signal: controller.signal })
  active = mutant
  count = 0
  limit = limits.count
  let idleTicks = 0
  let usage = performance.eventLoopUtilization()
  const start = performance.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setInterval(() => {
      const now = performance.eventLoopUtilization()
      if (performance.eventLoopUtilization(now, usage).utilization < 0.3) idleTicks++
      usage = now
      if (idleTicks > limits.idleTicks || performance.now() - start > limits.millis) resolve("timeout")
    }, tickMillis)
  })
  const run = (async () => TestRunner.getTestFn(test)())().then(() => undefined, (error: unknown) => ({ error }))
  const result = await Promise.race([run, timeout])
  clearInterval(timer)
  const millis = performance.now() - start
  const counted = count
  if (result === "timeout") controller.abort()
  active = 0
  limit = Infinity
  await Promise.race([finish(test), new Promise((resolve) => setTimeout(resolve, 1000))])
  return {
    error: typeof result === "object" ? result.error : result,
    hasFailed: result !== undefined,
    isTimeout: result === "timeout" || counted > limits.count,
    millis,
    idleTicks,
    count: counted
  }
}

/** Runs the `onTestFinished` hooks after each repetition. Vitest itself runs them once, after the last one. */
async function finish(test: RunnerTestCase): Promise<void> {
  // The field is missing in Vitest's types. It is `undefined` if the test has registered no hooks.
  const { onFinished } = test as { onFinished?: Array<(context: RunnerTestCase["context"]) => unknown> }
  for (const hook of (onFinished?.splice(0) ?? []).toReversed()) {
    await Promise.resolve(test.context).then(hook).catch(() => {})
  }
}
