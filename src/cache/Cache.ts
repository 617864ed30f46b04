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
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { ReportError } from "../platform/Alert.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { Client } from "../session/Client.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"
import { pinned } from "./pinned.ts"
import type { Resource } from "./Resource.ts"
import { parseSeed, type Seed, type SeedEntry, seedEntry, statusOfSeed, valueIn } from "./Seed.ts"
import { idleMillis, type Listener, makeSlot, type Owner, type Patch, type Slot } from "./Slot.ts"
import { pending, type SessionStatus, type State, statuses, statusOf } from "./State.ts"

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

/** How long what a server has read counts as fresh. */
const seedLifetime = Duration.minutes(1)

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
  const seed = parseSeed(options.seed)
  const seedEnd = now() + Duration.toMillis(seedLifetime)
  const unused = new Set(Object.keys(seed?.entries ?? {}))
  /** The endpoints that may have changed something since: what a server has read before is old then. */
  const called = new Set<string>()

  // `any`, since a cache holds values of every type; each is read by the resource that it was made for.
  const slots = new Map<string, Slot<any, any>>()
  const statusListeners = new Set<Listener>()
  /** Entries that a server's page shows as pending. */
  const shownPending = new Set<string>()
  let status: SessionStatus = seed === undefined ? statuses.loading : statusOfSeed(seed)
  /** Whether the store has ever said who is signed in. Until then, a server's page says more than nothing. */
  let wasKnown = false
  /** The session that the values belong to; `undefined` while that is not known, `null` when nobody is signed in. */
  let session: Tokens | null | undefined
  let isClosed = false

  // Listeners are told when everything has changed that changes at once, and never while a view renders.
  const dirty = new Set<ReadonlySet<Listener>>()
  let quiet = 0
  const tell = (listeners: ReadonlySet<Listener>) => {
    dirty.add(listeners)
    if (quiet === 0) flush()
  }
  const flush = () => {
    const all = Array.from(dirty, (listeners) => Array.from(listeners)).flat()
    dirty.clear()
    for (const listener of all) {
      try {
        listener.tell()
      } catch (error) {
        // What one listener dies of is nothing to the others, nor to the fetch that has brought the news.
        run(Context.get(context, ReportError)(error))
      }
    }
  }
  const atOnce = (change: () => void) => {
    quiet++
    change()
    if (--quiet === 0) flush()
  }
  const whileRendering = <A>(look: () => A): A => {
    quiet++
    const value = look()
    if (--quiet === 0 && dirty.size > 0) run(Effect.andThen(Effect.yieldNow, Effect.sync(flush)))
    return value
  }

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
      called.add(endpointId)
      for (const slot of slots.values()) {
        if (slot.resource.changedBy.includes(endpointId)) slot.invalidate()
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
  const seedOf: Owner["seedOf"] = (resource) => {
    const { changedBy, key } = resource
    if (seed === undefined || !unused.has(key) || now() >= seedEnd) return undefined
    if (changedBy.some((endpointId) => called.has(endpointId))) return undefined
    if (resource.session) {
      if (session === undefined) return wasKnown ? undefined : hydratedValue(resource)
      const userId = session?.accessToken && AccessToken.parse(session.accessToken)?.userId
      if (seed.isSignedIn !== (session !== null) || seed.isSignedIn && (seed.userId ?? undefined) !== userId) {
        return undefined
      }
      if (seed.isSignedIn && userId === undefined) return undefined
    }
    unused.delete(key)
    return hydratedValue(resource)
  }

  const hydratedValue = <A, E>(resource: Resource<A, E>): { readonly value: A } | undefined => {
    const state = serverSnapshot(resource)
    return state?._tag === "Ready" ? state : undefined
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
      seedOf,
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

  const serverSnapshot = <A, E>(resource: Resource<A, E>): State<A, E> | undefined => {
    const state = seed && hydrated.get(resource.key)
    // Sound: as in `slotOf`.
    if (state !== undefined || seed === undefined) return state as State<A, E> | undefined
    const found = valueIn(seed, resource)
    if (found === undefined) return undefined
    const ready: State<A, E> = { _tag: "Ready", value: found.value, isRefreshing: false, stale: undefined }
    hydrated.set(resource.key, ready)
    return ready
  }
  // `any` as for the slots.
  const hydrated = new Map<string, State<any, any>>()

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
        getServerSnapshot: () => serverSnapshot(resource) ?? getSnapshot(),
        getServerState: () => {
          const { key } = resource
          if (seed !== undefined) {
            return seed.entries[key]?.wasPending ? pending : serverSnapshot(resource) ?? pending
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
      const userId = tokens?.accessToken && AccessToken.parse(tokens.accessToken)?.userId
      return { isSignedIn: tokens !== undefined, userId: userId ?? null, entries }
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
