/** Real Redis servers of tests. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redis from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { command, hasRedis, noRedis } from "./findRedis.ts"

/** `describe` for tests that need Redis. Skips them on a machine without Redis, except in CI. */
export const describeRedis: (name: string, tests: () => void) => void = (name, tests) => {
  if (hasRedis()) return describe(name, tests)
  if (process.env["CI"] === "true") throw new Error(noRedis)
  console.warn(noRedis)
  describe.skip(name, tests)
}

export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Sends a signal to the process. */
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Ends the process and starts another one on the same port. Data survives with `persistent` only. */
  readonly restart: Effect.Effect<void>
  readonly stop: Effect.Effect<void>
  readonly start: Effect.Effect<void>
}

/** Runs a Redis server on a free port, in a temporary folder, until the scope closes. */
export const startRedis = Effect.fnUntraced(function*(
  { persistent = false }: { readonly persistent?: boolean } = {}
): Effect.fn.Return<RedisServer, never, Scope.Scope> {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-redis-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  const port = yield* findPort
  let child: ChildProcess | undefined
  const stop = Effect.promise(async () => {
    const stopped = child
    child = undefined
    if (stopped === undefined || stopped.exitCode !== null || stopped.signalCode !== null) return
    const ended = new Promise((resolve) => stopped.once("exit", resolve))
    // A stopped process handles no other signal before it continues.
    stopped.kill("SIGCONT")
    stopped.kill("SIGKILL")
    await ended
  })
  const start = Effect.andThen(
    Effect.sync(() => {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
      const storage = ["--appendonly", persistent ? "yes" : "no", "--appendfsync", "always"]
      child = spawn(command, [...options, ...storage], { stdio: "ignore" })
    }),
    awaitReady(port)
  )
  yield* Effect.acquireRelease(start, () => stop)
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => Effect.sync(() => child?.kill(signal)),
    restart: Effect.andThen(stop, start),
    stop,
    start
  }
})

export const findPort: Effect.Effect<number> = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** Waits until the server answers a PING. */
const awaitReady = (port: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    while (!(await ping(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  })

const ping = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"))
    socket.on("data", (data) => {
      socket.destroy()
      resolve(data.toString().startsWith("+PONG"))
    })
    socket.on("error", () => resolve(false))
  })

/** A connection to a Redis server. */
export const layerRedis = (url: string): Layer.Layer<Redis.Redis> =>
  Layer.orDie(NodeRedis.layer({ url })) as Layer.Layer<Redis.Redis>
