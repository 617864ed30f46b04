/** The mutation score of a folder, and the list of survivors. */
import type { Result, Status } from "./measure.ts"

const found: ReadonlyArray<Status> = ["killed", "hung", "refused"]

/** Returns the percentage of mutants found by tests or the compiler, without equivalent ones. */
export const scoreOf = (results: ReadonlyArray<Result>): number => {
  const counted = results.filter(({ status }) => status !== "equivalent")
  return counted.length === 0
    ? 100
    : 100 * counted.filter(({ status }) => found.includes(status)).length / counted.length
}

/** Returns the survivors, one paragraph each, followed by the score. */
export const summary = (folder: string, results: ReadonlyArray<Result>): string => {
  const count = (status: Status) => results.filter((result) => result.status === status).length
  const left = results.filter(({ status }) => status === "survived" || status === "uncovered")
  return [
    ...left.map(({ fault, status }) =>
      `${fault.file}:${fault.line} ${status}, ${fault.mutant.operator}\n    ${fault.code}\n    ${fault.change}`
    ),
    `${folder}: ${scoreOf(results).toFixed(1)} % of ${results.length - count("equivalent")} mutants found: ` +
    `${count("killed")} by a failing test, ${count("hung")} by one that does not end, ${
      count("refused")
    } by the compiler; ` +
    `${count("survived")} survived, ${count("uncovered")} run in no test; ${count("equivalent")} more are equivalent`
  ].join("\n")
}
