/**
 * A server under load while the service is stopped: `npm run bench:load -- --rate 2000 --seconds 60`, after `npm run build`.
 * `--write` writes the printed figures into `docs/figures/times.json`.
 *
 * The service, the server and this generator are separate processes. One request loads the keys before the service is killed.
 * Any status except 200 fails the run.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { writeFigures } from "../../scripts/figures.ts"
import { cookiesOf } from "../server/authenticationSupport.ts"
import type { Usage } from "./loadServer.ts"
import type { Started } from "./loadService.ts"
import { printed, printHeader, printRow } from "./report.ts"

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "2000" },
    seconds: { type: "string", default: "60" },
    write: { type: "boolean", default: false }
  }
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
if (!(rate > 0 && seconds > 0)) throw new Error("--rate and --seconds must be positive numbers")

/** The number of users with a token each. */
const users = 2000

type Headers = Readonly<Record<string, string>>

interface Result {
  /** The number of responses by status, and of failed requests by error code. */
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds from the time when each request was due, in ascending order. */
  readonly times: ReadonlyArray<number>
  readonly seconds: number
}

const startProcess = (file: string, argument: string): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), [argument], { execArgv: [] })

/** Returns the next message of a process, whose type the caller knows. */
const receive = async <A>(child: ChildProcess): Promise<A> => (await once(child, "message"))[0] as A

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request, and returns its status, or the code of its error. */
const send = (url: string, headers: Headers): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent, headers }, (response) => {
      response.resume()
      response.on("end", () => resolve(String(response.statusCode)))
    }).on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })

/** Sends requests at a constant rate, which does not depend on the responses. */
const generate = (url: string, makeHeaders: (index: number) => Headers): Promise<Result> =>
  new Promise((resolve) => {
    const total = Math.round(rate * seconds)
    const statuses: Record<string, number> = {}
    const times: Array<number> = []
    const start = performance.now()
    let sent = 0
    const sendNext = async () => {
      const index = sent++
      const status = await send(url, makeHeaders(index))
      statuses[status] = (statuses[status] ?? 0) + 1
      times.push(performance.now() - start - index * 1000 / rate)
      if (times.length < total) return
      clearInterval(timer)
      resolve({ statuses, times: times.toSorted((a, b) => a - b), seconds: (performance.now() - start) / 1000 })
    }
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor((performance.now() - start) / 1000 * rate)) - sent
      for (let i = 0; i < due; i++) void sendNext()
    }, 1)
  })

const service = startProcess("./loadService.ts", String(users))
const { options, sessions } = await receive<Started>(service)
const server = startProcess("./loadServer.ts", JSON.stringify(options))
const url = await receive<string>(server)

const bearers = sessions.map(({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }))
const cookie = { cookie: cookiesOf(sessions[0]!) }

const getUsage = (): Promise<Usage> => {
  const usage = receive<Usage>(server)
  server.send("usage")
  return usage
}

/** Sends the requests of one kind, and returns its figures by name. */
const run = async (makeHeaders: (index: number) => Headers): Promise<Readonly<Record<string, string>>> => {
  const before = await getUsage()
  const { seconds: elapsed, statuses, times } = await generate(url, makeHeaders)
  const after = await getUsage()
  if (statuses["200"] !== times.length) {
    console.error("Not all responses have the status 200:", statuses)
    process.exitCode = 1
  }
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(1)
  const processor = after.processor - before.processor
  return {
    "responses with status 200": String(statuses["200"] ?? 0),
    "p50, ms": at(0.5),
    "p99, ms": at(0.99),
    "maximum, ms": at(1),
    "resident memory before, MB": (before.rss / 2 ** 20).toFixed(0),
    "resident memory after, MB": (after.rss / 2 ** 20).toFixed(0),
    "processor time per request, microseconds": (processor / times.length).toFixed(0),
    "percent of a core": (processor / elapsed / 10_000).toFixed(0)
  }
}

try {
  console.log(`The first request, with the service: ${await send(url, bearers[0]!)}`)
  await kill(service)
  const kinds: Readonly<Record<string, (index: number) => Headers>> = {
    "one token": () => bearers[0]!,
    [`${users} tokens`]: (index) => bearers[index % users]!,
    "session in cookies": () => cookie
  }
  const columns = []
  for (const makeHeaders of Object.values(kinds)) columns.push(await run(makeHeaders))
  printHeader(`a stopped service, ${rate} requests per second for ${seconds} s`, ...Object.keys(kinds))
  for (const name of Object.keys(columns[0]!)) printRow(name, columns.map((figures) => figures[name]!))
} finally {
  agent.destroy()
  await kill(server)
}
if (values.write && process.exitCode === undefined) {
  writeFigures("times", `npm run bench:load -- --rate ${rate} --seconds ${seconds} --write`, printed)
}
