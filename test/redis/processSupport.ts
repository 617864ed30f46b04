/** Eight processes of a server, one service and one Redis. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { type Tokens, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Server, Sessions, Users } from "latchkey/server"
import { fork } from "node:child_process"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { fileURLToPath } from "node:url"
import { cookiesOf } from "../server/authenticationSupport.ts"
import type { Outcome, Settings, Task } from "./worker.ts"

const worker = fileURLToPath(new URL("./worker.ts", import.meta.url))

export interface Worker {
  /** Sends requests, and returns their outcome. Never returns after a kill. */
  readonly run: (task: Task) => Effect.Effect<Outcome>
  /** Ends the process with SIGKILL, so that it cleans up nothing. */
  readonly kill: Effect.Effect<void>
}

const startWorker = (settings: Settings): Effect.Effect<Worker, never, Scope.Scope> =>
  Effect.gen(function*() {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        fork(worker, [JSON.stringify(settings)], {
          execArgv: ["--conditions=@latchkey/source"],
          stdio: ["inherit", "inherit", "pipe", "ipc"]
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    let errors = ""
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      errors += text
      process.stderr.write(text)
    })
    // Without the race, a process that ends would only end the test at its time limit.
    let isKilled = false
    const failed = new Promise<never>((_, reject) =>
      child.once("close", (code, signal) => {
        if (!isKilled) reject(new Error(`The worker has ended with ${signal ?? `code ${code}`}: ${errors}`))
      })
    )
    failed.catch(() => {})
    const next = <A>() => {
      const message = new Promise<A>((resolve) => child.once("message", (message) => resolve(message as A)))
      return Promise.race([message, failed])
    }
    yield* Effect.promise(() => next<"ready">())
    return {
      run: (task) =>
        Effect.promise(() => {
          const outcome = next<Outcome>()
          child.send(task)
          return outcome
        }),
      kill: Effect.promise(() => {
        isKilled = true
        const ended = new Promise((resolve) => child.once("exit", resolve))
        child.kill("SIGKILL")
        return ended
      })
    }
  })

export interface Service {
  readonly url: string
  /** The number of refreshes that the service got. */
  readonly refreshes: () => number
  /** Makes the next refresh hang, and waits for it. */
  readonly holdRefresh: Effect.Effect<Effect.Effect<void>>
  /** Creates a session whose access token has expired. */
  readonly makeExpiredTokens: Effect.Effect<Tokens.RefreshableTokens>
  readonly settings: Omit<Settings, "redisUrl" | "isEager">
}

/** Starts a service that takes 100 milliseconds for a refresh. */
export const startService: Effect.Effect<Service, never, Scope.Scope> = Effect.gen(function*() {
  const { projectId, secretServerKey } = Emulator.adminOptions
  const context = yield* Layer.build(
    Layer.fresh(
      Server.layer({ projectId: projectId!, secretServerKey: secretServerKey! }).pipe(
        Layer.provide(TokenStore.layerNone),
        Layer.provideMerge(Emulator.layer())
      )
    )
  )
  const run = Effect.provideContext(context)
  let refreshes = 0
  let held: Deferred.Deferred<void> | undefined
  const countRefreshes = Faults.make(({ request, send }) => {
    if (!request.url.endsWith("/refresh")) return send
    refreshes++
    const hold = held
    held = undefined
    return hold === undefined
      ? Effect.delay(send, "100 millis")
      : Effect.andThen(Deferred.succeed(hold, undefined), Effect.never)
  })
  const { url } = yield* run(serve())
  yield* run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(countRefreshes)))
  const makeExpiredTokens = Effect.gen(function*() {
    const { id } = yield* Users.create({ displayName: "Ada" })
    const emulator = yield* Emulator.Emulator
    yield* emulator.setFault(Faults.clockBehind("1 hour"))
    const tokens = yield* Sessions.create({ userId: id })
    yield* emulator.setFault(countRefreshes)
    return tokens
  })
  return {
    url,
    refreshes: () => refreshes,
    holdRefresh: Effect.map(Deferred.make<void>(), (deferred) => {
      held = deferred
      return Deferred.await(deferred)
    }),
    makeExpiredTokens: Effect.orDie(run(makeExpiredTokens)),
    settings: {
      apiUrl: url,
      projectId: projectId!,
      secretServerKey: Redacted.value(secretServerKey as Redacted.Redacted<string>)
    }
  }
}).pipe(Effect.orDie)

/** Creates a session whose access token has expired, and returns its cookies. */
export const makeExpiredCookie = (service: Service): Effect.Effect<string> =>
  Effect.map(
    service.makeExpiredTokens,
    ({ accessToken, refreshToken }) =>
      cookiesOf({ refreshToken: Redacted.value(refreshToken), accessToken: Redacted.value(accessToken!) })
  )

/** Starts processes, and waits until they are connected to Redis, unless they are eager. */
export const startWorkers = (service: Service, redisUrl: string, count: number, isEager = false) =>
  Effect.forEach(
    Array.from({ length: count }),
    () => startWorker({ ...service.settings, redisUrl, isEager }),
    { concurrency: 4 }
  )

/** Sends concurrent requests to each process, 100 by default, and returns the sum of the outcomes. */
export const runAll = (workers: ReadonlyArray<Worker>, cookie: string, task: Partial<Task> = {}) =>
  Effect.map(
    Effect.all(workers.map((worker) => worker.run({ cookie, count: 100, ...task })), { concurrency: "unbounded" }),
    (outcomes) => {
      const tags: Record<string, number> = {}
      for (const [tag, many] of outcomes.flatMap((outcome) => Object.entries(outcome.tags))) {
        tags[tag] = (tags[tag] ?? 0) + many
      }
      for (const message of new Set(outcomes.flatMap(({ messages }) => messages))) console.error(message)
      return { tags, setCookies: [...new Set(outcomes.flatMap(({ setCookies }) => setCookies))] }
    }
  )

/** A network between the processes and Redis, which a test can cut: packets are lost, and connections stay open. */
export const startNetwork = Effect.fnUntraced(function*(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1")
    client.pipe(upstream).pipe(client)
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      if (isCut) socket.pause()
      socket.on("error", () => socket.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  )
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: Effect.sync(() => {
      isCut = true
      for (const socket of sockets) socket.pause()
    }),
    heal: Effect.sync(() => {
      isCut = false
      for (const socket of sockets) socket.resume()
    })
  }
})
