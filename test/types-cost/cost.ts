/**
 * The library's cost for a type checker: `npm run types:cost`, after `npm run build`. Counts the type instantiations of a file
 * that uses only Effect, and of files that import and call the library, against the published declarations. Instantiations do
 * not depend on the machine, so the budget is exact. `--write` writes the counts into `docs/figures/types.json`.
 */
import { spawnSync } from "node:child_process"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { writeFigures } from "../../scripts/figures.ts"

/** Instantiations that importing the library and calling five functions may add to using Effect. */
const budget = 3000

/** The same for five calls of the Promise client. */
const promiseBudget = 1400

const tsc = resolve(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc")
// As in an application: the published declarations, not the sources.
const options = [
  "--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck",
  "--target es2022 --module nodenext --lib es2023,dom,dom.iterable",
  "--singleThreaded --extendedDiagnostics"
].join(" ").split(" ")

const base = instantiations("base.ts")
const calls = instantiations("calls.ts") - base
const program = instantiations("program.ts") - base
const promises = instantiations("promise.ts") - base
console.log(`Effect, imported and used alone    ${base} instantiations`)
console.log(`five calls                       +${calls}`)
console.log(`five calls in a generator        +${program}, with Effect.gen, catchTag and provide; at most ${budget}`)
console.log(`five calls that return promises   +${promises}; at most ${promiseBudget}`)
if (process.argv.includes("--write")) {
  writeFigures("types", "npm run types:cost -- --write", {
    instantiations: { calls, generator: program, promises }
  })
}
const excess = Math.max(calls - budget, program - budget, promises - promiseBudget)
if (excess > 0) {
  console.error(`over budget by ${excess} instantiations`)
  process.exitCode = 1
}

function instantiations(file: string): number {
  const run = spawnSync(process.execPath, [tsc, ...options, resolve(import.meta.dirname, file)], { encoding: "utf8" })
  const count = /^Instantiations:\s+(\d+)/m.exec(run.stdout)?.[1]
  if (run.status !== 0 || count === undefined) throw new Error(`${file} does not compile:\n${run.stdout}${run.stderr}`)
  return Number(count)
}
