/** Runs the tests of a plan in this process. `npm run mutate` starts it, and restarts it when a mutant hangs. */
import { writeFileSync } from "node:fs"
import { dirname, relative, resolve } from "node:path"
import { createVitest, type TestSpecification } from "vitest/node"
import { inProcess, setupFiles } from "../../vitest.config.ts"
import { instrument } from "./instrument.ts"
import { type Plan, planVariable, readLog, readPlan, write } from "./plan.ts"

const plan = readPlan()
const firstIds = new Map(plan.modules.map(({ firstId, path }) => [resolve(plan.root, path), firstId]))

const mutants = {
  name: "mutants",
  enforce: "pre" as const,
  transform: (code: string, id: string) => {
    const firstId = firstIds.get(id.split("?")[0]!)
    return firstId === undefined ? null : { code: instrument(code, firstId).code, map: null }
  }
}

// Tests of the same folder find most mutants. Tests with a DOM or many random steps are slow.
const firstFolders = [plan.ownTests, ...plan.relatedTests]
const lastFolders = ["test/react/", "test/examples/", "test/recordings/", "test/model/"]
const rank = (file: string): number => {
  const isIn = (folder: string) => file.startsWith(folder)
  const first = firstFolders.findIndex(isIn)
  return first === -1 ? firstFolders.length + 1 + lastFolders.findIndex(isIn) : first
}
const fileOf = ({ moduleId }: TestSpecification): string => relative(plan.root, moduleId)
/** The test files that import a module, best ones first, used while modules are reloaded for each mutant. */
let chosen: ReadonlyArray<string> = []
const sortByFolder = (specs: ReadonlyArray<TestSpecification>): Array<TestSpecification> =>
  specs.toSorted((a, b) =>
    chosen.indexOf(fileOf(a)) - chosen.indexOf(fileOf(b)) || rank(fileOf(a)) - rank(fileOf(b)) ||
    fileOf(a).localeCompare(fileOf(b))
  )

class Sequencer {
  shard(specs: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return Promise.resolve(specs)
  }
  sort(specs: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return Promise.resolve(sortByFolder(specs))
  }
}

const vitest = await createVitest("test", {
  config: false,
  root: plan.root,
  include: [...plan.include],
  watch: false,
  bail: plan.phase === "modules" ? 1 : 0,
  isolate: false,
  // A cache on disk could contain modules with mutants of another folder.
  fsModuleCache: false,
  pool: "forks",
  maxWorkers: 1,
  fileParallelism: false,
  testTimeout: 120_000,
  reporters: [{}],
  dangerouslyIgnoreUnhandledErrors: true,
  disableConsoleIntercept: true,
  setupFiles,
  runner: resolve(import.meta.dirname, "Runner.ts"),
  sequence: { sequencer: Sequencer }
}, {
  ...inProcess,
  plugins: [mutants],
  // Separate from the cache of other runs, which contains modules without mutants.
  cacheDir: resolve(dirname(plan.log), "vite")
})

const specs = await vitest.globTestSpecifications()
if (plan.phase === "calls") await vitest.runTestSpecifications(specs, true)
else await runModules()
await vitest.close()
process.exit(0)

/** Reloads all modules for each mutant that is executed during loading, and runs the tests that import the module. */
async function runModules(): Promise<void> {
  const tests = readLog(plan.log).filter((entry) => entry.type === "test")
  for (const id of plan.ids) {
    const module = plan.modules.findLast(({ firstId }) => firstId <= id)!
    const next = plan.modules[plan.modules.indexOf(module) + 1]?.firstId ?? Infinity
    const files = new Map<string, { hits: number; millis: number }>()
    for (const { file, hits, millis } of tests) {
      const sum = files.get(file) ?? { hits: 0, millis: 0 }
      sum.hits += hits.filter((hit) => hit >= module.firstId && hit < next).length
      sum.millis += millis
      files.set(file, sum)
    }
    const found: Array<string> = []
    let millis = 0
    const isOwn = (file: string) => file.startsWith(plan.ownTests)
    const byUse = [...files].filter(([file, { hits }]) => hits > 0 || isOwn(file))
      .toSorted(([a, one], [b, other]) =>
        Number(isOwn(b)) - Number(isOwn(a)) || other.hits / (other.millis + 1) - one.hits / (one.millis + 1)
      )
    for (const [file, sum] of byUse) {
      if (millis > plan.budgetMillis) break
      millis += sum.millis
      found.push(file)
    }
    chosen = found
    const single: Plan = { ...plan, ids: [id] }
    writeFileSync(process.env[planVariable]!, JSON.stringify(single))
    write(plan.log, { type: "begin", mutant: id, test: "modules" })
    const { testModules } = await vitest.runTestSpecifications(
      specs.filter(({ moduleId }) => chosen.includes(relative(plan.root, moduleId))),
      false
    )
    const isKilled = readLog(plan.log).some((entry) => entry.type === "kill" && entry.mutant === id)
    const broken = testModules.find((module) => module.state() === "failed")
    if (!isKilled && broken !== undefined) {
      write(plan.log, { type: "kill", mutant: id, test: relative(plan.root, broken.moduleId), isTimeout: false })
    } else if (!isKilled) write(plan.log, { type: "survive", mutant: id, millis })
  }
}
