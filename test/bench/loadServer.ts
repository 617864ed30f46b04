/** The server of the load test, in its own process: `examples/fetch.ts` without permissions. */
import { createAuth } from "latchkey/fetch"
import { serve } from "srvx"

/** The resources that the process has used. */
export interface Usage {
  /** Resident memory, in bytes. */
  readonly rss: number
  /** Processor time of all threads, in microseconds. */
  readonly processor: number
}

const auth = createAuth({ ...JSON.parse(process.argv[2]!), origin: "https://app.example.com" })

const handler = auth.protect((_request, { requireUser }) => new Response(`Hello, ${requireUser().claims.name}!`))

const server = await serve({ fetch: (request) => handler(request), hostname: "127.0.0.1", port: 0, silent: true })
  .ready()

process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send!({ rss: process.memoryUsage.rss(), processor: system + user } satisfies Usage)
})
process.send!(server.url)
