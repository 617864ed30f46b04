/** A random life of one session: tabs, servers, sleep, wrong clocks, lost messages, crashes, and a thief. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { TestClock } from "effect/testing"
import { Client, ForeignUse, Locks, Session, Sessions, StorageTokenStore, TokenStore, Transport } from "latchkey"
import { TransportFailure, type TransportRequest, type TransportResponse } from "../../src/call/Transport.ts"
import { makeStorageMemory } from "../../src/session/IssueMemory.ts"
import { makeContext } from "../../src/session/makeForeignUse.ts"

/** Returns random numbers from 0 to 1 (mulberry32). */
export const makeRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const day = 86_400_000
const second = 1000
const minute = 60_000

export interface Outcome {
  readonly thefts: number
  readonly alarms: ReadonlyArray<number>
  readonly falseAlarms: ReadonlyArray<number>
  readonly steps: ReadonlyArray<string>
}

/** The kinds of lives. In `plain`, the thief's use is the only disturbance. */
export type Kind = "wild" | "plain"

interface Row {
  readonly id: string
  readonly refreshToken: string
  lastUsedAt: number
}

interface Tab {
  readonly context: Context.Context<Client.Client>
  readonly scope: Scope.Closeable
  readonly fibers: Array<Fiber.Fiber<unknown, unknown>>
}

const encode = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

const respond = (status: number, body: unknown, code?: string): TransportResponse => ({
  status,
  header: (name) => name === "x-stack-known-error" ? code : undefined,
  body: JSON.stringify(body)
})

/** Runs one life. The TestClock continues between lives. */
export const live = Effect.fnUntraced(function*(seed: number, kind: Kind): Effect.fn.Return<Outcome> {
  const random = makeRandom(seed)
  const below = (max: number) => Math.floor(random() * max)
  const chance = (probability: number) => random() < probability
  const isWild = kind === "wild"
  const base = yield* Clock.Clock
  const worldScope = yield* Scope.make()
  const steps: Array<string> = []
  const thefts = new Set<number>()
  const alarms: Array<number> = []

  // Clocks. Sleep moves all of them except the timers of the device.
  let slept = 0
  const serviceAhead = isWild ? below(2 * day) - day : 0
  const lifetime = chance(0.3) ? minute : 10 * minute
  const serviceNow = () => base.currentTimeMillisUnsafe() + 2 * day + slept + serviceAhead
  const deviceClock: Clock.Clock = {
    ...base,
    currentTimeMillisUnsafe: () => base.currentTimeMillisUnsafe() + 2 * day + slept,
    currentTimeMillis: Effect.sync(() => base.currentTimeMillisUnsafe() + 2 * day + slept),
    currentTimeNanosUnsafe: () => base.currentTimeNanosUnsafe(),
    currentTimeNanos: base.currentTimeNanos,
    sleep: (duration) => base.sleep(duration)
  }

  // The service, with instances whose clocks differ.
  const rows: ReadonlyArray<Row> = ["own", "other"].map((name) => ({
    id: `00000000-0000-4000-8000-00000000000${name.length}`,
    refreshToken: `refresh-${name}-${seed}`,
    lastUsedAt: serviceNow()
  }))
  const own = rows[0]!
  const skew = () => isWild ? below(2001) - 1000 : 0
  const issue = (row: Row): string => {
    row.lastUsedAt = serviceNow() + skew()
    const iat = Math.floor((serviceNow() + skew() + (isWild ? below(3000) : 0)) / 1000)
    const claims = { sub: "u", iat, exp: iat + lifetime / 1000, refresh_token_id: row.id, n: below(1e9) }
    return `${encode({ alg: "none" })}.${encode(claims)}.x`
  }
  const process = (request: TransportRequest): TransportResponse => {
    const path = request.url.replace(/^.*\/api\/v1/, "")
    if (path.startsWith("/auth/sessions?")) {
      const token = request.headers["x-stack-access-token"] ?? ""
      const claims = JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/")))
      if (claims.exp * 1000 <= serviceNow()) {
        const expired = {
          code: "ACCESS_TOKEN_EXPIRED",
          error: "expired",
          details: { expired_at_millis: claims.exp * 1000 }
        }
        return respond(401, expired, "ACCESS_TOKEN_EXPIRED")
      }
      return respond(200, {
        is_paginated: false,
        items: rows.map(({ id, lastUsedAt }) => ({
          id,
          user_id: "u",
          created_at: 0,
          is_impersonation: false,
          last_used_at: lastUsedAt,
          is_current_session: id === claims.refresh_token_id
        }))
      })
    }
    const token = request.headers["x-stack-refresh-token"] ??
      new URLSearchParams(request.body ?? "").get("refresh_token")
    const row = rows.find(({ refreshToken }) => refreshToken === token)
    if (row === undefined) return respond(404, "no such path")
    return respond(200, { access_token: issue(row) })
  }
  const failure = new TransportFailure({ message: "lost" })
  const transport: Transport = (request) =>
    Effect.suspend(() => {
      if (!isWild) return Effect.sync(() => process(request))
      const there = chance(0.1) ? below(25 * second) : below(400)
      const back = chance(0.1) ? below(25 * second) : below(400)
      const fate = random()
      // The request never arrives, or its answer arrives too late.
      if (fate < 0.06) return Effect.andThen(Effect.sleep(there), Effect.fail(failure))
      if (fate < 0.12) {
        const late = Effect.andThen(Effect.sleep(below(280 * second)), Effect.sync(() => process(request)))
        return Effect.andThen(
          Effect.forkIn(Effect.provideService(late, Clock.Clock, base), worldScope),
          Effect.andThen(Effect.sleep(there), Effect.fail(failure))
        )
      }
      // The service works on after the client has gone.
      return Effect.flatMap(
        Effect.forkIn(
          Effect.andThen(Effect.sleep(there), Effect.sync(() => process(request))),
          worldScope
        ),
        (fiber) =>
          Effect.flatMap(Fiber.join(fiber), (response) =>
            Effect.andThen(
              Effect.sleep(back),
              fate < 0.2
                ? Effect.fail(failure)
                : fate < 0.23
                ? Effect.succeed(respond(503, "busy"))
                : Effect.succeed(response)
            ))
      )
    })

  // The browser: storage with a disk that is written later, and locks.
  let stored = new Map<string, string>()
  let disk = new Map<string, string>()
  let savedAt = 0
  let isFull = false
  const save = () => {
    if (base.currentTimeMillisUnsafe() - savedAt < 5 * second) return
    disk = new Map(stored)
    savedAt = base.currentTimeMillisUnsafe()
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error("QuotaExceededError")
      save()
      stored.set(key, value)
    },
    removeItem: (key: string) => {
      save()
      stored.delete(key)
    }
  }
  const semaphores = new Map<string, Semaphore.Semaphore>()
  const locks: Locks.Locks = (name, effect, timeout) =>
    Effect.suspend(() => {
      const semaphore = semaphores.get(name) ?? Semaphore.makeUnsafe(1)
      semaphores.set(name, semaphore)
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(Effect.timeoutOption(semaphore.take(1), timeout ?? "2 seconds")), (taken) =>
          Effect.ensuring(restore(effect), taken._tag === "Some" ? semaphore.release(1) : Effect.void))
      )
    })

  const tabs: Array<Tab> = []
  const openTab = Effect.gen(function*() {
    const scope = yield* Scope.make()
    const store = yield* StorageTokenStore.make(storage)
    const context = yield* makeContext(makeStorageMemory(storage, locks), store).pipe(
      Effect.provideService(Transport, transport),
      Effect.provideService(Locks.Locks, locks)
    )
    const client = yield* Client.make({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }).pipe(
      Effect.provideService(TokenStore.TokenStore, store),
      Effect.provideService(Locks.Locks, locks),
      Effect.provideContext(Context.merge(Context.make(TokenStore.TokenStore, store), context)),
      Effect.orDie
    )
    yield* Scope.provide(
      Context.get(context, ForeignUse.ForeignUse).subscribe((use) => alarms.push(use.at.getTime())),
      scope
    )
    tabs.push({ scope, fibers: [], context: Context.add(context, Client.Client, client) })
  })
  const run = (tab: Tab, effect: Effect.Effect<unknown, unknown, Client.Client>) =>
    Effect.gen(function*() {
      const fiber = yield* effect.pipe(
        Effect.exit,
        Effect.provideContext(tab.context),
        Effect.provideService(Clock.Clock, deviceClock),
        Effect.forkIn(worldScope)
      )
      tab.fibers.push(fiber)
    })
  const closeTab = (tab: Tab) =>
    Effect.andThen(
      Effect.forEach(tab.fibers, (fiber) => Effect.sync(() => fiber.interruptUnsafe()), { discard: true }),
      Scope.close(tab.scope, Exit.void)
    )
  const steal = Effect.sync(() => {
    issue(own)
    thefts.add(own.lastUsedAt)
  })
  const check = Effect.tap(Sessions.foreignUse, (use) => Effect.sync(() => use && alarms.push(use.at.getTime())))

  // The session starts in the first tab.
  yield* openTab
  storage.setItem("latchkey", JSON.stringify({ refreshToken: own.refreshToken }))
  yield* run(tabs[0]!, Session.refresh)
  yield* TestClock.adjust("7 minutes")

  const willSteal = !isWild || chance(0.5)
  const stolenFrom = isWild ? 5 : below(8)
  const length = isWild ? 40 : 12
  for (let step = 0; step < length; step++) {
    const tab = tabs[below(tabs.length)]
    const kind = below(100)
    if (tab === undefined) {
      yield* openTab
    } else if (!isWild) {
      if (step === stolenFrom) yield* steal
      yield* run(tab, Session.getAccessToken())
      yield* TestClock.adjust(below(4 * minute))
    } else if (kind < 25) {
      steps.push("token")
      yield* run(tab, Session.getAccessToken())
    } else if (kind < 33) {
      steps.push("refresh")
      yield* run(tab, Session.refresh)
    } else if (kind < 43) {
      steps.push("check")
      yield* run(tab, check)
    } else if (kind < 60) {
      steps.push("seconds")
      yield* TestClock.adjust(below(20 * second))
    } else if (kind < 76) {
      steps.push("minutes")
      yield* TestClock.adjust(below(11 * minute))
    } else if (kind < 79) {
      steps.push("sleep")
      slept += below(day / 2)
    } else if (kind < 83) {
      steps.push("open")
      if (tabs.length < 4) yield* openTab
    } else if (kind < 86) {
      steps.push("close")
      tabs.splice(tabs.indexOf(tab), 1)
      yield* closeTab(tab)
    } else if (kind < 88) {
      steps.push("crash")
      for (const each of tabs.splice(0)) yield* closeTab(each)
      semaphores.clear()
      stored = new Map(disk)
      savedAt = 0
      if (!stored.has("latchkey")) stored.set("latchkey", JSON.stringify({ refreshToken: own.refreshToken }))
    } else if (kind < 89) {
      steps.push("clear")
      stored.delete("latchkey-issues")
    } else if (kind < 90) {
      steps.push("full")
      isFull = !isFull
    } else if (kind < 91) {
      // A server gets the refresh token in a header, and refreshes behind the browser's back.
      steps.push("server")
      yield* run(tab, Effect.tap(Session.authHeaders, () => Effect.sync(() => issue(own))))
    } else if (kind < 93) {
      steps.push("other device")
      issue(rows[1]!)
    } else if (willSteal && step > stolenFrom) {
      steps.push("steal")
      yield* steal
    }
  }
  yield* Effect.forEach(tabs, (tab) => run(tab, check), { discard: true })
  yield* TestClock.adjust("10 minutes")
  for (const tab of tabs) yield* closeTab(tab)
  yield* Scope.close(worldScope, Exit.void)
  return { thefts: thefts.size, alarms, falseAlarms: alarms.filter((at) => !thefts.has(at)), steps }
})
