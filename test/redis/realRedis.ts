/** How suites test with real Redis servers. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { describeRedis, startRedis } from "../support/redisServer.ts"
import { send, type SuiteOptions } from "./support.ts"

export const realRedis: SuiteOptions = {
  describe: describeRedis,
  test: it.live,
  startRedis: () =>
    Effect.map(startRedis(), ({ signal, url }) => ({
      server: url,
      signal,
      refuseWrites: (error) =>
        error === "OOM"
          ? Effect.asVoid(send(url, "CONFIG", "SET", "maxmemory", "1"))
          : error === "READONLY"
          // A replica of a server that does not exist keeps its data.
          ? Effect.asVoid(send(url, "REPLICAOF", "127.0.0.1", "1"))
          : Effect.andThen(
            send(url, "CONFIG", "SET", "maxmemory", "0"),
            Effect.asVoid(send(url, "REPLICAOF", "NO", "ONE"))
          )
    })),
  // The connection may not be ready. The limit is below Vitest's, so that a failed test shows the last error.
  retryAfterOutage: Effect.retry(Schedule.upTo(Schedule.spaced("50 millis"), { duration: "5 minutes" })),
  // The first renewal is after 10 seconds, which leaves 20 seconds for the delays of a busy machine.
  lease: { duration: "30 seconds", renewals: 1 }
}
