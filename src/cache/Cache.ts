/**
 * The service that keeps values fresh for all who look at them, for one client.
 *
 * Programs read it through `Resource`; a view subscribes to it, as React's adapter does.
 *
 * **Example** (A client with a cache)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Cache, Client, TokenStore } from "latchkey"
 *
 * const layer = Cache.layer().pipe(
 *   Layer.provideMerge(Client.layer({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" })),
 *   Layer.provide(TokenStore.layerMemory)
 * )
 * ```
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { ReportError } from "../platform/Alert.ts"
import { userIdOf } from "../session/AccessToken.ts"
import { Client } from "../session/Client.ts"
import { restrictionLifted } from "../session/restriction.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { isSameSession } from "../session/Tokens.ts"
import { idleMillis } from "./lease.ts"
import { pinned } from "./pinned.ts"
import type { Resource } from "./Resource.ts"
import { type Seed, type SeedEntry, seedEntry, statusOfSeed } from "./Seed.ts"
import { type Known, makeSeeding } from "./seeding.ts"
import { type Listener, makeSlot, type Patch, type Slot } from "./Slot.ts"
import { pending, type SessionStatus, type State, statuses, statusOf } from "./State.ts"
import { makeTelling } from "./telling.ts"

/**
 * Something that a view can show: its value now, and a word when there is another. The value is the same object for as long
 * as nothing changes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Readable<A> {
  /** Calls the listener on each change. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getSnapshot: () => A
  /** The value that the server's pages were made with, and that a client begins with when it takes over from them. */
  readonly getServerSnapshot: () => A
}

/**
 * A cached value, as a view sees it. Reading it begins the first fetch.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry<A, E> extends Readable<State<A, E>> {
  /**
   * `getServerSnapshot` for a view that shows something while there is no value: what a server has shown as pending is
   * pending to begin with, even if the value has come since.
   */
  readonly getServerState: () => State<A, E>
  /** Resolves when the state is not pending any more, and is the same promise until then. Never rejects. */
  readonly settled: () => Promise<void>
  /** Has the value fetched again. */
  readonly refresh: () => void
}

/**
 * The cache of a client.
 *
 * @category services
 * @since 0.1.0
 */
export class Cache extends Context.Service<Cache, {
  /** Whether somebody is signed in. */
  readonly status: Readable<SessionStatus>
  /** Whether what is shown is of the present session; until the store has said which that is, a seed may be another's. */
  readonly isCertain: Readable<boolean>
  readonly entry: <A, E>(resource: Resource<A, E>) => Entry<A, E>
  /** Fetches a value again, and returns what came. */
  readonly refreshed: <A, E>(resource: Resource<A, E>) => Effect.Effect<A, E>
  /** Shows a change before the service has agreed to it. */
  readonly patch: <A, E>(resource: Resource<A, E>, change: (value: A) => A) => Patch
  /** What this cache has read, for the client that takes over. */
  readonly dehydrate: Effect.Effect<Seed>
}>()("latchkey/Cache") {}

/**
 * The options of a cache.
 *
 * @category options
 * @since 0.1.0
 */
export interface CacheOptions {
  /**
   * What a server has read, as `dehydrate` gave it. Values are taken from it instead of being fetched, if they are the
   * present user's, for the first minute. Whatever is no seed counts as none.
   */
  readonly seed?: unknown
}

const nothing: Patch = { commit: () => {}, rollback: () => {} }

/**
 * Creates a cache for the client that is provided. Sends nothing and follows nothing before somebody looks.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(
  options: CacheOptions = {}
): Effect.fn.Return<Cache["Service"], never, Client | Scope.Scope> {
  const client = yield* Client
  const context = yield* Effect.context<never>()
  const run = Effect.runForkWith(context)
  const clock = Context.get(context, Clock.Clock)
  const now = () => clock.currentTimeMillisUnsafe()
  const seeding = makeSeeding(options.seed, now)
  const { seed } = seeding
  const { atOnce, tell, whileRendering } = makeTelling(run, Context.get(context, ReportError))

  // `any`, since a cache holds values of every type; each is read by the resource that it was made for.
  const slots = new Map<string, Slot<any, any>>()
  const statusListeners = new Set<Listener>()
  /** Entries that a server's page shows as pending. */
  const shownPending = new Set<string>()
  let status: SessionStatus = seed === undefined ? statuses.loading : statusOfSeed(seed)
  /** Whether the store has ever said who is signed in. Until then, a server's page says more than nothing. */
  let wasKnown = false
  /** The session that the values belong to. */
  let session: Known
  let isClosed = false

  // What somebody looks at follows the session, and hears which calls have changed something.
  let followers = 0
  let following: Scope.Closeable | undefined
  const follow = (): () => void => {
    if (followers++ === 0 && !isClosed) {
      following = Scope.makeUnsafe()
      run(Scope.provide(
        Effect.andThen(client.changes(changed), client.session.subscribe(sessionChanged)),
        following
      ))
    }
    return () => {
      if (--followers === 0) unfollow()
    }
  }
  const unfollow = () => {
    if (following !== undefined) run(Scope.close(following, Exit.void))
    following = undefined
    session = undefined
    status = statuses.loading
  }

  const changed = (endpointId: string) =>
    atOnce(() => {
      seeding.outdate(endpointId)
      for (const slot of slots.values()) {
        if (!slot.resource.changedBy.includes(endpointId)) continue
        // What a restricted user was shown must not be shown on the page that the user continues to.
        if (endpointId === restrictionLifted) slot.reset()
        else slot.invalidate()
      }
    })

  const sessionChanged = (state: SessionState) => {
    if (state._tag === "Loading") return
    atOnce(() => {
      const before = status
      status = statusOf(state)
      if (status !== before || !wasKnown) tell(statusListeners)
      wasKnown = true
      const tokens = tokensOf(state) ?? null
      const isSame = session !== undefined && isSameSession(session ?? undefined, tokens ?? undefined)
      session = tokens
      if (isSame) return
      for (const slot of slots.values()) {
        if (slot.resource.session) slot.reset()
      }
    })
  }

  const slotOf = <A, E>(resource: Resource<A, E>): Slot<A, E> => {
    const { key } = resource
    // Sound: resources of one key are one resource.
    const existing = slots.get(key) as Slot<A, E> | undefined
    if (existing !== undefined) return existing
    const release = follow()
    const slot = makeSlot<A, E>({
      run,
      now,
      seedOf: (resource) => seeding.take(resource, session, wasKnown),
      tell,
      read: (resource) => {
        if (isClosed || resource.session && session === undefined) return undefined
        const own = resource.session ? pinned(client, session ?? undefined) : client
        return Effect.provideService(resource.read, Client, own)
      },
      drop: () => {
        slots.delete(key)
        slot.dispose()
        release()
      }
    }, resource)
    slots.set(key, slot)
    return slot
  }

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isClosed = true
      glance?.interruptUnsafe()
      const over = Array.from(slots.values(), (slot) => slot.dispose())
      slots.clear()
      statusListeners.clear()
      unfollow()
      return Effect.all(over, { discard: true })
    })
  )

  let glance: Fiber.Fiber<void> | undefined
  const getStatus = () =>
    whileRendering(() => {
      if (followers === 0 && !isClosed) {
        // Whoever renders is about to subscribe, and if not, is forgotten.
        const release = follow()
        glance = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(release)))
      }
      return status
    })

  const subscribe = (listener: () => void) => {
    const entry = { tell: listener }
    statusListeners.add(entry)
    const release = follow()
    return () => {
      if (statusListeners.delete(entry)) release()
    }
  }
  const isCertain = () => seed === undefined || wasKnown

  return Cache.of({
    status: {
      subscribe,
      getSnapshot: getStatus,
      getServerSnapshot: () => seed === undefined ? getStatus() : statusOfSeed(seed)
    },
    isCertain: { subscribe, getSnapshot: isCertain, getServerSnapshot: isCertain },
    entry: <A, E>(resource: Resource<A, E>): Entry<A, E> => {
      const getSnapshot = () => isClosed ? pending : whileRendering(() => slotOf(resource).look())
      return {
        subscribe: (listener) => isClosed ? () => {} : slotOf(resource).subscribe(listener),
        getSnapshot,
        getServerSnapshot: () => seeding.shown(resource) ?? getSnapshot(),
        getServerState: () => {
          const { key } = resource
          if (seed !== undefined) {
            return seed.entries[key]?.wasPending ? pending : seeding.shown(resource) ?? pending
          }
          const state = getSnapshot()
          if (state._tag === "Pending") shownPending.add(key)
          return shownPending.has(key) ? pending : state
        },
        // When all is over, nothing is to be waited for.
        settled: () => isClosed ? new Promise(() => {}) : slotOf(resource).settled(),
        refresh: () => isClosed ? undefined : slotOf(resource).request()
      }
    },
    refreshed: (resource) => Effect.suspend(() => isClosed ? Effect.interrupt : slotOf(resource).refreshed),
    patch: (resource, change) => slots.get(resource.key)?.patch(change) ?? nothing,
    dehydrate: Effect.map(client.session.state, (state) => {
      const tokens = tokensOf(state)
      const entries: Record<string, SeedEntry> = {}
      for (const [key, { answer, resource }] of slots) {
        const found = answer()
        const entry = found && seedEntry(resource, found.value)
        if (entry !== undefined) entries[key] = shownPending.has(key) ? { ...entry, wasPending: true } : entry
      }
      return { isSignedIn: tokens !== undefined, userId: userIdOf(tokens) ?? null, entries }
    })
  })
})

/**
 * Layer of the cache of a client. Building it sends no request, starts no timer and adds no listener; 5 seconds after
 * nobody looks any more, there is none again.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: CacheOptions): Layer.Layer<Cache, never, Client> => Layer.effect(Cache, make(options))

/**
 * What the cache has read, for the client that takes over from a server: give it to `layer` there.
 *
 * @category seeds
 * @since 0.1.0
 */
export const dehydrate: Effect.Effect<Seed, never, Cache> = /*#__PURE__*/ Effect.flatMap(
  Cache,
  ({ dehydrate }) => dehydrate
)

/** @since 0.1.0 */
export { type Seed, type SeedEntry, stringify } from "./Seed.ts"

/** @since 0.1.0 */
export type { Patch } from "./Slot.ts"

/** @since 0.1.0 */
export type { SessionStatus } from "./State.ts"
