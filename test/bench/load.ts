/**
 * A server under load while the service is stopped: `npm run bench:load -- --rate 2000 --seconds 60`, after `npm run build`.
 *
 * The service, the server and this generator are separate processes. One request loads the keys before the service is killed.
 * Any status except 200 fails the run.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { Agent, get } from "node:http"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { cookiesOf } from "../server/authenticationSupport.ts"
import type { Usage } from "./loadServer.ts"
import type { Started } from "./loadService.ts"
import { printHeader, printRow } from "./report.ts"

const { values } = parseArgs({
  options: { rate: { type: "string", default: "2000" }, seconds: { type: "string", default: "60" } }
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

const run = async (name: string, makeHeaders: (index: number) => Headers): Promise<void> => {
  const before = await getUsage()
  const { seconds: elapsed, statuses, times } = await generate(url, makeHeaders)
  const after = await getUsage()
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(1)
  printHeader(`${name}, ${rate} requests per second for ${elapsed.toFixed(1)} s`)
  printRow("responses by status", [Object.entries(statuses).map((entry) => entry.join(": ")).join(", ")])
  printRow("milliseconds: p50, p99, maximum", [[at(0.5), at(0.99), at(1)].join(", ")])
  printRow("resident memory before and after, MB", [
    [before, after].map(({ rss }) => (rss / 2 ** 20).toFixed(0)).join(", ")
  ])
  const processor = after.processor - before.processor
  printRow("processor time: µs per request, % of a core", [
    `${(processor / times.length).toFixed(0)}, ${(processor / elapsed / 10_000).toFixed(0)}`
  ])
  if (statuses["200"] !== times.length) process.exitCode = 1
}

try {
  console.log(`The first request, with the service: ${await send(url, bearers[0]!)}`)
  await kill(service)
  await run("one token in Authorization", () => bearers[0]!)
  await run(`${users} tokens in Authorization`, (index) => bearers[index % users]!)
  await run("one session in cookies", () => cookie)
} finally {
  agent.destroy()
  await kill(server)
}
