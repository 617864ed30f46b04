/**
 * Checks the repository without tests: types, lint, formatting, and the checks of `scripts/checks`.
 *
 * The tools are child processes, and keep their caches in `node_modules`. The checks of `scripts/checks` run in this process,
 * and share the files that they read. `npm run check -- prose` runs only the checks with that in their name.
 */
import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { join, relative } from "node:path"
import { setImmediate } from "node:timers/promises"
import { cachedModules } from "./checks/cachedModules.ts"
import { type Check, formatProblem, makeRepository } from "./checks/Repository.ts"
import { root } from "./repository.ts"

const cache = join(root, "node_modules/.cache/latchkey")
mkdirSync(cache, { recursive: true })
enableCompileCache(join(cache, "compiled"))

const tsc = (name: string, ...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  "typescript/bin/tsc",
  "--noEmit",
  "--pretty",
  "false",
  "--incremental",
  "--tsBuildInfoFile",
  join(cache, `${name}.tsbuildinfo`),
  ...args
]

/** The scripts of the tools in `node_modules`, and their arguments. The slowest is the first. */
const tools: Readonly<Record<string, ReadonlyArray<string>>> = {
  types: tsc("types"),
  // A declared service changes all providers of its program, so these files are a separate program.
  "types of declared services": tsc("services", "-p", "test/types/services"),
  lint: ["oxlint/bin/oxlint", "--format", "unix"],
  formatting: ["dprint/bin.cjs", "check", "--list-different"]
}

/** The checks of texts. A module is loaded only if its check runs. */
const checks: Readonly<Record<string, () => Promise<Check>>> = {
  layers: async () => (await import("./checks/layers.ts")).checkLayers,
  prose: async () => (await import("./checks/prose.ts")).checkProse,
  "function names": async () => (await import("./checks/functionNames.ts")).checkFunctionNames,
  "equivalent mutants": async () => (await import("./checks/equivalentMutants.ts")).checkEquivalentMutants,
  README: async () => (await import("./checks/readme.ts")).checkReadme,
  figures: async () => (await import("./checks/figures.ts")).checkFigures,
  links: async () => (await import("./checks/links.ts")).checkLinks,
  diagrams: async () => (await import("./checks/diagrams.ts")).checkDiagrams,
  "pages about levels": async () => (await import("./checks/levelPages.ts")).checkLevelPages,
  "page about React": async () => (await import("./checks/reactPage.ts")).checkReactPage,
  "page about promises": async () => (await import("./checks/promisePage.ts")).checkPromisePage,
  "page about other clients": async () => (await import("./checks/comingFromPage.ts")).checkComingFromPage,
  "page about migrating": async () => (await import("./checks/migratingPage.ts")).checkMigratingPage,
  "page of known errors": async () => (await import("./checks/knownErrorsPage.ts")).checkKnownErrorsPage,
  "page about compatibility": async () => (await import("./checks/compatibilityPage.ts")).checkCompatibilityPage,
  "OpenAPI document": async () => (await import("./checks/openApi.ts")).checkOpenApi,
  address: async () => (await import("./checks/address.ts")).checkAddress,
  exports: async () => (await import("./checks/exports.ts")).checkExports,
  texts: async () => (await import("./checks/texts.ts")).checkTexts,
  stylesheet: async () => (await import("./checks/stylesheet.ts")).checkStylesheet,
  brand: async () => (await import("./checks/brand.ts")).checkBrand,
  contrast: async () => (await import("./checks/contrast.ts")).checkContrast,
  peers: async () => (await import("./checks/peers.ts")).checkPeers,
  "reading time": async () => (await import("./checks/readingTime.ts")).checkReadingTime,
  "code width": async () => (await import("./checks/codeWidth.ts")).checkCodeWidth,
  examples: async () => (await import("./checks/examples.ts")).checkExamples,
  projects: async () => (await import("./checks/projects.ts")).checkProjects
}

/** The result of a check. It passed if it has no problems. */
interface Outcome {
  readonly name: string
  readonly seconds: number
  readonly problems: ReadonlyArray<string>
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000

/** Rewrites the output of a tool as problems: tsc writes `path(line,column)`, and dprint only the paths of files. */
const toProblems = (output: string): string =>
  output.replace(/^([^\s(]+)\((\d+),(\d+)\)/gm, "$1:$2:$3")
    .replace(/^\S+\.(?:tsx?|m?js)$/gm, (path) => `${relative(root, path)}: is not formatted; run npm run format`)

/** Runs a tool. Its output is its problems, unless it succeeds. */
const runTool = (name: string, [script, ...args]: ReadonlyArray<string>): Promise<Outcome> =>
  new Promise((resolve) => {
    const start = performance.now()
    const output: Array<Buffer> = []
    const child = spawn(process.execPath, [join(root, "node_modules", script!), ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"]
    })
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk))
    child.on("close", (code, signal) => {
      const text = toProblems(Buffer.concat(output).toString().trim())
      const problems = code === 0 ? [] : [text === "" ? `ended with ${signal ?? code}` : text]
      resolve({ name, seconds: secondsSince(start), problems })
    })
  })

const { parse, save } = cachedModules(join(cache, "modules.json"))
const repository = makeRepository(root, parse)

/** Runs a check. An exception is a problem, for example for a missing file. */
const runCheck = async (name: string, load: () => Promise<Check>): Promise<Outcome> => {
  const start = performance.now()
  try {
    const check = await load()
    const problems = (await check(repository)).map(formatProblem)
    return { name, seconds: secondsSince(start), problems }
  } catch (error) {
    return { name, seconds: secondsSince(start), problems: [error instanceof Error ? error.stack! : String(error)] }
  }
}

const print = ({ name, problems, seconds }: Outcome): boolean => {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${seconds.toFixed(1).padStart(6)}s  ${name}`)
  if (problems.length > 0) console.log(`${problems.join("\n")}\n`)
  return problems.length === 0
}

const filters = process.argv.slice(2).map((arg) => arg.toLowerCase())
const isWanted = ([name]: readonly [string, unknown]): boolean =>
  filters.length === 0 || filters.some((filter) => name.toLowerCase().includes(filter))

const start = performance.now()
const wantedTools = Object.entries(tools).filter(isWanted)
const wantedChecks = Object.entries(checks).filter(isWanted)
// The operating system shares the processors among the tools and this process.
const running = wantedTools.map(([name, command]) => runTool(name, command).then(print))
const passed: Array<boolean> = []
for (const [name, load] of wantedChecks) {
  passed.push(print(await runCheck(name, load)))
  // The output of the tools is read between two checks.
  await setImmediate()
}
save()
passed.push(...await Promise.all(running))
const failures = passed.filter((isPassed) => !isPassed).length
if (passed.length === 0) {
  console.log(
    `No check is named ${filters.join(" or ")}. The checks: ${Object.keys({ ...tools, ...checks }).join(", ")}`
  )
}
console.log(`${passed.length - failures} of ${passed.length} checks passed in ${secondsSince(start).toFixed(1)}s`)
process.exitCode = failures > 0 || passed.length === 0 ? 1 : 0
