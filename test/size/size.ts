/**
 * Bundle sizes against their budgets: `npm run size`, after `npm run build`. `npm run size -- --modules sign-in` lists a
 * fixture's modules, and `--parts sign-in` how much smaller the bundle is without each.
 * `--write` writes the sizes into `docs/figures/sizes.json`; without it, sizes that differ from the file by more than 0.5 kB fail.
 */
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { gzipSync } from "node:zlib"
import { figureOf, writeFigures } from "../../scripts/figures.ts"
import { readText, root } from "../../scripts/repository.ts"
import { findProgram, installCommand, isInstalled, peers } from "../bench/peers.ts"
import {
  adapterKB,
  type Budget,
  budgets,
  devToolsKB,
  recorderKB,
  shakenPart,
  signInKB,
  stylesheetKB
} from "./budgets.ts"
import { findOverruns } from "./findOverruns.ts"
import { type Flow, later, marks } from "./flows.ts"
import { fixture, measure, type Measured } from "./measure.ts"
import { measureParts } from "./parts.ts"

const { values: options } = parseArgs({
  options: { modules: { type: "string" }, parts: { type: "string" }, write: { type: "boolean" } }
})

/** The sizes by program and kind, rounded to one digit. */
const sizes: Record<string, Record<string, number>> = {}

if (!existsSync(resolve(root, "dist/src/index.js"))) {
  console.error("There is no dist: run `npm run build` first. The sizes are those of what is published.")
  process.exit(1)
}

if (options.parts !== undefined) await listParts(options.parts)
else if (options.modules !== undefined) await listModules(options.modules)
else await compareAll()

function inputOf({ entry, fixture: name }: Budget): string {
  return entry === undefined ? fixture(name) : resolve(root, entry)
}

async function compareAll(): Promise<void> {
  const problems: Array<string> = []
  const external = new Map<string, number>()
  row("min+gzip, kB of 1024 bytes", "bundled", "budget", "external", "budget", "later", "budget")
  for (const budget of budgets) {
    const input = inputOf(budget)
    const bundled = await measure(input, { withPeers: true })
    const alone = await measure(input, { withPeers: false })
    external.set(budget.fixture, alone.kB)
    keep(budget.fixture, { bundled: bundled.kB, external: alone.kB, later: bundled.laterKB })
    const later = bundled.laterKB === 0 ? "" : kB(bundled.laterKB)
    row(
      budget.fixture,
      kB(bundled.kB),
      kB(budget.bundled),
      kB(alone.kB),
      kB(budget.external),
      later,
      kB(budget.laterKB)
    )
    if (budget.loads !== undefined) {
      const { kB: limit, modules } = budget.loads
      keep(budget.fixture, { loads: bundled.sizeOf(modules) })
      row(`  loaded by the program`, kB(bundled.sizeOf(modules)), kB(limit))
    }
    problems.push(...findOverruns(budget, bundled, alone), ...content(budget, bundled))
  }
  await comparePeers()

  const part = external.get("three-endpoints")! / external.get("endpoints")!
  console.log(`three endpoints weigh ${(part * 100).toFixed(0)} % of all of them; at most ${shakenPart * 100} %`)
  if (part > shakenPart) problems.push("unused endpoints stay in the bundle: is a top-level call unmarked?")

  const adapter = external.get("react")! - external.get("react-core")!
  console.log(`React's adapter weighs ${kB(adapter)} kB over what it stands on; at most ${adapterKB} kB`)
  if (adapter > adapterKB) problems.push(`React's adapter: ${kB(adapter)} kB`)

  const signIn = external.get("react-sign-in")! - external.get("react-app")!
  console.log(`SignIn weighs ${kB(signIn)} kB over an app that shows the user; at most ${signInKB} kB`)
  if (signIn > signInKB) problems.push(`SignIn: ${kB(signIn)} kB`)

  const devTools = external.get("react-app-devtools")! - external.get("react-app")!
  console.log(`DevTools weighs ${kB(devTools)} kB in a bundle for production; at most ${devToolsKB} kB`)
  if (devTools > devToolsKB) problems.push(`DevTools: ${kB(devTools)} kB`)

  const recorder = external.get("recorder")! - external.get("browser")!
  console.log(`a recorder weighs ${kB(recorder)} kB over an app without one; at most ${recorderKB} kB`)
  if (recorder > recorderKB) problems.push(`the recorder: ${kB(recorder)} kB`)

  const stylesheet = gzipSync(readFileSync(resolve(root, "dist/react/styles.css")), { level: 9 }).length / 1024
  console.log(`the stylesheet weighs ${kB(stylesheet)} kB; at most ${stylesheetKB} kB`)
  if (stylesheet > stylesheetKB) problems.push(`the stylesheet: ${kB(stylesheet)} kB`)

  keep("shares", { adapter, signIn, recorder, devTools, stylesheet })
  if (options.write === true) writeFigures("sizes", "npm run size -- --write", sizes)
  else problems.push(...findStale())

  for (const problem of problems) console.error(`not as budgeted: ${problem}`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/** Remembers the sizes of a program, rounded to one digit. */
function keep(name: string, measured: Readonly<Record<string, number>>): void {
  const rounded = Object.entries(measured).map(([kind, value]) => [kind, Number(value.toFixed(1))] as const)
  sizes[name] = { ...sizes[name], ...Object.fromEntries(rounded) }
}

/** Lists the sizes that the documentation states wrongly. Small differences need no new figures with each change. */
function findStale(): ReadonlyArray<string> {
  return Object.entries(sizes).flatMap(([name, kinds]) =>
    Object.entries(kinds).flatMap(([kind, value]) => {
      const stated = Number(figureOf(`sizes.${name}.${kind}`, readText) ?? NaN)
      return Math.abs(stated - value) <= 0.5
        ? []
        : [`docs/figures/sizes.json has ${stated} kB for ${name}, ${kind}: ${kB(value)}; run npm run size -- --write`]
    })
  )
}

function content(budget: Budget, measured: Measured): Array<string> {
  // Sound: the keys of a constant object are those of its type.
  const flows = budget.flows === undefined ? [] : Object.keys(marks) as Array<Flow>
  const used = (flow: Flow) => budget.flows!.includes(flow)
  const without = [
    ...(budget.without ?? []),
    ...flows.filter((flow) => !used(flow)).map((flow) => marks[flow]),
    ...(budget.flows === undefined ? [] : Object.values(later))
  ]
  const having = [...(budget.having ?? []), ...flows.filter(used).map((flow) => marks[flow])]
  const present = [
    ...without.filter((text) => measured.code.includes(text)),
    ...(budget.withoutModules ?? []).flatMap((part) =>
      measured.modules.filter((module) => module.id.startsWith(part)).map((module) => module.id)
    )
  ]
  const missing = [
    ...having.filter((text) => !measured.code.includes(text)),
    // Without code loaded later, nothing can be checked to load on demand.
    ...(budget.later ?? []).map((name) => later[name]).filter((text) => !measured.laterCode.includes(text))
  ]
  return [
    ...present.map((what) => `${budget.fixture} must not contain ${what}`),
    ...missing.map((what) => `${budget.fixture} was expected to contain ${what}`)
  ]
}

/** Measures the sign-in program and the React provider of every client in the same run, if they are installed. */
async function comparePeers(): Promise<void> {
  if (!peers.some(({ packages }) => isInstalled(packages[0]))) {
    console.log(`(to compare with other clients: ${installCommand})`)
    return
  }
  const compare = async (name: string, path: string, figure: string, note = "") => {
    const bundled = await measure(path, { withPeers: true })
    const alone = await measure(path, { withPeers: false })
    keep(figure, { bundled: bundled.kB, external: alone.kB, later: bundled.laterKB })
    row(name, kB(bundled.kB), kB(alone.kB), kB(bundled.laterKB), note && `  ${note}`)
  }
  console.log()
  row("sign-in, user, sign-out", "bundled", "external", "later")
  await compare("Latchkey", fixture("sign-in"), "sign-in")
  for (const { name, note, packages, program } of peers) {
    if (!packages.every(isInstalled)) row(name, "not installed")
    else await compare(name, fileURLToPath(findProgram(`sign-in/${program}.js`)), `peers-${program}`, note)
  }
  console.log()
  row("React: provider, useUser", "bundled", "external", "later")
  await compare("Latchkey", fixture("react-user"), "react-user")
  if (isInstalled("@stackframe/react")) {
    await compare("official client", fileURLToPath(findProgram("react.js")), "peers-official-react")
  } else row("official client", "not installed")
  console.log()
}

async function listModules(name: string): Promise<void> {
  for (const withPeers of [true, false]) {
    const { kB: total, modules } = await measure(fixture(name), { withPeers })
    console.log(`\n${name}, ${withPeers ? "bundled" : "external"}: ${kB(total)} kB; bytes before minification:`)
    for (const module of modules.slice(0, 40)) console.log(`${String(module.bytes).padStart(8)}  ${module.id}`)
  }
}

async function listParts(name: string): Promise<void> {
  for (const [chunk, parts] of await measureParts(name)) {
    console.log(`\n${name}, external, chunk ${chunk}: kB that the chunk loses without each part`)
    for (const part of parts) {
      if (part.kB >= 0.05) console.log(`${part.kB.toFixed(2).padStart(8)}  ${part.name}`)
    }
  }
}

function kB(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(1)
}

function row(name: string, ...cells: ReadonlyArray<string>): void {
  console.log(name.padEnd(28) + cells.map((cell) => cell.padStart(10)).join(""))
}
