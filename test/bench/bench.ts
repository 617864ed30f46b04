/**
 * The library's costs: `npm run bench`, after `npm run build`. Times depend on the machine; all compared variants run in turn
 * in one run. Counts are deterministic, and a wrong count fails the run.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, TokenStore, Transport } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { measure } from "mitata"
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { coldImport } from "./coldImport.ts"
import { difference, inTurns, report, reportImport, timed } from "./measure.ts"
import type { ServiceCommand, ServiceMessage } from "./service.ts"

const email = "ada@example.com"
const password = Redacted.make("password-1")
const readUser = () => CurrentUser.get({ or: "throw" })
const connection = { projectId: "11111111-2222-4333-8444-555555555555", publishableClientKey: "pck_bench" }

console.log(`Node ${process.version}, ${process.platform}-${process.arch}; median of the rounds (quartiles)\n`)
const service = await startService()
try {
  await overLoopback()
  await intoEmulator()
  await decoding()
  await counting()
  coldImports()
  await officialClient()
} finally {
  await service.stop()
}
/** One call over a local socket, compared with the same request by bare fetch. */
async function overLoopback(): Promise<void> {
  const runtime = clientRuntime()
  await runtime.runPromise(Password.signIn({ email, password }))
  const { headers, url } = await requestOf(runtime)
  const bare = async () => JSON.parse(await (await fetch(url, { headers })).text())

  console.log("one call on loopback, one after the other")
  const sequential = await inTurns({
    bare: async (calls) => {
      for (let call = 0; call < calls; call++) await bare()
    },
    client: (calls) => runtime.runPromise(Effect.forEach(Array(calls), readUser, { discard: true }))
  }, { rounds: 150, calls: 50 })
  report("  bare fetch of the same request", timed(sequential.bare))
  report("  CurrentUser.get", timed(sequential.client))
  report("  difference", difference(sequential.client, sequential.bare), 25)

  console.log("one call on loopback, 64 at once")
  const concurrent = await inTurns({
    bare: async (calls) => {
      let left = calls
      await Promise.all(Array.from({ length: 64 }, async () => {
        while (left-- > 0) await bare()
      }))
    },
    client: (calls) =>
      runtime.runPromise(
        Effect.forEach(Array(calls), readUser, { concurrency: 64, discard: true })
      )
  }, { rounds: 15, calls: 1280 })
  report("  bare fetch of the same request", timed(concurrent.bare))
  report("  CurrentUser.get", timed(concurrent.client))
  report("  difference", difference(concurrent.client, concurrent.bare), 60)
  await runtime.dispose()
}

/** One call that the emulator answers in the calling fiber. */
async function intoEmulator(): Promise<void> {
  const runtime = ManagedRuntime.make(Emulator.layerClient())
  await runtime.runPromise(
    Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" })
  )
  const times = await inTurns({
    emulator: (calls) => runtime.runPromise(Effect.forEach(Array(calls), readUser, { discard: true }))
  }, { rounds: 15, calls: 5000 })
  console.log("one call into the emulator, in the calling fiber")
  report("  CurrentUser.get", timed(times.emulator), 30)
  await runtime.dispose()
}

/** Decoding alone. */
async function decoding(): Promise<void> {
  const users: typeof import("../../src/wire/users.ts") = await import(
    new URL("../../dist/src/wire/users.js", import.meta.url).href
  )
  const { decode }: typeof import("../../src/wire/decode.ts") = await import(
    new URL("../../dist/src/wire/decode.js", import.meta.url).href
  )
  const text = await (await fetch(`${service.url}/api/v1/users/me`)).text()
  const json: unknown = JSON.parse(text)
  console.log(`decoding a user of ${text.length} bytes`)
  for (
    const [name, run] of [["JSON.parse", () => JSON.parse(text)], [
      "decode",
      () => decode(users.readCurrent.success, json)
    ]] as const
  ) {
    const { p25, p50, p75 } = await measure(run)
    report(`  ${name}`, { median: p50 / 1000, quartiles: [p25 / 1000, p75 / 1000] })
  }
}

/** Counts are exact, so they are checked as well as reported. */
async function counting(): Promise<void> {
  console.log("counts")
  await service.counts()
  const timersBefore = timers()
  const runtime = clientRuntime()
  await runtime.context()
  const timersAtConstruction = timers() - timersBefore
  const atConstruction = await service.counts()
  expectCount("requests at construction", sum(atConstruction), 0)
  expectCount("timers at construction", timersAtConstruction, 0)

  // A token with ten seconds left is not used for a call: the first call must refresh.
  service.send({ lifetime: 10 })
  await runtime.runPromise(Password.signIn({ email, password }))
  await service.counts()
  await runtime.runPromise(
    Effect.forEach(Array(1000), readUser, { concurrency: "unbounded", discard: true })
  )
  const counts = await service.counts()
  expectCount("calls at once", counts["GET /api/v1/users/me"] ?? 0, 1000)
  expectCount("refreshes for them", counts["POST /api/v1/auth/oauth/token"] ?? 0, 1)
  service.send({ lifetime: 3600 })
  await runtime.dispose()
  // The scheduler's last tick ends first.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expectCount("timers after disposal", timers() - timersBefore, 0)
}

/** Measures the import of the Promise entry points, each time in a fresh process. */
function coldImports(): void {
  const files = {
    "latchkey/promise": "node/promise.js",
    "latchkey/promise/server": "node/promise/server.js",
    "latchkey/promise/admin": "node/promise/admin.js",
    "latchkey/promise, one file per module": "src/promise.js",
    "latchkey/promise/standalone": "standalone/promise.js",
    "latchkey/promise/server/standalone": "standalone/server.js",
    "latchkey/promise/admin/standalone": "standalone/admin.js"
  }
  console.log(
    "cold import, 9 fresh processes each; whole process over one that does nothing; processor time of the import"
  )
  reportImport("the modules of Effect in latchkey/promise", coldImport(effectModules()))
  for (const [name, file] of Object.entries(files)) {
    const hold = file.startsWith("standalone/") ? 40 : file.startsWith("node/") ? 200 : undefined
    reportImport(name, coldImport(new URL(`../../dist/${file}`, import.meta.url)), hold)
  }
}

/** Writes a module that imports exactly the modules of Effect that `latchkey/promise` imports in Node. */
function effectModules(): URL {
  const dist = new URL("../../dist/node/", import.meta.url)
  const code = ["promise.js", "chunks/core.js"].map((file) => readFileSync(new URL(file, dist), "utf8")).join("\n")
  const names = new Set(Array.from(code.matchAll(/from "(effect\/[^"]+)"/g), ([, name]) => name!))
  const file = new URL("../../node_modules/.cache/latchkey-effect.mjs", import.meta.url)
  mkdirSync(new URL(".", file), { recursive: true })
  writeFileSync(file, [...names].map((name) => `import "${name}"\n`).join(""))
  return file
}

/** The same for the official client, in a separate process, if it is installed. */
async function officialClient(): Promise<void> {
  if (!existsSync(new URL("./compare/node_modules", import.meta.url))) {
    console.log("\n(to compare with the official client: npm install --prefix test/bench/compare --ignore-scripts)")
    return
  }
  console.log("the official client, @stackframe/js, in the same run")
  await service.counts()
  const child = fork(new URL("./compare/bench.js", import.meta.url), [service.url], { execArgv: [] })
  // Sound: these are the messages of compare/bench.js, in order.
  const next = async () => (await once(child, "message"))[0] as { importMillis: number; times: ReadonlyArray<number> }
  const { importMillis } = await next()
  console.log(`  ${"cold import".padEnd(42)}${importMillis.toFixed(0).padStart(8)} ms`)
  console.log(`  ${"requests at construction".padEnd(42)}${String(sum(await service.counts())).padStart(8)}`)
  child.send("the first user")
  await next()
  console.log(`  ${"requests for the first user".padEnd(42)}${String(sum(await service.counts())).padStart(8)}`)
  child.send("many users")
  report("  getUser, one after the other", timed((await next()).times))
}

function clientRuntime() {
  return ManagedRuntime.make(
    Client.layer({ ...connection, apiUrl: service.url }).pipe(Layer.provide(TokenStore.layerMemory))
  )
}

/** The request sent by a call, so that bare fetch can send the same. */
async function requestOf(
  runtime: ReturnType<typeof clientRuntime>
): Promise<{ readonly url: string; readonly headers: Record<string, string> }> {
  let seen: { url: string; headers: Record<string, string> } | undefined
  const send = Transport.defaultValue()
  const spying: typeof send = (request) => {
    seen = { url: request.url, headers: { ...request.headers } }
    return send(request)
  }
  await runtime.runPromise(Effect.provideService(readUser(), Transport, spying))
  if (seen === undefined) throw new Error("the call did not go through the transport")
  return seen
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout" || name === "Immediate").length
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function expectCount(name: string, count: number, expected: number): void {
  const right = count === expected
  console.log(`  ${name.padEnd(42)}${String(count).padStart(8)}${right ? "" : `     expected ${expected}`}`)
  if (!right) process.exitCode = 1
}

async function startService() {
  const worker = new Worker(new URL("./service.ts", import.meta.url))
  const next = async (): Promise<ServiceMessage> => (await once(worker, "message"))[0]
  const send = (command: ServiceCommand) => worker.postMessage(command)
  const started = await next()
  if (!("port" in started)) throw new Error("the service did not start")
  return {
    url: `http://127.0.0.1:${started.port}`,
    send,
    /** Requests since the last reading. */
    counts: async (): Promise<Record<string, number>> => {
      send("counts")
      const answer = await next()
      return "counts" in answer ? answer.counts : {}
    },
    stop: () => worker.terminate()
  }
}
