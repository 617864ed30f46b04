/**
 * Runs tests. `npm test` runs the project `unit`, `npm test -- --project <name>` another one, and `npm run test:all` every
 * project that this machine can run. Other arguments are passed to Vitest.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { parseCLI, startVitest } from "vitest/node"
import { findChromium, noChromium } from "../test/browser/support/findChromium.ts"
import { hasRedis, noRedis } from "../test/support/findRedis.ts"
import { root } from "./repository.ts"

const hasSite = existsSync(resolve(root, "site/node_modules"))
const noSite = "The packages of the site are missing. npm run docs installs them."

const needsChromium = { isHere: () => findChromium() !== undefined, missing: noChromium }

/** A program that tests need in addition to npm. */
type Need = { readonly isHere: () => boolean; readonly missing: string } | undefined

/** The projects of `vitest.config.ts`. */
const projects: Readonly<Record<string, Need>> = {
  unit: undefined,
  "react-18": undefined,
  memory: undefined,
  processes: undefined,
  docs: undefined,
  redis: { isHere: hasRedis, missing: noRedis },
  browser: needsChromium,
  next: needsChromium,
  hosts: undefined
}

/** Tests that Vitest does not run. */
const scripts: typeof projects = {
  "test:playwright": needsChromium,
  "test:native": undefined,
  "check:install": undefined,
  "test:init": needsChromium
}

const canRun = (need: Need): boolean => need === undefined || need.isHere()

/** Runs Vitest in this process, and returns `true` if all tests passed. */
const runVitest = async (args: ReadonlyArray<string>): Promise<boolean> => {
  const { filter, options } = parseCLI(["vitest", "run", ...args])
  const vitest = await startVitest("test", filter, { ...options, project: options.project ?? ["unit"] })
  await vitest.close()
  return (process.exitCode ?? 0) === 0
}

const runScript = (name: string): boolean =>
  spawnSync("npm", ["run", name], { cwd: root, stdio: "inherit", shell: process.platform === "win32" }).status === 0

/** Runs every test that this machine can run. Prints at the end which tests it skipped, and the missing program. */
const runAll = async (args: ReadonlyArray<string>): Promise<void> => {
  const namesIn = (needs: typeof projects) => Object.keys(needs).filter((name) => canRun(needs[name]))
  const failed: Array<string> = []
  if (!await runVitest([...args, ...namesIn(projects).map((name) => `--project=${name}`)])) {
    failed.push("the tests of Vitest")
  }
  for (const name of namesIn(scripts)) if (!runScript(name)) failed.push(`npm run ${name}`)
  for (const [name, need] of Object.entries({ ...projects, ...scripts })) {
    if (need !== undefined && !need.isHere()) console.log(`skipped: ${name}. ${need.missing}`)
  }
  if (!hasSite) console.log(`skipped: site/test. ${noSite}`)
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

const args = process.argv.slice(2)
if (args[0] === "--all") await runAll(args.slice(1))
else await runVitest(args)
