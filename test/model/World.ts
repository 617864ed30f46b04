/**
 * A browser with three tabs, the service, and the network between them. It remembers what a law may ask about: which calls
 * there were, what they sent, and which session each of them saw or changed.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import {
  Cache,
  Client,
  CookieStore,
  StorageStore,
  type Tokens,
  TokenStore,
  Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse
} from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { parse } from "../../src/session/tokensText.ts"
import { serverHeaders } from "../emulator/support.ts"
import { makeJar, makeStorage } from "../support/host.ts"
import type { Fault, What } from "./operations.ts"
import type { View } from "./views.ts"

export const { projectId } = Emulator.clientOptions

/** Where the tabs keep their tokens. */
export type Place = "cookies" | "storage"

/** A session is known by its refresh token. */
export type SessionOf = string | undefined

/** A call of a program in a tab. */
export interface Call {
  readonly tab: Tab
  readonly what: What
  readonly begunAt: number
  readonly begunMillis: number
  /** How often the subscribers of its tab had been told of a session before. */
  readonly toldBefore: number
  /** The sessions that it has found in the store, or left there; and those of them at its very beginning. */
  readonly seen: Array<SessionOf>
  readonly first: Array<SessionOf>
  readonly sent: Array<Sent>
  /** What it has put in the place of what. */
  readonly changes: Array<{ readonly from: SessionOf; readonly to: SessionOf }>
  fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>>
  isInterrupted: boolean
}

/** A request as it left a tab. */
export interface Sent {
  readonly method: string
  readonly path: string
  /** The session of its tokens. */
  readonly session: SessionOf
  /** The status that the service has answered it with, wherever that answer went. */
  status: number | undefined
  error: string | undefined
}

export interface Tab {
  readonly index: number
  readonly scope: Scope.Closeable
  readonly context: Context.Context<Client.Client | TokenStore.TokenStore | Cache.Cache>
  readonly views: Array<View>
  /** What its subscribers were last told. */
  told: SessionOf | "not yet"
  readonly history: Array<SessionOf>
  isClosing: boolean
  isClosed: boolean
}

/** A session as the service began it. */
export interface Begun {
  readonly userId: string
  readonly call: Call | undefined
}

const CallOf = Context.Reference<Call | undefined>("test/model/CallOf", { defaultValue: () => undefined })

/** Lets a store read and write as one step, as one tab among others does on most days. */
const undivided = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

const text = (token: Redacted.Redacted<string> | undefined) => token && Redacted.value(token)

export type World = Effect.Success<ReturnType<typeof makeWorld>>

export const makeWorld = Effect.fnUntraced(function*(place: Place) {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const start = Date.UTC(2026, 0, 1)
  const counts = { turn: 0, requests: 0, underWay: 0, sleeping: 0, fibers: 0, queued: 0 }
  const times = { slept: 0, offset: 0 }
  const network = { latency: [0] as ReadonlyArray<number>, fault: undefined as Fault | undefined }
  const broken: Array<string> = []
  const hanging = new Set<() => void>()

  /** A machine that sleeps wakes up late, with its timers where they were; the service's time has gone on. */
  const clockOf = (now: () => number): Clock.Clock => ({
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) =>
      Effect.acquireUseRelease(
        Effect.sync(() => counts.sleeping++),
        () => clock.sleep(duration),
        () => Effect.sync(() => counts.sleeping--)
      )
  })
  const serviceTime = () => start + clock.currentTimeMillisUnsafe() + times.slept
  const deviceClock = clockOf(() => serviceTime() + times.offset)
  const serviceClock = clockOf(serviceTime)
  const onDevice = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, deviceClock)
  const atService = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Clock.Clock, serviceClock)

  /** Knows when nothing is left to do, and takes fibers off at random steps, as a busy program does at some. */
  const parent = yield* Scheduler.Scheduler
  const scheduler: Scheduler.Scheduler = {
    executionMode: parent.executionMode,
    shouldYield: (fiber) => parent.shouldYield(fiber) || chance() < 0.02,
    makeDispatcher: () => {
      const dispatcher = parent.makeDispatcher()
      return {
        scheduleTask: (task, priority) => {
          counts.queued++
          dispatcher.scheduleTask(() => {
            counts.queued--
            task()
          }, priority)
        },
        flush: () => dispatcher.flush()
      }
    }
  }
  let seed = 1
  const chance = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  /** Lets everything run until it waits for time. */
  const settle: Effect.Effect<void> = Effect.suspend(() =>
    counts.queued === 0 ? Effect.void : Effect.andThen(Effect.yieldNow, settle)
  )

  const emulator = yield* atService(Emulator.make({
    project: { config: { clientUserDeletionEnabled: true, createTeamOnSignUp: true } }
  }))
  const jar = yield* onDevice(makeJar)
  const storage = makeStorage()

  const begun = new Map<string, Begun>()
  /** The session of each access token that was ever issued. */
  const issued = new Map<string, string>()
  /** Sessions that the service has ended, or whose user it has deleted; those whose refresh token a tab was refused. */
  const dead = new Set<string>()
  /** Users whom the service is deleting. */
  const leaving: Array<string> = []
  /** Whose team each is, of those that were ever listed. */
  const teamOwners = new Map<string, string>()
  const refused = new Set<string>()
  /** When a session was taken out of the shared place, and the tabs in which its sign-out is complete. */
  const left = new Map<string, number>()
  const signedOut = new Set<string>()
  let expected: SessionOf

  const violate = (law: string) => void broken.push(law)

  /** The session that the tabs share, looked at without the library's stores. */
  const inPlace = (): SessionOf =>
    place === "cookies"
      ? jar.values()[`stack-refresh-${projectId}`]
      : text(parse(storage.values.get("latchkey"))?.refreshToken)

  /** Notes what a session's store is asked and told, and by which call. */
  const noted = (store: TokenStore.TokenStore["Service"]): TokenStore.TokenStore["Service"] => {
    const see = (call: Call | undefined, tokens: Tokens.Tokens | undefined) => {
      const session = text(tokens?.refreshToken)
      if (call !== undefined) {
        call.seen.push(session)
        if (clock.currentTimeMillisUnsafe() === call.begunMillis) call.first.push(session)
      }
      return tokens
    }
    return {
      get: Effect.withFiber((fiber) =>
        Effect.map(undivided(store.get), (tokens) => see(Context.get(fiber.context, CallOf), tokens))
      ),
      modify: (f) =>
        Effect.withFiber((fiber) => {
          const call = Context.get(fiber.context, CallOf)
          return undivided(store.modify((before) => {
            see(call, before)
            const after = f(before)
            see(call, after)
            const [from, to] = [text(before?.refreshToken), text(after?.refreshToken)]
            if (from !== to) {
              checkChange(call, from, to)
              call?.changes.push({ from, to })
              if (from !== undefined) left.set(from, counts.turn++)
              expected = to
            }
            return after
          }))
        }),
      subscribe: store.subscribe
    }
  }

  /** A session begins by a sign-in that was granted it, and ends by a sign-out, a deletion or a refusal. */
  const checkChange = (call: Call | undefined, from: SessionOf, to: SessionOf) => {
    // A value that is fetched by itself may find out that the session is over.
    if (call === undefined) {
      if (to !== undefined || !refused.has(from!)) violate("a session changes without a call")
      return
    }
    if (to !== undefined) {
      if (begun.get(to)?.call !== call) violate("a session begins that the call was not granted")
      return
    }
    const isDeletion = call.what === "remove" &&
      call.sent.some(({ error, method, path, session, status }) =>
        method === "DELETE" && path === "/users/me" && session === from &&
        (status === 200 && error === undefined || error === "CANNOT_GET_OWN_USER_WITHOUT_USER")
      )
    const isProven = call.what === "signOut" || isDeletion || refused.has(from!)
    if (!isProven) violate(`a session ends without proof, by ${call.what}`)
  }

  const respond = ({ body = "", headers, status }: EmulatorResponse): TransportResponse => ({
    status,
    body,
    header: (name) => headers[name]
  })

  const transport = (tab: Tab): Transport => (request) =>
    Effect.withFiber((fiber) => {
      const call = Context.get(fiber.context, CallOf)
      const sent = look(tab, call, request)
      const number = counts.requests++
      const latency = network.latency[number % network.latency.length]!
      const isFaulty = network.fault !== undefined && number % network.fault.every === 0
      const kind = isFaulty ? network.fault!.kind : undefined
      const lost = (message: string) => Effect.fail(new TransportError({ message, tooLarge: false }))
      const answer = clock.sleep(Duration.millis(latency)).pipe(
        Effect.andThen(
          kind === "offline"
            ? lost("Connection refused")
            : kind === "busy"
            ? Effect.succeed(respond({ status: 429, headers: { "retry-after": "2" }, body: "" }))
            : Effect.flatMap(deleting(sent, atService(emulator.handle(request))), (response) => {
              heard(sent, call, request, response, kind === undefined)
              return Effect.andThen(clock.sleep(Duration.millis(latency)), spoilt(response, kind))
            })
        )
      )
      // In one step with what takes it back: a request may be given up before its first one.
      return Effect.uninterruptibleMask((restore) => {
        counts.underWay++
        return Effect.ensuring(restore(answer), Effect.sync(() => counts.underWay--))
      })
    })

  /** While the service deletes a user, others may already hear that the user is gone. */
  const deleting = <A>({ method, path, session }: Sent, handled: Effect.Effect<A>): Effect.Effect<A> => {
    if (method !== "DELETE" || path !== "/users/me" || session === undefined) return handled
    const { userId } = begun.get(session)!
    return Effect.ensuring(
      Effect.andThen(Effect.sync(() => leaving.push(userId)), handled),
      Effect.sync(() => leaving.splice(leaving.indexOf(userId), 1))
    )
  }

  const spoilt = (
    response: EmulatorResponse,
    kind: Fault["kind"] | undefined
  ): Effect.Effect<TransportResponse, TransportError> => {
    const { body = "" } = response
    switch (kind) {
      case "lost":
        return Effect.fail(new TransportError({ message: "Connection reset", tooLarge: false }))
      case "hangs":
        return Effect.callback((resume) => {
          const end = () => resume(Effect.fail(new TransportError({ message: "Connection reset", tooLarge: false })))
          hanging.add(end)
          return Effect.sync(() => hanging.delete(end))
        })
      case "broken":
        return Effect.succeed(respond({ status: 500, headers: {}, body: "Internal error" }))
      case "unavailable":
        return Effect.succeed(respond({ status: 503, headers: {}, body: "<html></html>" }))
      case "truncated":
        return Effect.succeed(respond({ ...response, body: body.slice(0, body.length / 2) }))
      default:
        return Effect.succeed(respond(response))
    }
  }

  /** Looks at a request when it leaves a tab. */
  const look = (tab: Tab, call: Call | undefined, { body, headers, method, url }: TransportRequest): Sent => {
    const path = new URL(url).pathname.replace(/^\/api\/v1/, "")
    const access = headers["x-stack-access-token"]
    const ofAccess = access === undefined ? undefined : issued.get(access) ?? "nobody"
    const ofRefresh = headers["x-stack-refresh-token"] ??
      (path === "/auth/oauth/token" ? new URLSearchParams(body).get("refresh_token") ?? undefined : undefined)
    const session = ofAccess ?? ofRefresh
    if (ofAccess !== undefined && ofRefresh !== undefined && ofAccess !== ofRefresh) {
      violate("a request has the tokens of two sessions")
    }
    if (tab.isClosed) violate("a tab that is closed sends a request")
    if (session !== undefined) {
      if (signedOut.has(`${tab.index} ${session}`)) violate("a token is sent after its sign-out in the same tab")
      if (call !== undefined && (left.get(session) ?? Infinity) < call.begunAt) {
        violate("a token is sent by a call that was begun when its session was over")
      }
    }
    const sent = { method, path, session, status: undefined, error: undefined }
    call?.sent.push(sent)
    return sent
  }

  /** Learns what the service has answered, wherever the answer goes. */
  const heard = (
    sent: Sent,
    call: Call | undefined,
    { body }: TransportRequest,
    response: EmulatorResponse,
    isWhole: boolean
  ) => {
    sent.status = response.status
    sent.error = response.headers["x-stack-known-error"]
    const { session } = sent
    if (response.status === 200 && sent.error === undefined) {
      const json = JSON.parse(response.body ?? "{}")
      if (typeof json?.refresh_token === "string") begun.set(json.refresh_token, { userId: json.user_id, call })
      if (typeof json?.access_token === "string") {
        issued.set(json.access_token, json.refresh_token ?? new URLSearchParams(body).get("refresh_token"))
      }
      if (sent.method === "GET" && sent.path === "/teams" && session !== undefined) {
        for (const { id } of json.items) teamOwners.set(id, begun.get(session)!.userId)
      }
      if (sent.method === "DELETE" && session !== undefined) {
        if (sent.path === "/auth/sessions/current") dead.add(session)
        if (sent.path === "/users/me") die(begun.get(session)!.userId)
      }
    } else if (sent.error === "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" && session !== undefined && isWhole) {
      refused.add(session)
    }
  }

  /** Ends every session of a user, for the books. */
  const die = (userId: string) => {
    for (const [session, begunBy] of begun) if (begunBy.userId === userId) dead.add(session)
  }

  const fibers: Metric.FiberRuntimeMetricsService = {
    recordFiberStart: () => void counts.fibers++,
    recordFiberEnd: () => void counts.fibers--
  }

  /** Opens a tab: a page that loads the app. */
  const open = Effect.fnUntraced(function*(index: number) {
    const scope = yield* Scope.make()
    const tab: { -readonly [K in keyof Tab]: Tab[K] } = {
      index,
      scope,
      context: Context.empty() as Tab["context"],
      views: [],
      told: "not yet",
      history: [],
      isClosing: false,
      isClosed: false
    }
    const events = storage.tab()
    const host = place === "cookies"
      ? CookieStore.layer({ projectId }).pipe(Layer.provide(jar.layer()))
      : StorageStore.layer(() => storage.storage, { events })
    const layer = Cache.layer().pipe(
      Layer.provideMerge(Client.layer(Emulator.clientOptions)),
      Layer.provideMerge(Layer.effect(TokenStore.TokenStore, Effect.map(TokenStore.TokenStore, noted))),
      Layer.provide(host),
      Layer.provide(Layer.succeed(Transport, transport(tab)))
    )
    const services = Context.make(Clock.Clock, deviceClock).pipe(
      Context.add(Metric.FiberRuntimeMetrics, fibers),
      Context.add(Scheduler.Scheduler, scheduler)
    )
    const built = yield* Layer.buildWithScope(Layer.fresh(layer), scope).pipe(Effect.provideContext(services))
    tab.context = Context.merge(services, built) as Tab["context"]
    const { session } = Context.get(built, Client.Client)
    yield* session.subscribe((state) => {
      if (state._tag === "Loading") return
      tab.told = "tokens" in state ? text(state.tokens.refreshToken) : undefined
      tab.history.push(tab.told)
    }).pipe(Scope.provide(scope), Effect.provideContext(tab.context))
    return tab as Tab
  })

  /** Begins a call in a tab, and does not wait for it. */
  const begin = (
    tab: Tab,
    what: What,
    effect: Effect.Effect<unknown, unknown, Client.Client | Cache.Cache>,
    check: (call: Call, exit: Exit.Exit<unknown, unknown>) => void
  ) =>
    Effect.suspend(() => {
      const call: Call = {
        tab,
        what,
        begunAt: counts.turn++,
        begunMillis: clock.currentTimeMillisUnsafe(),
        toldBefore: tab.history.length,
        seen: [],
        first: [],
        sent: [],
        changes: [],
        // Sound: set before anybody sees the call.
        fiber: undefined as unknown as Call["fiber"],
        isInterrupted: false
      }
      return Effect.exit(effect).pipe(
        Effect.tap((exit) =>
          Effect.sync(() => {
            ended(call, exit)
            check(call, exit)
          })
        ),
        Effect.forkIn(tab.scope, { startImmediately: true }),
        Effect.provideService(CallOf, call),
        Effect.provideContext(tab.context),
        Effect.map((fiber) => {
          call.fiber = fiber
          return call
        })
      )
    })

  const ended = (call: Call, exit: Exit.Exit<unknown, unknown>) => {
    if (call.what === "signOut" && !(Exit.isFailure(exit) && Exit.hasInterrupts(exit))) {
      for (const { from, to } of call.changes) {
        if (from !== undefined && to === undefined) signedOut.add(`${call.tab.index} ${from}`)
      }
    }
  }

  /** Closes a tab, with all that runs in it. */
  const close = (tab: Tab) =>
    Effect.suspend(() => {
      tab.isClosing = true
      return Effect.andThen(Scope.close(tab.scope, Exit.void), Effect.sync(() => tab.isClosed = true))
    })

  /** Ends the sessions of a user, or the user, as somebody else does. */
  const endUser = Effect.fnUntraced(function*(email: string, how: "revoke" | "erase") {
    const ask = (method: string, path: string) =>
      Effect.map(
        atService(
          emulator.handle({ method, url: `https://api.test/api/v1${path}`, headers: serverHeaders, body: undefined })
        ),
        ({ body = "{}" }) => JSON.parse(body)
      )
    const { items } = yield* ask("GET", `/users?query=${email}`)
    for (const { id } of items) {
      die(id)
      if (how === "erase") {
        yield* ask("DELETE", `/users/${id}`)
        continue
      }
      const sessions = yield* ask("GET", `/auth/sessions?user_id=${id}`)
      for (const session of sessions.items) yield* ask("DELETE", `/auth/sessions/${session.id}?user_id=${id}`)
    }
  })

  /** Ends every request that hangs, as a network does that comes back. */
  const resetHanging = Effect.sync(() => {
    for (const end of Array.from(hanging)) end()
  })

  return {
    counts,
    times,
    settle,
    network,
    broken,
    emulator,
    atService,
    jar,
    storage,
    begun,
    /** Whether the service has ended a session, or a tab. */
    isOver: (session: string) => dead.has(session) || left.has(session) || leaving.includes(begun.get(session)!.userId),
    isTeamOf: (teamId: string, userId: string | undefined) => teamOwners.get(teamId) === userId,
    isDead: (session: string) => dead.has(session) || leaving.includes(begun.get(session)!.userId),
    inPlace,
    expected: () => expected,
    violate,
    open,
    close,
    begin,
    endUser,
    resetHanging,
    /** Whose access token it is. */
    userOf: (token: Redacted.Redacted<string>) => begun.get(issued.get(Redacted.value(token))!)?.userId,
    listeners: () => storage.listeners()
  }
})
