/** Shared state over a Redis server: a real one, or the fake one of `fakeRedis.ts`. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { RedisSessionStore, RedisState } from "latchkey/redis"
import { SessionStore } from "latchkey/server"
import { ConsentStore } from "../../src/server/agents/ConsentStore.ts"
import { SharedCache, SharedRefresh } from "../../src/server/SharedState.ts"
import { EndedSessions, make as makeEnded } from "../../src/session/EndedSessions.ts"
import { type IssueMemory, SharedIssueMemory } from "../../src/session/IssueMemory.ts"
import { jwt } from "../session/support.ts"
import { layerRedis } from "../support/redisServer.ts"

export const secret = "ssk_of_the_tests"

/** Long, so that a busy machine breaks no limit. */
export const options: RedisState.RedisStateOptions = {
  secret,
  commandTimeout: "5 minutes",
  lease: "5 minutes",
  lockTimeout: "5 minutes"
}

/** A server as its clients see it: the URL of a real one, or the connection to a fake one. */
export type Server = string | Layer.Layer<Redis.Redis>

/** How a suite defines its tests: `realRedis` or `fakeRedis`. */
export interface SuiteOptions {
  readonly describe: (name: string, tests: () => void) => void
  readonly test: (name: string, run: () => Effect.Effect<void, unknown, Scope.Scope>) => void
  /** Starts a server until the scope closes. */
  readonly startRedis: () => Effect.Effect<
    {
      readonly server: Server
      readonly signal: (signal: "SIGSTOP" | "SIGCONT") => Effect.Effect<void>
      /** Refuses writes with an error, or with none accepts them again. Real servers choose the error themselves. */
      readonly refuseWrites: (error: "OOM" | "READONLY" | undefined) => Effect.Effect<void>
    },
    never,
    Scope.Scope
  >
  /** Runs a call after an outage. Repeats the call until it succeeds, if the connection needs time. */
  readonly retryAfterOutage: <A, E>(call: Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** The lease of a long request, and the number of renewals that it waits for. */
  readonly lease: { readonly duration: Duration.Input; readonly renewals: number }
}

const connect = (server: Server): Layer.Layer<Redis.Redis> => typeof server === "string" ? layerRedis(server) : server

const makeOfProcess = () => {
  const known = new Set<string>()
  return makeEnded(() => known)
}

export interface Process {
  readonly refresh: SharedRefresh
  readonly cache: SharedCache
  readonly consents: ConsentStore
  readonly issues: IssueMemory
  readonly ended: EndedSessions
}

/** Creates the shared state of one process. */
export const openProcess = (
  server: Server,
  given: Partial<RedisState.RedisStateOptions> = {}
): Effect.Effect<Process, never, Scope.Scope> =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(
      RedisState.layer({ ...options, ...given }),
      // Each process has its own sign-outs.
      Layer.merge(connect(server), Layer.sync(EndedSessions, () => makeOfProcess()))
    ))),
    (context) => ({
      refresh: Context.get(context, SharedRefresh),
      cache: Context.get(context, SharedCache)!,
      consents: Context.get(context, ConsentStore)!,
      issues: Context.get(context, SharedIssueMemory)!,
      ended: Context.get(context, EndedSessions)
    })
  )

/** Creates the session store of one process. */
export const openStore = (
  server: Server,
  options: RedisSessionStore.RedisSessionStoreOptions = {}
): Effect.Effect<SessionStore.SessionStore["Service"], never, Scope.Scope> =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(
      RedisSessionStore.layer({ commandTimeout: "5 minutes", ...options }),
      connect(server)
    ))),
    Context.get(SessionStore.SessionStore)
  )

/** Sends a command over a new connection, and returns the reply. */
export const send = (server: Server, command: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(Redis.Redis, (redis) => redis.send(command, ...args)).pipe(
    Effect.provide(Layer.fresh(connect(server))),
    Effect.orDie
  )

/** Everything that the server stores: the keys and the values of strings. */
export const dump = Effect.fnUntraced(function*(server: Server) {
  const keys = (yield* send(server, "KEYS", "*")) as ReadonlyArray<string>
  return yield* Effect.forEach(
    keys,
    (key) => Effect.map(send(server, "GET", key), (value) => [key, String(value)] as const)
  )
})

export const refreshToken = Redacted.make("refresh-token-of-ada")

let issued = 0

/** Issues an access token with a lifetime in seconds. */
export const issue = (lifetime = 600, issuedAt = Math.floor(Date.now() / 1000)): Redacted.Redacted<string> =>
  Redacted.make(jwt({ sub: "ada", number: ++issued, iat: issuedAt, exp: issuedAt + lifetime }))

export const always = () => Effect.succeed(true)
