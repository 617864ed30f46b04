/**
 * Mutation testing: plants one fault at a time and reports the faults that no test finds.
 *
 * `npm run mutate -- navigation cache` measures two folders. Without arguments, it measures all folders with a required
 * score.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "../repository.ts"
import { equivalents } from "./equivalents.ts"
import { faultsIn, isEquivalent, lastResults, measure, type Options } from "./measure.ts"
import type { Fault } from "./operators.ts"
import { scoreOf, summary } from "./report.ts"

const folders = ["session", "call", "navigation", "hosts", "auth", "cache", "server"]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    file: { type: "string" },
    continue: { type: "boolean", default: false },
    survivors: { type: "boolean", default: false },
    budget: { type: "string", default: "15" },
    threshold: { type: "string", default: "95" }
  }
})

/** Returns a seeded generator of numbers from 0 to 1. */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const pickFor = (work: string): NonNullable<Options["pick"]> => (faults) => {
  let picked: ReadonlyArray<Fault> = faults.filter(({ file }) => file.includes(values.file ?? ""))
  if (values.survivors) {
    const left = lastResults(work).filter(({ status }) => status === "survived" || status === "uncovered")
    const isLeft = (fault: Fault) =>
      left.some((last) =>
        last.fault.file === fault.file && last.fault.code === fault.code && last.fault.change === fault.change
      )
    picked = picked.filter(isLeft)
  }
  if (values.sample === undefined) return picked
  const next = random(Number(values.seed))
  return picked.map((fault) => ({ fault, order: next() })).toSorted((a, b) => a.order - b.order)
    .slice(0, Number(values.sample)).map(({ fault }) => fault).toSorted((a, b) => a.id - b.id)
}

const names = positionals.length > 0 ? positionals : folders
const unknown = names.filter((name) => !folders.includes(name))
if (unknown.length > 0) throw new Error(`Unknown folder: ${unknown.join(", ")}. Choose from ${folders.join(", ")}.`)

const include =
  values.tests?.flatMap((text) => [`test/**/*${text}*/**/*.test.{ts,tsx}`, `test/**/*${text}*.test.{ts,tsx}`]) ??
    ["test/*/**/*.test.{ts,tsx}"]

let isGood = true
for (const folder of names) {
  const work = join(root, "node_modules/.cache/mutate", folder)
  const faults = await faultsIn(root, folder)
  const outdated = equivalents.filter((entry) =>
    entry.file.startsWith(`src/${folder}/`) && !faults.some((fault) => isEquivalent(fault, entry))
  )
  for (const { change, file } of outdated) console.error(`equivalents.ts has no mutant any more for ${file}: ${change}`)
  const results = await measure({
    root,
    folder,
    equivalents,
    work,
    pick: pickFor(work),
    isContinued: values.continue,
    include,
    budgetMillis: Number(values.budget) * 1000
  })
  console.log(summary(folder, results))
  if (outdated.length > 0 || scoreOf(results) < Number(values.threshold)) isGood = false
}
process.exit(isGood ? 0 : 1)
