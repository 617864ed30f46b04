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
import { Cache, Client, type Tokens, TokenStore, Transport, TransportFailure, type TransportRequest } from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { endUser } from "./endUser.ts"
import { makeHost } from "./host.ts"
import { checkChange, checkRequest } from "./laws.ts"
import { respond, spoilt } from "./network.ts"
import type { Fault, What } from "./operations.ts"
import { makePlace, type Place, type SessionOf } from "./places.ts"
import type { Plant } from "./plants.ts"
import { type Begun, type Call, CallOf, type Sent, type Tab } from "./records.ts"

export const { projectId } = Emulator.clientOptions

/** Lets a store read and write as one step, as it usually does across tabs. */
const undivided = <A>(effect: Effect.Effect<A>) => Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

const text = (token: Redacted.Redacted<string> | undefined) => token && Redacted.value(token)

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
  const counts = { turn: 0, requests: 0, underWay: 0, sleeping: 0, fibers: 0, queued: 0, writing: 0 }
  const times = { slept: 0, offset: 0 }
  const network = { latency: [0] as ReadonlyArray<number>, fault: undefined as Fault | undefined }
  const broken: Array<string> = []
  const hanging = new Set<() => void>()

  const { chance, clockOf, scheduler, settle } = yield* makeHost(counts, recorders && 0)
  const serviceTime = () => start + clock.currentTimeMillisUnsafe() + times.slept
  const deviceClock = clockOf(() => serviceTime() + times.offset)
  const serviceClock = clockOf(serviceTime)
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
  /** The time a session was removed from the shared storage, and the tabs whose sign-out has completed. */
  const left = new Map<string, number>()
  const signedOut = new Set<string>()
  let expected: SessionOf

  const violate = (law: string) => void broken.push(law)

  /** The calls that have not read the store yet. */
  const starting = new Set<Call>()
  const asOneStep = shelf.isSlow ? identity : undivided

  /** Records the reads and writes of a tab's store, with their calls. */
  const noted = (tab: Tab, store: TokenStore.TokenStore["Service"]): TokenStore.TokenStore["Service"] => {
    const see = (call: Call | undefined, tokens: Tokens.Tokens | undefined) => {
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
                checkChange({ begun, refused, violate }, call, from, to)
                call?.changes.push({ from, to })
                if (from !== undefined) left.set(from, counts.turn++)
                expected = to
                for (const other of starting) if (other.tab !== tab) other.mayActFor.add(to)
              }
              return after
            })),
            Effect.sync(() => counts.writing--)
          )
        }),
      subscribe: store.subscribe
    }
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
        return Effect.ensuring(restore(answer), Effect.sync(() => counts.underWay--))
      })
    })

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
    const layer = Cache.layer().pipe(
      Layer.provideMerge(Layer.effect(Client.Client, client)),
      Layer.provide(Client.layer(Emulator.clientOptions)),
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
      tab.told = "tokens" in state ? text(state.tokens.refreshToken) : undefined
      tab.history.push(tab.told)
    }).pipe(
      Scope.provide(scope),
      // A slow store does not prevent using the page.
      shelf.isSlow ? Effect.forkIn(scope, { startImmediately: true }) : Effect.asVoid,
      Effect.provideContext(tab.context)
    )
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

  /** Closes a tab, with all of its fibers. Started writes to a slow store end later. */
  const close = (tab: Tab) =>
    Effect.suspend(() => {
      tab.isClosing = true
      const closed = Effect.andThen(Scope.close(tab.scope, Exit.void), Effect.sync(() => tab.isClosed = true))
      return shelf.isSlow ? Effect.asVoid(Effect.forkDetach(closed, { startImmediately: true })) : Effect.asVoid(closed)
    })

  /** Ends every hanging request, as a network does when it recovers. */
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
    isSlow: shelf.isSlow,
    begun,
    /** Returns `true` if the service has ended a session, or a tab's session. */
    isOver: (session: string) => dead.has(session) || left.has(session) || leaving.includes(begun.get(session)!.userId),
    isTeamOf: (teamId: string, userId: string | undefined) => teamOwners.get(teamId) === userId,
    isDead: (session: string) => dead.has(session) || leaving.includes(begun.get(session)!.userId),
    inPlace: shelf.session,
    expected: () => expected,
    violate,
    open,
    close,
    begin,
    endUser: (email: string, how: "revoke" | "erase") => atService(endUser(emulator, email, how, die)),
    resetHanging,
    /** The owner of an access token. */
    userOf: (token: Redacted.Redacted<string>) => begun.get(issued.get(Redacted.value(token))!)?.userId,
    listeners: shelf.listeners
  }
})
