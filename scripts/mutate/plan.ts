/** The plan of a test process and the log of its results. Both survive if the process hangs. */
import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** The environment variable with the path of the plan file. */
export const planVariable = "MUTATE_PLAN"

export interface Plan {
  readonly root: string
  /** The mutated modules relative to `root`, with the number of their first mutant. */
  readonly modules: ReadonlyArray<{ readonly path: string; readonly firstId: number }>
  /** The folder whose tests run first and without a time limit. */
  readonly ownTests: string
  /** The folders whose tests run next. */
  readonly relatedTests: ReadonlyArray<string>
  readonly include: ReadonlyArray<string>
  /** The mutants to try. */
  readonly ids: ReadonlyArray<number>
  readonly log: string
  /** `calls` switches mutants during tests; `modules` reloads all modules for each mutant. */
  readonly phase: "calls" | "modules"
  /** Faster tests were part of an earlier round, in milliseconds. */
  readonly fromMillis: number
  /** Slower tests are part of the next round, in milliseconds. */
  readonly toMillis: number
  /** The time limit per mutant for tests outside `ownTests`, in milliseconds. */
  readonly budgetMillis: number
}

/** An entry of the log. */
export type Entry =
  /** A test passes without a mutant and executes these mutants. */
  | {
    readonly type: "test"
    readonly test: string
    readonly file: string
    readonly millis: number
    readonly hits: ReadonlyArray<number>
  }
  /** All mutants of this round were tried with a test. */
  | { readonly type: "done"; readonly test: string; readonly round: number }
  /** A test fails without a mutant. */
  | { readonly type: "red"; readonly test: string; readonly error: string }
  | { readonly type: "begin"; readonly mutant: number; readonly test: string }
  | { readonly type: "survive"; readonly mutant: number; readonly millis: number }
  | { readonly type: "kill"; readonly mutant: number; readonly test: string; readonly isTimeout: boolean }
  /** A test still fails after its mutant is inactive, so the process must restart. */
  | { readonly type: "spoiled"; readonly test: string; readonly mutant: number }
  /** The mutants that were executed while the modules were loaded. */
  | { readonly type: "load"; readonly hits: ReadonlyArray<number> }

/** Reads the plan of this process. */
export const readPlan = (): Plan => {
  const path = process.env[planVariable]
  if (path === undefined) throw new Error(`${planVariable} is undefined. Run this by npm run mutate.`)
  return JSON.parse(readFileSync(path, "utf8"))
}

/** Appends an entry to the log. */
export const write = (log: string, entry: Entry): void => appendFileSync(log, `${JSON.stringify(entry)}\n`)

/** Reads the log. An incomplete last line of a killed process is ignored. */
export const readLog = (log: string): ReadonlyArray<Entry> =>
  existsSync(log)
    ? readFileSync(log, "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line))
    : []
