/** Measures which mutants of a folder its tests find. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { filesIn } from "../repository.ts"
import { findUncompilable } from "./compile.ts"
import type { Equivalent } from "./equivalents.ts"
import { type Fault, mutantsOf } from "./operators.ts"
import { type Plan, readLog } from "./plan.ts"
import { supervise } from "./supervise.ts"

/** The result of a mutant: how it was found, or why it was not. */
export type Status = "killed" | "hung" | "refused" | "survived" | "uncovered" | "equivalent"

export interface Result {
  readonly fault: Fault
  readonly status: Status
  /** The test that found it. */
  readonly by: string | undefined
}

export interface Options {
  readonly root: string
  /** A folder of `src`. */
  readonly folder: string
  readonly equivalents: ReadonlyArray<Equivalent>
  /** The folder of the log and of the last results. */
  readonly work: string
  /** Selects the faults to try. */
  readonly pick?: (faults: ReadonlyArray<Fault>) => ReadonlyArray<Fault>
  /** Continues an interrupted run. The sources must be unchanged. */
  readonly isContinued?: boolean
  /** The test files, as glob patterns. */
  readonly include: ReadonlyArray<string>
  /** The time limit per mutant for tests of other folders, in milliseconds. */
  readonly budgetMillis: number
}

/** The test folders that use each folder most. */
const related: Record<string, ReadonlyArray<string>> = {
  session: ["test/platform/", "test/promise/", "test/terminal/", "test/model/"],
  call: ["test/session/", "test/promise/"],
  navigation: ["test/pages/", "test/auth/"],
  auth: ["test/pages/", "test/session/", "test/emulator/"],
  cache: ["test/react/", "test/promise/"],
  server: ["test/emulator/", "test/promise/"]
}

/** Faster tests run first, in milliseconds. */
const quickMillis = 200
/** Slower tests do not run with mutants, in milliseconds. */
const slowMillis = 10_000

const oneLine = (code: string): string => {
  const text = code.replace(/\s+/g, " ").trim()
  return text.length > 100 ? `${text.slice(0, 60)} … ${text.slice(-35)}` : text
}

/** Returns all faults of a folder, ordered by module. */
export const faultsIn = async (root: string, folder: string): Promise<ReadonlyArray<Fault>> => {
  const files = await filesIn(join(root, "src", folder), ".ts")
  let id = 0
  return files.flatMap((path) => {
    const code = readFileSync(path, "utf8")
    const lines = code.split("\n")
    return mutantsOf(code).map((mutant) => {
      const line = code.slice(0, mutant.start).split("\n").length
      const before = oneLine(code.slice(mutant.start, mutant.end))
      const after = mutant.replacement === undefined ? "removed" : oneLine(mutant.replacement)
      return {
        id: ++id,
        file: relative(root, path),
        line,
        code: lines[line - 1]!.trim(),
        change: `${before} → ${after}`,
        mutant
      }
    })
  })
}

/** Returns `true` if an entry of the list matches a fault. */
export const isEquivalent = (fault: Fault, entry: Equivalent): boolean =>
  entry.file === fault.file && entry.line === fault.code && entry.change === fault.change

/** Tries the mutants of a folder and returns their results. */
export const measure = async (options: Options): Promise<ReadonlyArray<Result>> => {
  const { budgetMillis, equivalents, folder, root, work } = options
  const all = await faultsIn(root, folder)
  const picked = options.pick?.(all) ?? all
  const isListed = (fault: Fault) => equivalents.some((entry) => isEquivalent(fault, entry))
  const tried = picked.filter((fault) => !isListed(fault))
  const modules = new Map<string, number>()
  for (const { file, id } of all) if (!modules.has(file)) modules.set(file, id)

  mkdirSync(work, { recursive: true })
  const log = join(work, "log.jsonl")
  if (options.isContinued !== true) rmSync(log, { force: true })
  rmSync(join(work, "output.txt"), { force: true })
  const plan: Plan = {
    root,
    modules: Array.from(modules, ([path, firstId]) => ({ path, firstId })),
    ownTests: `test/${folder}/`,
    relatedTests: related[folder] ?? [],
    include: options.include,
    ids: tried.map(({ id }) => id),
    log,
    phase: "calls",
    fromMillis: 0,
    toMillis: quickMillis,
    budgetMillis
  }
  await supervise(plan, work)

  const slow = slowTests(log)
  if (slow.length > 0) {
    await supervise({ ...plan, include: slow, fromMillis: quickMillis, toMillis: slowMillis }, work)
  }

  const loaded = new Set(readLog(log).flatMap((entry) => entry.type === "load" ? entry.hits : []))
  const killed = killsIn(log)
  const ids = plan.ids.filter((id) => loaded.has(id) && !killed.has(id))
  if (ids.length > 0) await supervise({ ...plan, phase: "modules", ids }, work)

  const kills = killsIn(log)
  const covered = new Set(
    readLog(log).flatMap((entry) => entry.type === "test" || entry.type === "load" ? entry.hits : [])
  )
  const codes = new Map(all.map(({ file }) => [file, readFileSync(join(root, file), "utf8")]))
  const left = tried.filter(({ id }) => !kills.has(id))
  const refused = findUncompilable(root, left, (file) => codes.get(file)!, work)
  const results = picked.map((fault): Result => {
    const kill = kills.get(fault.id)
    if (kill !== undefined) return { fault, status: kill.isTimeout ? "hung" : "killed", by: kill.test }
    const status = isListed(fault)
      ? "equivalent"
      : refused.has(fault)
      ? "refused"
      : covered.has(fault.id)
      ? "survived"
      : "uncovered"
    return { fault, status, by: undefined }
  })
  writeFileSync(join(work, "results.json"), JSON.stringify(results, undefined, 1))
  return results
}

const killsIn = (log: string) =>
  new Map(readLog(log).flatMap((entry) => entry.type === "kill" ? [[entry.mutant, entry] as const] : []))

/** Returns the files of slow tests that execute a mutant which no fast test has found. */
const slowTests = (log: string): ReadonlyArray<string> => {
  const kills = killsIn(log)
  const isUseful = (hit: number) => !kills.has(hit)
  return [
    ...new Set(
      readLog(log).flatMap((entry) =>
        entry.type === "test" && entry.millis > quickMillis && entry.hits.some(isUseful) ? [entry.file] : []
      )
    )
  ]
}

/** Reads the results of the last run, if any. */
export const lastResults = (work: string): ReadonlyArray<Result> => {
  const path = join(work, "results.json")
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : []
}
