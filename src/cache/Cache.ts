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
import { type CacheEntry, makeCacheEntry, type PatchHandle } from "./CacheEntry.ts"
import { type CacheState, pending, type SessionStatus, statuses, statusOf } from "./CacheState.ts"
import { type Dehydrated, type DehydratedEntry, encodeEntry, statusOfDehydrated } from "./Dehydrated.ts"
import { type KnownSession, makeHydration } from "./hydration.ts"
import type { Resource } from "./makeResource.ts"
import { type Listener, makeNotifier } from "./notifier.ts"
import { idleMillis } from "./refCount.ts"
import { sessionClient } from "./sessionClient.ts"

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
export interface Observer<A, E> extends Readable<CacheState<A, E>> {
  /**
   * `getServerSnapshot` for a view that shows something while there is no value: what a server has shown as pending is
   * pending to begin with, even if the value has come since.
   */
  readonly getServerState: () => CacheState<A, E>
  /** Resolves when the state is not pending any more, and is the same promise until then. Never rejects. */
  readonly whenSettled: () => Promise<void>
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
  readonly isSessionKnown: Readable<boolean>
  readonly observe: <A, E>(resource: Resource<A, E>) => Observer<A, E>
  /** Fetches a value again, and returns what came. */
  readonly refresh: <A, E>(resource: Resource<A, E>) => Effect.Effect<A, E>
  /** Shows a change before the service has agreed to it. */
  readonly patch: <A, E>(resource: Resource<A, E>, change: (value: A) => A) => PatchHandle
  /** What this cache has read, for the client that takes over. */
  readonly dehydrate: Effect.Effect<Dehydrated>
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
  readonly dehydrated?: unknown
}

const nothing: PatchHandle = { commit: () => {}, rollback: () => {} }

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
  const hydration = makeHydration(options.dehydrated, now)
  const { dehydrated } = hydration
  const { batch, notify, readInRender } = makeNotifier(run, Context.get(context, ReportError))

  // `any`, since a cache holds values of every type; each is read by the resource that it was made for.
  const entries = new Map<string, CacheEntry<any, any>>()
  const statusListeners = new Set<Listener>()
  /** Entries that a server's page shows as pending. */
  const shownPending = new Set<string>()
  let status: SessionStatus = dehydrated === undefined ? statuses.loading : statusOfDehydrated(dehydrated)
  /** Whether the store has ever said who is signed in. Until then, a server's page says more than nothing. */
  let wasKnown = false
  /** The session that the values belong to. */
  let session: KnownSession
  let isClosed = false

  // What somebody looks at follows the session, and hears which calls have changed something.
  let followers = 0
  let following: Scope.Closeable | undefined
  const follow = (): () => void => {
    if (followers++ === 0 && !isClosed) {
      following = Scope.makeUnsafe()
      run(Scope.provide(
        Effect.andThen(client.changes(handleChange), client.session.subscribe(handleSession)),
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

  const handleChange = (endpointId: string) =>
    batch(() => {
      hydration.markOutdated(endpointId)
      for (const entry of entries.values()) {
        if (!entry.resource.invalidatedBy.includes(endpointId)) continue
        // What a restricted user was shown must not be shown on the page that the user continues to.
        if (endpointId === restrictionLifted) entry.reset()
        else entry.invalidate()
      }
    })

  const handleSession = (state: SessionState) => {
    if (state._tag === "Loading") return
    batch(() => {
      const before = status
      status = statusOf(state)
      if (status !== before || !wasKnown) notify(statusListeners)
      wasKnown = true
      const tokens = tokensOf(state) ?? null
      const isSame = session !== undefined && isSameSession(session ?? undefined, tokens ?? undefined)
      session = tokens
      if (isSame) return
      for (const entry of entries.values()) {
        if (entry.resource.perSession) entry.reset()
      }
    })
  }

  const entryOf = <A, E>(resource: Resource<A, E>): CacheEntry<A, E> => {
    const { key } = resource
    // Sound: resources of one key are one resource.
    const existing = entries.get(key) as CacheEntry<A, E> | undefined
    if (existing !== undefined) return existing
    const release = follow()
    const entry = makeCacheEntry<A, E>({
      run,
      now,
      hydrate: (resource) => hydration.take(resource, session, wasKnown),
      notify,
      read: (resource) => {
        if (isClosed || resource.perSession && session === undefined) return undefined
        const forSession = resource.perSession ? sessionClient(client, session ?? undefined) : client
        return Effect.provideService(resource.read, Client, forSession)
      },
      drop: () => {
        entries.delete(key)
        entry.dispose()
        release()
      }
    }, resource)
    entries.set(key, entry)
    return entry
  }

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isClosed = true
      renderHold?.interruptUnsafe()
      const over = Array.from(entries.values(), (entry) => entry.dispose())
      entries.clear()
      statusListeners.clear()
      unfollow()
      return Effect.all(over, { discard: true })
    })
  )

  let renderHold: Fiber.Fiber<void> | undefined
  const getStatus = () =>
    readInRender(() => {
      if (followers === 0 && !isClosed) {
        // Whoever renders is about to subscribe, and if not, is forgotten.
        const release = follow()
        renderHold = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(release)))
      }
      return status
    })

  const subscribe = (listener: () => void) => {
    const entry = { notify: listener }
    statusListeners.add(entry)
    const release = follow()
    return () => {
      if (statusListeners.delete(entry)) release()
    }
  }
  const isSessionKnown = () => dehydrated === undefined || wasKnown

  return Cache.of({
    status: {
      subscribe,
      getSnapshot: getStatus,
      getServerSnapshot: () => dehydrated === undefined ? getStatus() : statusOfDehydrated(dehydrated)
    },
    isSessionKnown: { subscribe, getSnapshot: isSessionKnown, getServerSnapshot: isSessionKnown },
    observe: <A, E>(resource: Resource<A, E>): Observer<A, E> => {
      const getSnapshot = () => isClosed ? pending : readInRender(() => entryOf(resource).read())
      return {
        subscribe: (listener) => isClosed ? () => {} : entryOf(resource).subscribe(listener),
        getSnapshot,
        getServerSnapshot: () => hydration.serverState(resource) ?? getSnapshot(),
        getServerState: () => {
          const { key } = resource
          if (dehydrated !== undefined) {
            return dehydrated.entries[key]?.wasPending ? pending : hydration.serverState(resource) ?? pending
          }
          const state = getSnapshot()
          if (state._tag === "Pending") shownPending.add(key)
          return shownPending.has(key) ? pending : state
        },
        // When all is over, nothing is to be waited for.
        whenSettled: () => isClosed ? new Promise(() => {}) : entryOf(resource).whenSettled(),
        refresh: () => isClosed ? undefined : entryOf(resource).request()
      }
    },
    refresh: (resource) => Effect.suspend(() => isClosed ? Effect.interrupt : entryOf(resource).refresh),
    patch: (resource, change) => entries.get(resource.key)?.patch(change) ?? nothing,
    dehydrate: Effect.map(client.session.state, (state) => {
      const tokens = tokensOf(state)
      const dehydrated: Record<string, DehydratedEntry> = {}
      for (const [key, { answer, resource }] of entries) {
        const found = answer()
        const encoded = found && encodeEntry(resource, found.value)
        if (encoded !== undefined) dehydrated[key] = shownPending.has(key) ? { ...encoded, wasPending: true } : encoded
      }
      return { isSignedIn: tokens !== undefined, userId: userIdOf(tokens) ?? null, entries: dehydrated }
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
 * @category hydration
 * @since 0.1.0
 */
export const dehydrate: Effect.Effect<Dehydrated, never, Cache> = /*#__PURE__*/ Effect.flatMap(
  Cache,
  ({ dehydrate }) => dehydrate
)

/** @since 0.1.0 */
export { type Dehydrated, type DehydratedEntry, stringify } from "./Dehydrated.ts"

/** @since 0.1.0 */
export type { PatchHandle } from "./CacheEntry.ts"

/** @since 0.1.0 */
export type { SessionStatus } from "./CacheState.ts"
