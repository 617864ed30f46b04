/** What a process with tests is asked to do, and the log that it writes: both outlive a process that hangs. */
import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** The environment variable with the path of the plan's file. */
export const planVariable = "MUTATE_PLAN"

export interface Plan {
  readonly root: string
  /** The modules that are mutated, relative to `root`, with the number of their first mutant. */
  readonly modules: ReadonlyArray<{ readonly path: string; readonly firstId: number }>
  /** The folder whose tests run first, and are never left out. */
  readonly ownTests: string
  /** The folders whose tests run next. */
  readonly relatedTests: ReadonlyArray<string>
  readonly include: ReadonlyArray<string>
  /** The mutants that are tried. */
  readonly ids: ReadonlyArray<number>
  readonly log: string
  /** `calls` switches mutants inside of tests; `modules` loads all modules once for each mutant. */
  readonly phase: "calls" | "modules"
  /** Tests that take less time belong to an earlier round, in milliseconds. */
  readonly fromMillis: number
  /** Tests that take more time are left to the next round, in milliseconds. */
  readonly toMillis: number
  /** The time of tests outside of `ownTests` that one mutant may use, in milliseconds. */
  readonly budgetMillis: number
}

/** One line of the log. */
export type Entry =
  /** A test passes without a mutant, and executes these. */
  | {
    readonly type: "test"
    readonly test: string
    readonly file: string
    readonly millis: number
    readonly hits: ReadonlyArray<number>
  }
  /** All mutants that are due in a test of this round have been tried. */
  | { readonly type: "done"; readonly test: string; readonly round: number }
  /** A test fails without a mutant. */
  | { readonly type: "red"; readonly test: string; readonly error: string }
  | { readonly type: "begin"; readonly mutant: number; readonly test: string }
  | { readonly type: "survive"; readonly mutant: number; readonly millis: number }
  | { readonly type: "kill"; readonly mutant: number; readonly test: string; readonly isTimeout: boolean }
  /** A test that a mutant has made fail goes on failing without it: the process has to start again. */
  | { readonly type: "spoiled"; readonly test: string; readonly mutant: number }
  /** These were executed while modules were loaded. */
  | { readonly type: "load"; readonly hits: ReadonlyArray<number> }

/** Reads the plan that this process belongs to. */
export const readPlan = (): Plan => {
  const path = process.env[planVariable]
  if (path === undefined) throw new Error(`${planVariable} is undefined. Run this by npm run mutate.`)
  return JSON.parse(readFileSync(path, "utf8"))
}

/** Appends one entry to the log. */
export const write = (log: string, entry: Entry): void => appendFileSync(log, `${JSON.stringify(entry)}\n`)

/** Reads the log; a last line that a killed process has not finished is left out. */
export const readLog = (log: string): ReadonlyArray<Entry> =>
  existsSync(log)
    ? readFileSync(log, "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line))
    : []
