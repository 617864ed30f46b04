/**
 * The processor time of one `CurrentUser.get` by module:
 *
 *     node --conditions=@latchkey/source test/bench/profile.ts
 *
 * A sample belongs to the nearest module of the library on its stack, with the functions of Effect that the module calls.
 * `fetch` and timers belong to Node.
 */
import { Session } from "node:inspector/promises"
import type { Profiler } from "node:inspector/promises"
import type { Variant } from "./measure.ts"
import { printHeader, printRow } from "./report.ts"
import { startService } from "./startService.ts"
import { getUser, makeVariants, repeatEffect, repeatPromise } from "./variants.ts"

const rounds = 10
const calls = 2000
const samplingMicros = 100

/** Parts that use less than this, in microseconds per call, are printed as one. */
const smallest = 0.3

/** Adds the microseconds per call of each part of the program. */
const addProfile = async (variant: Variant, micros: Map<string, number>): Promise<void> => {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.setSamplingInterval", { interval: samplingMicros })
  await session.post("Profiler.start")
  await variant(calls)
  const { profile } = await session.post("Profiler.stop")
  session.disconnect()
  const parts = findParts(profile)
  // Samples are counted, since their distance contains the time in which the thread did not run.
  for (const id of profile.samples!) {
    const part = parts.get(id)!
    micros.set(part, (micros.get(part) ?? 0) + samplingMicros / calls / rounds)
  }
}

/** Returns the part to which the samples of each node belong. Parents precede their children. */
const findParts = ({ nodes }: Profiler.Profile): ReadonlyMap<number, string> => {
  const parents = new Map(nodes.flatMap(({ children, id }) => (children ?? []).map((child) => [child, id] as const)))
  const parts = new Map<number, string>()
  const find = ({ callFrame: { functionName, url }, id }: Profiler.ProfileNode): string => {
    if (url.startsWith(library.href)) return url.slice(library.href.length)
    if (url.startsWith("node:")) return nodeItself
    if (functionName.startsWith("(")) return functionName
    const parent = parts.get(parents.get(id)!)!
    // The functions of Effect that a module of the library calls belong to the module.
    return url.includes("/effect/dist/") && !parent.endsWith(".ts") ? effectRuntime : parent
  }
  for (const node of nodes) parts.set(node.id, find(node))
  return parts
}

const library = new URL("../../src/", import.meta.url)
const effectRuntime = "Effect's runtime"
const nodeItself = "Node, with fetch"

const service = await startService()
const { bare, dispose, runtime, tryPromise } = await makeVariants(service.url)
const variants = [repeatPromise(bare), repeatEffect(runtime, tryPromise), repeatEffect(runtime, getUser)]
const profiles = variants.map(() => new Map<string, number>())
for (const variant of variants) await variant(calls)
for (let round = 0; round < rounds; round++) {
  for (const [index, variant] of variants.entries()) await addProfile(variant, profiles[index]!)
}
const [, , client] = profiles
printHeader("microseconds per call", "fetch", "Effect.tryPromise", "CurrentUser.get")
const small = [0, 0, 0]
for (const [name] of [...client!].toSorted(([, a], [, b]) => b - a)) {
  const micros = profiles.map((each) => each.get(name) ?? 0)
  // The thread waits, or runs native code outside of functions.
  if (name === "(idle)" || name === "(program)") continue
  if (Math.max(...micros) < smallest) micros.forEach((value, index) => small[index]! += value)
  else printRow(name, micros.map((value) => value.toFixed(1)))
}
printRow("others", small.map((value) => value.toFixed(1)))
await dispose()
await service.stop()
