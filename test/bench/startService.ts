/** Starts the service of the benchmarks. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { ServiceCommand, ServiceMessage } from "./service.ts"

/** Starts `service.ts` in a separate thread. */
export const startService = async () => {
  const worker = new Worker(new URL("./service.ts", import.meta.url))
  const next = async (): Promise<ServiceMessage> => (await once(worker, "message"))[0]
  const send = (command: ServiceCommand) => worker.postMessage(command)
  const started = await next()
  if (!("port" in started)) throw new Error("The service did not start")
  return {
    url: `http://127.0.0.1:${started.port}`,
    send,
    /** Returns the requests since the last call, by method and path. */
    takeCounts: async (): Promise<Record<string, number>> => {
      send("counts")
      const answer = await next()
      return "counts" in answer ? answer.counts : {}
    },
    stop: () => worker.terminate()
  }
}

export type Service = Awaited<ReturnType<typeof startService>>

/** Returns the number of all requests. */
export const sumCounts = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)
