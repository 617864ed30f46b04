/**
 * A browser with three tabs, the service, and the network between them. It records the facts that a law may check: the calls,
 * their requests, and the sessions each of them read or changed.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import { decodeJwt } from "jose"
import { Cache, Client, type Tokens, TokenStore, Transport, TransportFailure, type TransportRequest } from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { serverHeaders } from "../emulator/support.ts"
import { appUrl } from "../support/host.ts"
import { turn } from "../support/turns.ts"
import { foreignHost, hosts, makeAppServer, type PageResponse } from "./appServer.ts"
import { endUser } from "./endUser.ts"
import { makeHost } from "./host.ts"
import { checkChange, checkRequest, readRequest } from "./laws.ts"
import { respond, spoilt } from "./network.ts"
import type { Fault, What } from "./operations.ts"
import { makePlace, type Place, type SessionOf } from "./places.ts"
import type { Plant } from "./plants.ts"
import { type Begun, type Call, CallOf, type Issued, type Moment, type Sent, type Tab } from "./records.ts"

export const { projectId } = Emulator.clientOptions

/** Lets a store read and write as one step, as it usually does across tabs. */
const undivided = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

const text = (token: Redacted.Redacted<string> | undefined) => token && Redacted.value(token)

/** The longest wait for a new token while there is a valid one, and the time until the next attempt, in milliseconds. */
const renewalMillis = 5000
const pauseMillis = 15_000

/** A refresh that takes longer may be too late for a call that has waited for other work, in milliseconds. */
const slowMillis = 2000

/** The time in which every tab notices a change of the cookies, in milliseconds. */
const noticeMillis = 200

export type World = Effect.Success<ReturnType<typeof makeWorld>>

/**
 * The recorders of all tabs that were opened. With them, fibers do not yield at random steps: a recording does not contain the
 * order in which a scheduler runs them.
 */
export interface Recorders extends Array<Recorder.Recorder["Service"]> {
  /** The number of events that each recorder keeps; all of them by default. */
  capacity?: number
}

export const makeWorld = Effect.fnUntraced(function*(place: Place, plant: Plant | undefined, recorders?: Recorders) {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const start = Date.UTC(2026, 0, 1)
  const counts = { turn: 0, requests: 0, underWay: 0, sleeping: 0, fibers: 0, queued: 0, writing: 0, pages: 0 }
  const times = { slept: 0, offset: 0, clockChanges: 0 }
  const network = { latency: [0] as ReadonlyArray<number>, fault: undefined as Fault | undefined }
  const broken: Array<string> = []
  const hanging = new Set<() => void>()

  const { chance, clockOf, scheduler, settle: settleTabs } = yield* makeHost(counts, recorders && 0)
  // The servers have another scheduler: work outside of Effect does not change the order of the tabs.
  const { scheduler: serverScheduler } = yield* makeHost(counts, 0)
  const serviceTime = () => start + clock.currentTimeMillisUnsafe() + times.slept
  const deviceClock = clockOf(() => serviceTime() + times.offset)
  const serviceClock = clockOf(serviceTime)
  /** The timers of servers outlive the tabs, so they are not counted. */
  const serverClock: Clock.Clock = { ...serviceClock, sleep: clock.sleep }
  const onDevice = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, Clock.Clock, deviceClock)
  const atService = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, Clock.Clock, serviceClock)

  const emulator = yield* atService(Emulator.make({
    project: { config: { clientUserDeletionEnabled: true, createTeamOnSignUp: true } }
  }))
  const shelf = yield* (place === "cookies" ? onDevice : identity)(makePlace(place, projectId, chance))

  const begun = new Map<string, Begun>()
  /** The session of each access token ever issued. */
  const issued = new Map<string, string>()
  /** Sessions that the service ended, or whose user it deleted; those whose refresh token was refused to a tab. */
  const dead = new Set<string>()
  /** Users that the service is deleting. */
  const leaving: Array<string> = []
  /** The owner of each team ever listed. */
  const teamOwners = new Map<string, string>()
  const refused = new Set<string>()
  const births = new Map<string, Issued>()
  /** Slow and failed refreshes: the start times of the running ones, and the last end. */
  const trouble = { underWay: new Set<number>(), endedAt: -Infinity }
  /** Sessions that this browser has signed out with a mark, and the time of its clock. */
  const marked = new Map<string, { readonly device: number; readonly awake: number }>()
  const openTabs = new Set<Tab>()
  /** The time of the last change of the shared storage. */
  let changedAt = -Infinity
  /** A late response has replaced this session before all tabs have noticed it. */
  let unnoticed: SessionOf
  /** The session that the last change of the shared storage has replaced. */
  let replaced: SessionOf
  /** The `Cookie` headers of earlier requests to the app's server. */
  const oldCookies: Array<string> = []
  /** The time a session was removed from the shared storage, and the tabs whose sign-out has completed. */
  const left = new Map<string, number>()
  const signedOut = new Set<string>()
  let expected: SessionOf

  const violate = (law: string) => void broken.push(law)
  const awake = () => clock.currentTimeMillisUnsafe()
  const deviceTime = () => serviceTime() + times.offset

  /** The calls that have not read the store yet. */
  const starting = new Set<Call>()
  const asOneStep = shelf.isSlow ? identity : undivided

  /** Records the reads and writes of a tab's store, with their calls. */
  const noted = (tab: Tab, store: TokenStore.TokenStore["Service"]): TokenStore.TokenStore["Service"] => {
    const see = (call: Call | undefined, tokens: Tokens.Tokens | undefined) => {
      checkReturn(text(tokens?.refreshToken))
      if (shelf.isSlow) tab.shown.push(text(tokens?.refreshToken))
      if (call !== undefined) {
        call.seen.push(text(tokens?.refreshToken))
        starting.delete(call)
      }
      return tokens
    }
    return {
      get: Effect.withFiber((fiber) =>
        Effect.map(asOneStep(store.get), (tokens) => see(Context.get(fiber.context, CallOf), tokens))
      ),
      modify: (f) =>
        Effect.withFiber((fiber) => {
          const call = Context.get(fiber.context, CallOf)
          counts.writing++
          return Effect.ensuring(
            asOneStep(store.modify((before) => {
              see(call, before)
              const after = f(before)
              see(call, after)
              const [from, to] = [text(before?.refreshToken), text(after?.refreshToken)]
              if (from !== to) {
                changedAt = awake()
                if (from !== undefined && call?.what === "signOut") mark(from)
                checkChange({ begun, refused, violate }, call, from, to)
                call?.changes.push({ from, to })
                if (from !== undefined) left.set(from, counts.turn++)
                replaced = from
                expected = to
                for (const other of starting) if (other.tab !== tab) other.mayActFor.add(to)
              }
              return after
            })),
            Effect.sync(() => counts.writing--)
          )
        }),
      subscribe: store.subscribe,
      markEnded: store.markEnded
    }
  }

  /** Records that this browser has signed out of a session, so that no response brings it back. */
  const mark = (session: string) => shelf.jar && marked.set(session, { device: deviceTime(), awake: awake() })

  /** Checks a session that a tab reads, or that its subscribers get. */
  const checkReturn = (session: SessionOf) => {
    const at = session === undefined ? undefined : marked.get(session)
    // A sign-out and its mark are two steps. The mark is stored for an hour.
    if (at === undefined || at.awake === awake() || Math.abs(deviceTime() - at.device) >= 3_600_000) return
    violate("a session comes back after its sign-out")
  }

  const transport = (tab: Tab): Transport => (request) =>
    Effect.withFiber((fiber) => {
      const call = Context.get(fiber.context, CallOf)
      const sent = checkRequest({ issued, left, signedOut, violate }, tab, call, request)
      const number = counts.requests++
      const latency = network.latency[number % network.latency.length]!
      const isFaulty = network.fault !== undefined && number % network.fault.every === 0
      const kind = isFaulty ? network.fault!.kind : undefined
      const lost = (message: string) => Effect.fail(new TransportFailure({ message, tooLarge: false }))
      const isRefresh = isRefreshOf(sent)
      const startedAt = awake()
      const answer = clock.sleep(Duration.millis(latency)).pipe(
        Effect.andThen(
          kind === "offline"
            ? lost("Connection refused")
            : kind === "busy"
            ? Effect.succeed(respond({ status: 429, headers: { "retry-after": "2" }, body: "" }))
            : Effect.flatMap(deleting(sent, atService(emulator.handle(request))), (response) => {
              heard(sent, call, request, response, kind === undefined)
              return Effect.andThen(clock.sleep(Duration.millis(latency)), spoilt(response, kind, hanging))
            })
        )
      )
      // In one step with its reversal: a request can be aborted before its first one.
      return Effect.uninterruptibleMask((restore) => {
        counts.underWay++
        if (isRefresh) trouble.underWay.add(startedAt)
        return Effect.onExit(restore(answer), (exit) =>
          Effect.sync(() => {
            counts.underWay--
            if (!isRefresh) return
            trouble.underWay.delete(startedAt)
            if (kind !== undefined || Exit.isFailure(exit) || awake() - startedAt > slowMillis) {
              trouble.endedAt = awake()
            }
          }))
      })
    })

  const isRefreshOf = ({ path }: Sent) => path === "/auth/oauth/token" || path === "/auth/sessions/current/refresh"

  /** While the service deletes a user, others may already learn of the deletion. */
  const deleting = <A>({ method, path, session }: Sent, handled: Effect.Effect<A>): Effect.Effect<A> => {
    if (method !== "DELETE" || path !== "/users/me" || session === undefined) return handled
    const { userId } = begun.get(session)!
    return Effect.ensuring(
      Effect.andThen(Effect.sync(() => leaving.push(userId)), handled),
      Effect.sync(() => leaving.splice(leaving.indexOf(userId), 1))
    )
  }

  /** Records a response of the service, delivered or not. */
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
        issued.set(json.access_token, json.refresh_token ?? new URLSearchParams(body).get("refresh_token") ?? session)
        births.set(json.access_token, {
          at: serviceTime(),
          turn: counts.turn++,
          name: decodeJwt(json.access_token)["name"]
        })
      }
      if (sent.method === "PATCH" && sent.path === "/users/me" && session !== undefined) {
        sent.change = { turn: counts.turn++, name: json.display_name }
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

  /** Ends every session of a user in the records. */
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
      shown: [],
      changed: new Map(),
      isClosing: false,
      isClosed: false
    }
    const store = Effect.map(TokenStore.TokenStore, (store) => noted(tab, store))
    // A bug is part of the client, so a recorder sees its effects.
    const planted = Effect.map(TokenStore.TokenStore, (store) => plant?.store?.(store) ?? store)
    const client = Effect.map(Client.Client, (client) => plant?.client?.(client) ?? client)
    const recorder: Layer.Layer<never, never, TokenStore.TokenStore> = recorders === undefined
      ? Layer.empty
      : Layer.tap(
        Recorder.layer({ capacity: recorders.capacity ?? 100_000 }),
        (context) => Effect.sync(() => recorders.push(Context.get(context, Recorder.Recorder)))
      )
    // A session gets its tokens from both hosts of the service.
    const apiUrl = hosts[index % hosts.length]!
    const layer = Cache.layer().pipe(
      Layer.provideMerge(Layer.effect(Client.Client, client)),
      Layer.provide(Client.layer({ ...Emulator.clientOptions, apiUrl })),
      Layer.provideMerge(Layer.effect(TokenStore.TokenStore, planted)),
      Layer.provideMerge(recorder),
      Layer.provideMerge(Layer.effect(TokenStore.TokenStore, store)),
      Layer.provide(shelf.layer()),
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
      const told = "tokens" in state ? text(state.tokens.refreshToken) : undefined
      // A refresh that fails is told by a tab that has not noticed the sign-out of another tab yet.
      if (told !== tab.told) checkReturn(told)
      tab.told = told
      tab.history.push(tab.told)
    }).pipe(
      Scope.provide(scope),
      // A slow store does not prevent using the page.
      shelf.isSlow ? Effect.forkIn(scope, { startImmediately: true }) : Effect.asVoid,
      Effect.provideContext(tab.context)
    )
    openTabs.add(tab)
    return tab as Tab
  })

  /** Starts a call in a tab without waiting for it. */
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
        startedAt: moment(tab),
        changedBefore: new Map(tab.changed),
        toldBefore: tab.history.length,
        shownBefore: tab.shown.length,
        seen: [],
        mayActFor: new Set([expected]),
        sent: [],
        changes: [],
        // Sound: set before the call is visible.
        fiber: undefined as unknown as Call["fiber"],
        isInterrupted: false
      }
      starting.add(call)
      return Effect.exit(effect).pipe(
        Effect.tap((exit) =>
          Effect.sync(() => {
            starting.delete(call)
            ended(call, exit)
            check(call, exit)
            reported(call, exit)
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

  /** Records the changes that a call has reported to its tab. */
  const reported = (call: Call, exit: Exit.Exit<unknown, unknown>) => {
    // A store can be slow, too.
    if (awake() - call.startedAt.awake >= renewalMillis) trouble.endedAt = awake()
    if (Exit.isFailure(exit) || call.what !== "update" && call.what !== "optimistic") return
    const { changed } = call.tab
    for (const { change, session } of call.sent) {
      // Sound: a request that has changed the user has a session.
      if (change !== undefined && change.turn > (changed.get(session!)?.turn ?? -1)) changed.set(session!, change)
    }
  }

  const moment = (tab: Tab): Moment => ({
    service: serviceTime(),
    awake: awake(),
    clockError: Math.abs(
      times.offset + (Effect.runSync(Context.get(tab.context, Client.Client).session.clockSkewMillis) ?? 0)
    ),
    clockChanges: times.clockChanges
  })

  /** Returns `true` if a call may return a token that could not be refreshed in time. */
  const hadTrouble = ({ startedAt }: Call) =>
    awake() - startedAt.awake >= renewalMillis ||
    trouble.endedAt >= startedAt.awake - renewalMillis - pauseMillis ||
    [...trouble.underWay].some((at) => shelf.isSlow || awake() - at > slowMillis)

  /** Closes a tab, with all of its fibers. Started writes to a slow store end later. */
  const close = (tab: Tab) =>
    Effect.suspend(() => {
      tab.isClosing = true
      openTabs.delete(tab)
      const closed = Effect.andThen(Scope.close(tab.scope, Exit.void), Effect.sync(() => tab.isClosed = true))
      return shelf.isSlow ? Effect.asVoid(Effect.forkDetach(closed, { startImmediately: true })) : Effect.asVoid(closed)
    })

  /** Ends every hanging request, as a network does when it recovers. */
  const resetHanging = Effect.sync(() => {
    for (const end of Array.from(hanging)) end()
  })

  const isDead = (session: string) => dead.has(session) || leaving.includes(begun.get(session)!.userId)

  /** Sends a request of the app's server to the service. */
  const serverTransport: Transport = (request) =>
    Effect.suspend(() => {
      const { ofAccess, ofRefresh, path } = readRequest(issued, request)
      const sent: Sent = {
        method: request.method,
        path,
        session: ofAccess ?? ofRefresh,
        status: undefined,
        error: undefined,
        change: undefined
      }
      const pause = clock.sleep(Duration.millis(network.latency[counts.requests++ % network.latency.length]!))
      return pause.pipe(
        Effect.andThen(atService(emulator.handle(request))),
        Effect.tap((response) => Effect.sync(() => heard(sent, undefined, request, response, false))),
        Effect.tap(pause),
        Effect.map(respond)
      )
    })

  const server = yield* makeAppServer(
    { begun, issued, isDead, violate },
    serverTransport,
    serverClock,
    serverScheduler,
    plant
  )
  const worldScope = yield* Effect.scope
  const browserServices = Context.make(Scheduler.Scheduler, serverScheduler)

  /** Runs everything until it waits for time, in the servers as well, which use work outside of Effect. */
  const settle: Effect.Effect<void> = Effect.gen(function*() {
    yield* settleTabs
    for (let quiet = 0; server.isWorking() && quiet < 3; quiet++) {
      yield* turn
      if (counts.queued > 0 || server.isComputing()) quiet = -1
      yield* settleTabs
    }
  })

  /** Sends a request with a `Cookie` header to the app's server, without waiting for the response. */
  const browse = (ask: Effect.Effect<PageResponse>, isOld: boolean) =>
    Effect.suspend(() => {
      const number = counts.requests++
      const latency = Duration.millis(network.latency[number % network.latency.length]!)
      const kind = network.fault !== undefined && number % network.fault.every === 0 ? network.fault.kind : undefined
      const { clockChanges, slept } = times
      counts.pages++
      return clock.sleep(latency).pipe(
        Effect.andThen(ask),
        Effect.tap(clock.sleep(latency)),
        Effect.map(({ setCookies }) => {
          // A connection does not survive a sleep, and cookies have times of the device.
          const isLost = isOld || kind !== undefined || clockChanges !== times.clockChanges || slept !== times.slept
          if (!isLost) arrive(setCookies)
        }),
        Effect.ensuring(Effect.sync(() => counts.pages--)),
        Effect.forkIn(worldScope, { startImmediately: true }),
        Effect.provideContext(browserServices),
        Effect.asVoid
      )
    })

  /** Stores the cookies of a response. */
  const arrive = (setCookies: ReadonlyArray<string>) => {
    const before = shelf.session()
    for (const line of setCookies) shelf.jar!.receive(appUrl, line)
    const after = shelf.session()
    if (before === after) return
    if (after !== undefined && marked.has(after)) {
      // The next read of a tab restores the session, unless that tab has not noticed it yet.
      if (openTabs.size === 0 || awake() - changedAt <= noticeMillis) unnoticed = before
      return
    }
    changedAt = awake()
    replaced = before
    if (before !== undefined) left.set(before, counts.turn++)
    if (before !== undefined && server.marks(setCookies)) mark(before)
    if (after !== undefined) left.delete(after)
    expected = after
    for (const other of starting) other.mayActFor.add(after)
  }

  const runInBrowser = (effect: Effect.Effect<void>) =>
    void Effect.runForkWith(browserServices)(Scope.provide(effect, worldScope))
  let isForeignRefused = false

  /** Issues a token of a service with other hosts, and with the same keys. */
  const makeForeignToken = (userId: string) =>
    Effect.map(
      atService(emulator.handle({
        method: "POST",
        url: `${foreignHost}/api/v1/auth/sessions`,
        headers: { ...serverHeaders, "content-type": "application/json" },
        body: JSON.stringify({ user_id: userId })
      })),
      ({ body }): string => JSON.parse(body!).access_token
    )

  const withCookies = (use: (header: string) => Effect.Effect<PageResponse>) =>
    Effect.suspend(() => {
      if (shelf.jar === undefined) return Effect.void
      const header = shelf.jar.header(appUrl)
      if (server.sessionIn(header) !== undefined) oldCookies.unshift(header)
      return browse(use(header), false)
    })

  return {
    counts,
    times,
    settle,
    moment,
    hadTrouble,
    births,
    sessionOf: (token: string) => issued.get(token),
    visit: (process: number) => withCookies((header) => server.visit(process, header)),
    leave: (process: number) => withCookies((header) => server.leave(process, header)),
    revisit: (process: number, which: number) =>
      Effect.suspend(() => {
        const header = oldCookies[which % oldCookies.length]
        return header === undefined ? Effect.void : browse(server.visit(process, header), true)
      }),
    isServing: () => counts.pages > 0 || server.isWorking(),
    /** Sends a handed-out token to the app's server, and once one of another service. */
    accept: (token: string) => {
      const session = issued.get(token)!
      runInBrowser(server.accept(counts.requests++, token, session))
      if (isForeignRefused) return
      isForeignRefused = true
      runInBrowser(Effect.flatMap(makeForeignToken(begun.get(session)!.userId), server.refuseForeign))
    },
    network,
    broken,
    emulator,
    atService,
    isSlow: shelf.isSlow,
    begun,
    /** Returns `true` if the service has ended a session, or a tab's session. */
    isOver: (session: string) => dead.has(session) || left.has(session) || leaving.includes(begun.get(session)!.userId),
    isTeamOf: (teamId: string, userId: string | undefined) => teamOwners.get(teamId) === userId,
    isDead,
    /** Returns the session in the shared storage. */
    inPlace: () => {
      const session = shelf.session()
      // A late response has restored it, until a tab reads the cookies.
      if (session !== undefined && marked.has(session) && expected !== session) return expected
      // The other tabs have restored the last session that they know.
      const isOfOthers = session === undefined || session === replaced
      if (isOfOthers && unnoticed !== undefined && expected === unnoticed) {
        left.set(unnoticed, counts.turn++)
        if (session !== undefined) left.delete(session)
        unnoticed = undefined
        expected = session
      }
      return session
    },
    /** Returns `true` if the storage has a session that this browser has signed out. */
    isRestored: () => {
      const session = shelf.session()
      return session !== undefined && marked.has(session)
    },
    expected: () => expected,
    violate,
    open,
    close,
    begin,
    endUser: (email: string, how: "revoke" | "erase") => atService(endUser(emulator, email, how, die)),
    resetHanging,
    /** The owner of an access token. */
    userOf: (token: string) => begun.get(issued.get(token)!)?.userId,
    listeners: shelf.listeners
  }
})
