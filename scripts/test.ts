/**
 * Runs tests. `npm test` runs the project `unit`, and `npm test -- --project <name>` another one. `npm run test:all` runs every
 * test that this machine can run; with arguments, only tests of Vitest. Other arguments are passed to Vitest.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { hasFrameworks, noFrameworks } from "../test/browser/hosts/findFrameworks.ts"
import buildOnce from "../test/support/buildOnce.ts"
import { hasSite, noSite } from "../test/support/findSite.ts"
import { type Need, projects, scripts } from "./projects.ts"
import { root } from "./repository.ts"

const canRun = (need: Need | undefined): boolean => need === undefined || need.isHere()

/** Runs a program, and returns `true` if it succeeds. */
const run = (program: string, args: ReadonlyArray<string>, shell = false): boolean =>
  spawnSync(program, args, { cwd: root, stdio: "inherit", shell }).status === 0

const runVitest = (args: ReadonlyArray<string>): boolean =>
  run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...args])

const runScript = (name: string): boolean => run("npm", ["run", name], process.platform === "win32")

/** Runs every test that this machine can run. Prints at the end which tests it skipped, and the missing program. */
const runAll = (args: ReadonlyArray<string>): boolean => {
  const suites = args.length === 0 ? { ...projects, ...scripts } : projects
  const wanted = Object.keys(suites).filter((name) => canRun(suites[name]))
  const failed: Array<string> = []
  const names = wanted.filter((name) => name in projects)
  if (!runVitest([...args, ...names.map((name) => `--project=${name}`)])) failed.push("the tests of Vitest")
  const others = wanted.filter((name) => name in scripts)
  if (others.length > 0) buildOnce()
  for (const name of others) if (!runScript(name)) failed.push(`npm run ${name}`)
  for (const [name, need] of Object.entries(suites)) {
    if (need !== undefined && !need.isHere()) console.log(`skipped: ${name}. ${need.missing}`)
  }
  if (!hasSite()) console.log(`skipped: site/test. ${noSite}`)
  if (!hasFrameworks()) console.log(`skipped: components in hosts. ${noFrameworks}`)
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`)
  return failed.length === 0
}

const args = process.argv.slice(2)
const hasProject = args.some((arg) => arg.startsWith("--project"))
const isPassed = args[0] === "--all"
  ? runAll(args.slice(1))
  : runVitest(hasProject ? args : ["--project=unit", ...args])
process.exitCode = isPassed ? 0 : 1
