/**
 * Measures the allocations, fibers, promises and timers of one call. The argument is the address of the service. Runs in a
 * separate process, whose young generation is so large that no garbage is collected during a round. `fetch` responds immediately, so that the
 * results are those of the client and not of Node's sockets.
 */
import * as Effect from "effect/Effect"
import { createHook } from "node:async_hooks"
import { getHeapStatistics } from "node:v8"
import { summarize, type Summary, type Variant } from "./measure.ts"
import { getUser, makeVariants, repeatEffect, repeatPromise, respondImmediately } from "./variants.ts"

/** The flags of the process. */
export const execArgv = ["--expose-gc", "--min-semi-space-size=64", "--max-semi-space-size=64"]

/** The resources of one call. */
export interface Resources {
  readonly name: string
  /** In bytes. */
  readonly allocated: Summary
  readonly fibers: number
  readonly promises: number
  readonly timers: number
}

const calls = 100

/** The calls before a measurement, after which V8 has optimized the code. Optimized code allocates less. */
const warmUpCalls = 20_000

/** Returns the bytes that a call allocates, by the growth of the heap over `calls` calls. */
const measureAllocated = async (variant: Variant): Promise<Summary> => {
  await variant(warmUpCalls)
  const rounds: Array<number> = []
  for (let round = 0; round < 21; round++) {
    globalThis.gc!()
    const before = getHeapStatistics().used_heap_size
    await variant(calls)
    rounds.push((getHeapStatistics().used_heap_size - before) / calls)
  }
  return summarize(rounds)
}

const started = { PROMISE: 0, Timeout: 0 }
const hook = createHook({
  init: (_, type) => {
    // Sound: other types are not counted.
    if (type in started) started[type as keyof typeof started]++
  }
})

/** Fibers are numbered in the order in which they start. */
const startFiber = (): number => Effect.runFork(Effect.void).id

/** Returns the fibers, promises and timers that `times` calls start, with those of the loop around them. */
const countStarted = async (variant: Variant, times: number) => {
  Object.assign(started, { PROMISE: 0, Timeout: 0 })
  const first = startFiber()
  hook.enable()
  await variant(times)
  hook.disable()
  return { fibers: startFiber() - first - 1, promises: started.PROMISE, timers: started.Timeout }
}

const measureStarted = async (variant: Variant): Promise<Omit<Resources, "name" | "allocated">> => {
  await variant(calls)
  const loop = await countStarted(variant, 0)
  const total = await countStarted(variant, calls)
  return {
    fibers: (total.fibers - loop.fibers) / calls,
    promises: (total.promises - loop.promises) / calls,
    timers: (total.timers - loop.timers) / calls
  }
}

if (import.meta.main) {
  const { bare, dispose, runtime, timeout, tryPromise } = await makeVariants(process.argv[2]!)
  const restore = await respondImmediately(process.argv[2]!)
  const variants: Readonly<Record<string, Variant>> = {
    "bare fetch": repeatPromise(bare),
    "Effect.tryPromise": repeatEffect(runtime, tryPromise),
    "Effect.timeout": repeatEffect(runtime, timeout),
    "CurrentUser.get": repeatEffect(runtime, getUser)
  }
  // The hook of `countStarted` makes V8 discard optimized code, so all allocations are measured before it.
  const allocated: Record<string, Summary> = {}
  for (const [name, variant] of Object.entries(variants)) allocated[name] = await measureAllocated(variant)
  const results: Array<Resources> = []
  for (const [name, variant] of Object.entries(variants)) {
    results.push({ name, allocated: allocated[name]!, ...await measureStarted(variant) })
  }
  process.send!(results)
  restore()
  await dispose()
}
