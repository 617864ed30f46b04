/**
 * A client's cache. It keeps values up to date for all subscribers.
 *
 * Programs read it through `Resource`. Views subscribe to it, as the React adapter does.
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
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { DoneCall } from "../call/Caller.ts"
import { ReportError } from "../platform/Alert.ts"
import { Connectivity } from "../platform/Connectivity.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import { getUserId } from "../session/AccessToken.ts"
import { Client } from "../session/ClientService.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { isSameSession } from "../session/Tokens.ts"
import { type CacheEntry, makeCacheEntry, noPatch, type PatchHandle } from "./CacheEntry.ts"
import { makeCacheSession } from "./cacheSession.ts"
import { type CacheState, pending, type SessionStatus } from "./CacheState.ts"
import { changeEntries } from "./changeEntries.ts"
import { type CacheContents, dehydrateContents, type Dehydrated, type DehydratedClaims } from "./Dehydrated.ts"
import { makeHydration } from "./hydration.ts"
import type { Resource } from "./makeResource.ts"
import { makeNotifier } from "./notifier.ts"
import type { Observer, Readable } from "./Observer.ts"
import { readConnectivity } from "./readConnectivity.ts"
import { sessionClient } from "./sessionClient.ts"

/** A client's cache. */
export class Cache extends withLayerHint(
  Context.Service<Cache, {
    /** The session's status, without tokens. */
    readonly status: Readable<SessionStatus>
    /** `false` until the token store has been read. Until then, dehydrated values may be from another user's session. */
    readonly isSessionKnown: Readable<boolean>
    /** `false` while the device is offline. Failed values are fetched again when it is back online. */
    readonly isOnline: Readable<boolean>
    /** The claims that a server verified, if they are the current user's. Later changes are not included. */
    readonly claims: Readable<DehydratedClaims | undefined>
    readonly observe: <A, E>(resource: Resource<A, E>) => Observer<A, E>
    /** Refetches a value and returns the result. */
    readonly refresh: <A, E>(resource: Resource<A, E>) => Effect.Effect<A, E>
    /** Applies an optimistic update. */
    readonly patch: <A, E>(resource: Resource<A, E>, change: (value: A) => A) => PatchHandle
    /** @internal Returns the cache's entries and user, for `dehydrate`. */
    readonly contents: Effect.Effect<CacheContents>
    /** @internal The current entries, for developer tools. `any`, because their types differ. */
    readonly entries?: ReadonlyMap<string, CacheEntry<any, any>>
    /**
     * Adds the values that a server read later. New entries use them immediately. The returned function updates all others,
     * and notifies their subscribers; it must not be called during a render.
     */
    readonly hydrate: (dehydrated: unknown) => () => void
  }>()("latchkey/cache/Cache"),
  "Cache.layer"
) {}

/** Options for a cache. */
export interface CacheOptions {
  /**
   * The values that a server read, as returned by `dehydrate`. They replace the first fetches for one minute, if they are
   * from the current user's session. A malformed input is ignored. Pass `null` if a server has rendered the page without
   * values. With `undefined`, the page is not hydrated.
   */
  readonly dehydrated?: unknown
}

const cacheNames: OptionNames<CacheOptions> = { dehydrated: true }

/** Returns what a server renders: a value that was rendered as pending stays so, for browsers that continue from it. */
const renderOnServer = <A, E>(
  renderedAsPending: Set<string>,
  key: string,
  state: CacheState<A, E>
): CacheState<A, E> => {
  if (state._tag === "Pending") renderedAsPending.add(key)
  return renderedAsPending.has(key) ? pending : state
}

/** Starts a subscription. Returns a function that ends it and another one. */
const start = (
  run: (effect: Effect.Effect<void>) => unknown,
  subscription: Effect.Effect<void, never, Scope.Scope>,
  stopOther: () => void
) => {
  const scope = Scope.makeUnsafe()
  run(Scope.provide(subscription, scope))
  return () => {
    run(Scope.close(scope, Exit.void))
    stopOther()
  }
}

/** Creates a cache for the provided client. It sends no request and adds no listener before its first reader. */
export const make = Effect.fnUntraced(function*(
  options: CacheOptions = {}
): Effect.fn.Return<Cache["Service"], never, Client | Scope.Scope> {
  const client = yield* Client
  const context = yield* Effect.context<never>()
  const run = Effect.runForkWith(context)
  const clock = Context.get(context, Clock.Clock)
  const now = () => clock.currentTimeMillisUnsafe()
  const connectivity = Context.get(context, Connectivity)
  const hydration = makeHydration(options.dehydrated, now)
  const isHydrated = options.dehydrated !== undefined
  const notifier = makeNotifier(run, Context.get(context, ReportError))
  const { batch, notify, readInRender } = notifier

  // `any`, because a cache holds values of all types. Each is read by the resource that wrote it.
  const entries = new Map<string, CacheEntry<any, any>>()
  /** The keys of entries that a server rendered as pending. */
  const renderedAsPending = new Set<string>()
  let isClosed = false

  const handleConnectivity = () => {
    if (connectivity.isOnline() !== false) batch(() => entries.forEach((entry) => entry.resume()))
  }
  const handleChange = (endpointId: string, done?: DoneCall) =>
    batch(() => {
      hydration.markOutdated(endpointId)
      changeEntries(entries, endpointId, isSameSession(session.get() ?? undefined, done?.session) ? done : undefined)
    })
  const follow = (handleSession: (state: SessionState) => void) =>
    start(
      run,
      Effect.andThen(client.changes(handleChange), client.session.subscribe(handleSession)),
      connectivity.subscribe(handleConnectivity)
    )
  const resetEntries = () => entries.forEach((entry) => entry.resource.perSession && entry.reset())
  const session = makeCacheSession(hydration, isHydrated, notifier, run, follow, resetEntries)

  const entryOf = <A, E>(resource: Resource<A, E>): CacheEntry<A, E> => {
    const { key } = resource
    // Sound: resources with the same key have the same type.
    const existing = entries.get(key) as CacheEntry<A, E> | undefined
    if (existing !== undefined) return existing
    const release = session.follow()
    const entry = makeCacheEntry<A, E>({
      run,
      now,
      isOnline: connectivity.isOnline,
      hydrate: (resource, isInUse) => hydration.take(resource, session.get(), session.isKnown(), isInUse),
      notify,
      onEvent: client.onCacheEvent,
      read: ({ perSession, read }) => {
        const tokens = session.get()
        if (isClosed || perSession && tokens === undefined) return undefined
        return Effect.provideService(read, Client, perSession ? sessionClient(client, tokens ?? undefined) : client)
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
      const disposals = Array.from(entries.values(), (entry) => entry.dispose())
      entries.clear()
      session.close()
      return Effect.forEach(disposals, (disposal) => disposal, { discard: true })
    })
  )

  const applyHydrated = () => {
    if (isClosed) return
    batch(() => {
      session.notify()
      for (const entry of entries.values()) entry.hydrate()
    })
    // The server has signed the user in or out. Reading the token store updates the session.
    const tokens = session.get()
    if (tokens !== undefined && !hydration.isFor(tokens)) run(Effect.asVoid(client.session.state))
  }

  return {
    ...session.views,
    isOnline: readConnectivity(connectivity),
    observe: (resource) => {
      const getSnapshot = () => isClosed ? pending : readInRender(() => entryOf(resource).read())
      return {
        subscribe: (listener) => isClosed ? () => {} : entryOf(resource).subscribe(listener),
        getSnapshot,
        getServerSnapshot: () => hydration.serverState(resource) ?? getSnapshot(),
        getServerState: () =>
          isHydrated
            ? hydration.renderedState(resource)
            : renderOnServer(renderedAsPending, resource.key, getSnapshot()),
        // A closed cache never settles, so that views keep their fallback.
        whenSettled: () => isClosed ? new Promise(() => {}) : entryOf(resource).whenSettled(),
        refresh: () => isClosed ? undefined : entryOf(resource).request()
      }
    },
    entries,
    refresh: (resource) => Effect.suspend(() => isClosed ? Effect.interrupt : entryOf(resource).refresh),
    patch: (resource, change) => entries.get(resource.key)?.patch(change) ?? noPatch,
    contents: Effect.map(client.session.state, (state) => {
      const tokens = tokensOf(state)
      return { userId: tokens && (getUserId(tokens) ?? null), entries, renderedAsPending, readAt: now() }
    }),
    hydrate: (dehydrated) => {
      hydration.add(dehydrated)
      return applyHydrated
    }
  }
})

/**
 * Layer for a client's cache.
 *
 * Building it sends no request, starts no timer and adds no listener. The cache removes its own listeners 5 seconds after the
 * last subscriber has left.
 */
export const layer = (options: CacheOptions = {}): Layer.Layer<Cache, never, Client> =>
  Layer.effect(Cache, Effect.andThen(Effect.orDie(checkNames(options, cacheNames)), make(options)))

/** Returns the cache's values, for hydration in a browser. Pass them to `layer` there. */
export const dehydrate: Effect.Effect<Dehydrated, never, Cache> = /*#__PURE__*/ Effect.flatMap(
  Cache,
  ({ contents }) => Effect.map(contents, dehydrateContents)
)

/**
 * Adds the values that a server read later, for example after a write. They replace the same user's older values in the
 * cache. If the cache has changed a value since, it refetches that value.
 */
export const hydrate = (dehydrated: unknown): Effect.Effect<void, never, Cache> =>
  Effect.map(Cache, (cache) => cache.hydrate(dehydrated)())

export { dehydrateClaims, stringify } from "./Dehydrated.ts"

export type { Dehydrated } from "./Dehydrated.ts"

export type { Observer, Readable } from "./Observer.ts"

export type { PatchHandle } from "./CacheEntry.ts"

export type { SessionStatus } from "./CacheState.ts"
