/** The requests that a server sends under load, which are exact. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { Authentication, Sessions, Users } from "latchkey/server"
import { makeExpiredCookie, runAll, startService, startWorkers } from "../redis/processSupport.ts"
import { hasRedis, noRedis } from "../support/findRedis.ts"
import { startRedis } from "../support/redisServer.ts"
import { countTransport } from "./countTransport.ts"
import { printCount, printHeader, printLimitedCount, printRow } from "./report.ts"
import { counts, limits } from "./targets.ts"

/** Checks and prints the counts. */
export const checkRequests = async (): Promise<void> => {
  printHeader("requests of a server to the service")
  printCount(
    "key fetches: 1,000 concurrent first requests",
    await countKeyFetches(1000, (token) => token),
    counts.keyFetches
  )
  printLimitedCount(
    "key fetches: 10,000 forged key ids",
    await countKeyFetches(10_000, forgeKeyId),
    limits.keyFetchesForForgedIds
  )
  await Effect.runPromise(Effect.scoped(countRefreshes))
}

/** Authenticates concurrent requests without cached keys, and returns the number of requests for the keys. */
const countKeyFetches = async (
  requests: number,
  makeToken: (token: string, index: number) => string
): Promise<number> => {
  const fetches = countTransport((url) => url.includes("/.well-known/"))
  const runtime = ManagedRuntime.make(
    Authentication.layer(Emulator.serverOptions).pipe(
      Layer.provideMerge(fetches.layer),
      Layer.provideMerge(Layer.fresh(Emulator.layer()))
    )
  )
  const authenticateAll = Effect.gen(function*() {
    const { id: userId } = yield* Users.create()
    const { accessToken } = yield* Sessions.create({ userId })
    const tokens = Array.from({ length: requests }, (_, index) => makeToken(Redacted.value(accessToken!), index))
    yield* Effect.forEach(tokens, (token) =>
      Effect.exit(Authentication.authenticate(
        new Request("https://app.example.com/orders", { headers: { authorization: `Bearer ${token}` } })
      )), { concurrency: "unbounded", discard: true })
  })
  await runtime.runPromise(authenticateAll)
  await runtime.dispose()
  return fetches.count
}

/** Returns the token with the id of a key that the project does not have. */
const forgeKeyId = (token: string, index: number): string => {
  const header = Buffer.from(JSON.stringify({ alg: "ES256", kid: `forged${index}` })).toString("base64url")
  return [header, ...token.split(".").slice(1)].join(".")
}

/** Sends 100 concurrent requests with one expired session to each of eight processes. */
const countRefreshes = Effect.gen(function*() {
  const title = "8 processes x 100 requests"
  const service = yield* startService
  // Without a Redis server, the processes do not wait for the connection.
  const isRedisInstalled = hasRedis()
  const { url } = isRedisInstalled ? yield* startRedis() : { url: "redis://127.0.0.1:1" }
  const workers = yield* startWorkers(service, url, 8, !isRedisInstalled)
  const count = Effect.fnUntraced(function*(isAlone: boolean) {
    const before = service.refreshes()
    const { tags } = yield* runAll(workers, yield* makeExpiredCookie(service), { isAlone })
    printCount(`${title}: signed in`, tags["User"] ?? 0, 800)
    return service.refreshes() - before
  })
  printLimitedCount(`${title}, refreshes alone`, yield* count(true), limits.refreshesAlone)
  if (isRedisInstalled) printCount(`${title}, refreshes with Redis`, yield* count(false), counts.refreshesWithRedis)
  else printRow(`${title}, refreshes with Redis`, ["not measured"], noRedis)
})
