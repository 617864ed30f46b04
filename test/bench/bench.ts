/**
 * The costs of the library: `npm run bench`, after `npm run build`. Arguments select sections: `npm run bench -- verification
 * requests`. `--write` writes the printed figures into `docs/figures/times.json`. Times depend on the machine, so compared
 * variants run in turn. Counts are deterministic, and a wrong count fails the run.
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Password } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { measure } from "mitata"
import { fork } from "node:child_process"
import { once } from "node:events"
import { writeFigures } from "../../scripts/figures.ts"
import { measureAuthentication } from "./authentication.ts"
import { compareImports } from "./compareImports.ts"
import { comparePeers } from "./comparePeers.ts"
import { decodeUser } from "./decodeUser.ts"
import { measureEmulatorScale } from "./emulatorScale.ts"
import { measureMcp } from "./mcp.ts"
import { type Cost, measureInTurns, subtract } from "./measure.ts"
import { measurePromiseCalls } from "./promiseCalls.ts"
import { measureRecorder } from "./recorder.ts"
import { checkRefreshes } from "./refreshCounts.ts"
import { measureReplay } from "./replay.ts"
import { formatSummary, formatTarget, printCost, printCount, printed, printHeader, printRow } from "./report.ts"
import { checkRequests } from "./requestCounts.ts"
import { execArgv, type Resources } from "./resources.ts"
import { startService, sumCounts } from "./startService.ts"
import { counts, targets } from "./targets.ts"
import {
  email,
  getUser,
  makeRuntime,
  makeVariants,
  password,
  repeatEffect,
  repeatPromise,
  respondImmediately
} from "./variants.ts"
import { compareVerification } from "./verification.ts"

console.log(`Node ${process.version}, ${process.platform}-${process.arch}. Medians of the rounds, with quartiles.`)
console.log("Processor time is that of the main thread. Times are in microseconds.")

/** The service of the sections that need one. It starts with the first of them. */
let started: ReturnType<typeof startService> | undefined
const getService = () => started ??= startService()

const sections: Readonly<Record<string, () => void | Promise<void>>> = {
  loopback: measureLoopback,
  resources: measureResources,
  emulator: measureEmulator,
  "emulator-scale": measureEmulatorScale,
  recorder: async () => measureRecorder((await getService()).url),
  replay: measureReplay,
  promises: async () => measurePromiseCalls((await getService()).url),
  decoding: measureDecoding,
  authentication: measureAuthentication,
  mcp: measureMcp,
  verification: compareVerification,
  requests: checkRequests,
  refreshes: checkRefreshes,
  counts: checkCounts,
  imports: compareImports,
  peers: async () => comparePeers(await getService())
}

const args = process.argv.slice(2)
const selected = args.filter((arg) => arg !== "--write")
const unknown = selected.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) {
  throw new Error(`No section is named ${unknown.join(", ")}. The sections: ${Object.keys(sections).join(", ")}`)
}
if (args.includes("--write") && selected.length > 0 && selected.includes("loopback") !== selected.includes("peers")) {
  throw new Error("The pages compare loopback with peers: write both in one run")
}
try {
  for (const [name, run] of Object.entries(sections)) {
    if (selected.length === 0 || selected.includes(name)) await run()
  }
} finally {
  await (await started)?.stop()
}
if (args.includes("--write")) writeFigures("times", ["npm run bench --", ...args].join(" "), printed)

/** Compares one call over a local socket with the same request by `fetch` and by Effect's functions. */
async function measureLoopback(): Promise<void> {
  const service = await getService()
  const { bare, decoded, dispose, runtime, timeout, transport, tryPromise, withoutDeadline } = await makeVariants(
    service.url
  )
  const makeCompared = (concurrency: number) => ({
    bare: repeatPromise(bare, concurrency),
    tryPromise: repeatEffect(runtime, tryPromise, concurrency),
    timeout: repeatEffect(runtime, timeout, concurrency),
    client: repeatEffect(runtime, getUser, concurrency)
  })
  const sequential = await measureInTurns({
    ...makeCompared(1),
    transport: repeatEffect(runtime, transport),
    decoded: repeatEffect(runtime, decoded),
    withoutDeadline: repeatEffect(withoutDeadline, getUser),
    promise: repeatPromise(() => runtime.runPromise(getUser))
  }, { rounds: 300, calls: 50 })
  printCompared("one call on loopback, sequential", sequential, targets.sequential)

  printHeader("parts of one call on loopback", "processor", "wall")
  printCost("Effect.tryPromise", subtract(sequential.tryPromise, sequential.bare))
  printCost("transport", subtract(sequential.transport, sequential.tryPromise))
  printCost("decoding of the user", subtract(sequential.decoded, sequential.transport))
  printCost("session, headers, errors, retries", subtract(sequential.withoutDeadline, sequential.decoded))
  printCost("deadline", subtract(sequential.client, sequential.withoutDeadline))
  printCost("not included: a runPromise for each call", subtract(sequential.promise, sequential.client))

  const concurrent = await measureInTurns(makeCompared(64), { rounds: 100, calls: 640 })
  printCompared("one call on loopback, 64 concurrent", concurrent, targets.concurrent)

  const restore = await respondImmediately(service.url)
  printCompared(
    "one call with a fetch that responds immediately",
    await measureInTurns(makeCompared(1), { rounds: 40, calls: 1000 })
  )
  restore()
  await dispose()
}

/** Prints the costs of a call, and those over bare `fetch`. */
function printCompared(
  title: string,
  costs: Readonly<Record<"bare" | "tryPromise" | "timeout" | "client", ReadonlyArray<Cost>>>,
  target?: number
): void {
  printHeader(title, "processor", "wall")
  printCost("bare fetch of the same request", costs.bare)
  printCost("CurrentUser.get", costs.client)
  printHeader(`${title}, over bare fetch`, "processor", "wall")
  printCost("Effect.tryPromise, the floor", subtract(costs.tryPromise, costs.bare))
  printCost("Effect.tryPromise and Effect.timeout", subtract(costs.timeout, costs.bare))
  printCost("CurrentUser.get", subtract(costs.client, costs.bare), target)
}

/** Measures the allocations, fibers, promises and timers of one call in a separate process. */
async function measureResources(): Promise<void> {
  const service = await getService()
  const child = fork(new URL("./resources.ts", import.meta.url), [service.url], { execArgv })
  // Sound: this is the only message of resources.ts.
  const [results] = await once(child, "message") as [ReadonlyArray<Resources>]
  printHeader("one call", "bytes allocated", "fibers, promises, timers")
  for (const { allocated, fibers, name, promises, timers } of results) {
    const target = name === "CurrentUser.get" ? targets.allocated : undefined
    const started = [fibers, promises, timers].map((count) => count.toFixed(count % 1 === 0 ? 0 : 2)).join(", ")
    printRow(name, [formatSummary(allocated, 0), started], formatTarget(allocated.median, target))
  }
  printCount("fibers of CurrentUser.get", results.at(-1)!.fibers, counts.fibersPerCall)
}

/** Measures one call that the emulator answers in the calling fiber. */
async function measureEmulator(): Promise<void> {
  const runtime = ManagedRuntime.make(Emulator.layerClient())
  await runtime.runPromise(
    Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  )
  const { client } = await measureInTurns({ client: repeatEffect(runtime, getUser) }, { rounds: 30, calls: 5000 })
  printHeader("one call into the emulator, in the calling fiber", "processor", "wall")
  printCost("CurrentUser.get", client, targets.emulator)
  await runtime.dispose()
}

/** Measures decoding alone, repeated without a pause. */
async function measureDecoding(): Promise<void> {
  const service = await getService()
  const text = await (await fetch(`${service.url}/api/v1/users/me`)).text()
  const json: unknown = JSON.parse(text)
  printHeader(`decoding a user of ${text.length} bytes, without a pause`, "wall")
  for (const [name, run] of [["JSON.parse", () => JSON.parse(text)], ["decoding", () => decodeUser(json)]] as const) {
    const { p25, p50, p75 } = await measure(run)
    printRow(name, [formatSummary({ median: p50 / 1000, quartiles: [p25 / 1000, p75 / 1000] })])
  }
}

/** Checks and prints the counts, which are exact. */
async function checkCounts(): Promise<void> {
  const service = await getService()
  printHeader("counts")
  await service.takeCounts()
  const timersBefore = countTimers()
  const runtime = makeRuntime(service.url)
  await runtime.context()
  const timersAtConstruction = countTimers() - timersBefore
  const atConstruction = await service.takeCounts()
  printCount("requests at construction", sumCounts(atConstruction), counts.requestsAtConstruction)
  printCount("timers at construction", timersAtConstruction, counts.timersAtConstruction)

  // A token with ten seconds left is not used for a call: the first call must refresh.
  service.send({ lifetime: 10 })
  await runtime.runPromise(Password.signIn({ email, password }))
  await service.takeCounts()
  await runtime.runPromise(
    Effect.forEach(Array(1000), () => getUser, { concurrency: "unbounded", discard: true })
  )
  const requests = await service.takeCounts()
  printCount("concurrent calls", requests["GET /api/v1/users/me"] ?? 0, 1000)
  printCount("refreshes for them", requests["POST /api/v1/auth/oauth/token"] ?? 0, counts.refreshesForConcurrentCalls)
  service.send({ lifetime: 3600 })
  await runtime.dispose()
  // The scheduler's last tick ends first.
  await new Promise((resolve) => setTimeout(resolve, 0))
  printCount("timers after disposal", countTimers() - timersBefore, counts.timersAfterDisposal)
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length
}
