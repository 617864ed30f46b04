/**
 * One cached value: its subscribers, its fetches and its lifetime.
 *
 * `EntryState.ts` decides when to fetch. Everything here is synchronous except the fetch itself, so that a view can read a
 * snapshot while it renders.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { ApiError } from "../call/ApiError.ts"
import type { Client } from "../session/ClientService.ts"
import type { CacheState } from "./CacheState.ts"
import {
  type EarlierValue,
  type EntryEvent,
  type EntryState,
  initialState,
  isRetained,
  throttleDelay,
  transition
} from "./EntryState.ts"
import type { Resource } from "./makeResource.ts"
import type { Listener } from "./notifier.ts"
import { makeRefCount } from "./refCount.ts"

/** The dependencies that a cache passes to its entries. */
export interface EntryHost {
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  readonly now: () => number
  readonly isOnline: () => boolean | undefined
  /** Returns the effect that fetches for the current session; `undefined` while the session is unknown. */
  readonly read: <A, E>(resource: Resource<A, E>) => Effect.Effect<A, E> | undefined
  /** Returns the value that a server read for the current session, if any. */
  readonly hydrate: <A, E>(resource: Resource<A, E>, isInUse?: boolean) => EarlierValue<A> | undefined
  readonly notify: (listeners: ReadonlySet<Listener>) => void
  /** Removes the entry from the cache. */
  readonly drop: () => void
  readonly onEvent?: Client["Service"]["onCacheEvent"]
}

/** A cached value. */
export interface CacheEntry<A, E> {
  readonly resource: Resource<A, E>
  /** Returns the snapshot, and starts the first fetch. The caller may not have subscribed yet. */
  readonly read: () => CacheState<A, E>
  /** Adds a listener, and fetches if the value is missing or outdated. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void
  /** Returns a promise that resolves when the snapshot is no longer `Pending`, or the entry is disposed. */
  readonly whenSettled: () => Promise<void>
  /** Requests a fetch: now, when the throttle allows it, or after the current fetch. */
  readonly request: () => void
  /** Requests a fetch, and returns its result. An earlier fetch's result does not count. */
  readonly refresh: Effect.Effect<A, E>
  /**
   * Replaces the value by the result from `update`. Without one, marks the value as outdated, and fetches if the entry has
   * subscribers, otherwise when the next one subscribes.
   */
  readonly invalidate: (update?: (value: A) => A | undefined) => void
  /** Fetches again if the last fetch failed. */
  readonly resume: () => void
  /** Discards the value, because the session has changed. */
  readonly reset: () => void
  /** Replaces the value with a newer one that the server read, if there is one. */
  readonly hydrate: () => void
  /** Applies an optimistic update to the value. */
  readonly patch: (change: (value: A) => A) => PatchHandle
  /** Returns the state, which has the service's last answer without optimistic updates. */
  readonly state: () => EntryState<A, E>
  /** Interrupts everything. Succeeds when none of its fetches is running. */
  readonly dispose: () => Effect.Effect<void>
}

/** An optimistic update that is on screen while its call is running. */
export interface PatchHandle {
  /**
   * The call succeeded. The update stays until a fetch includes it. If the call has notified the cache of its change,
   * `isKnown` is `true`; the update then ends unless a fetch is necessary.
   */
  readonly commit: (isKnown?: boolean) => void
  /** The call failed, or its outcome is unknown. The update is removed immediately. */
  readonly rollback: () => void
}

/** An update for a value that is not in the cache. */
export const noPatch: PatchHandle = { commit: () => {}, rollback: () => {} }

/** A caller that waits for a fetch after the first `after` ones. */
interface Waiter<A, E> {
  readonly after: number
  readonly resume: (exit: Exit.Exit<A, E>) => void
}

/** Resumes the callers that waited before fetch number `start` began. */
const resumeWaiters = <A, E>(waiters: Set<Waiter<A, E>>, exit: Exit.Exit<A, E>, start: number): void => {
  for (const waiter of waiters) {
    if (waiter.after < start) {
      waiters.delete(waiter)
      waiter.resume(exit)
    }
  }
}

/** Creates a signal. Its promise exists from the first `wait` until the next `resolve`. */
const makeSignal = () => {
  let resolve: (() => void) | undefined
  let promise: Promise<void> | undefined
  return {
    wait: () => promise ??= new Promise((done) => resolve = done),
    resolve: () => {
      resolve?.()
      promise = undefined
    }
  }
}

/** Returns the event for the end of a fetch. */
const toEvent = <A, E>(exit: Exit.Exit<A, E>, isOnline: boolean | undefined): EntryEvent<A, E> => {
  if (Exit.isSuccess(exit)) return { _tag: "FetchSucceeded", value: exit.value }
  const error = Cause.squash(exit.cause)
  const reason = error instanceof ApiError ? error.reason : undefined
  const isOffline = reason?._tag === "NetworkFailure" && (reason.diagnostics.offline === true || isOnline === false)
  return { _tag: "FetchFailed", cause: exit.cause, isOffline }
}

/** Creates an entry. It fetches nothing before its first reader. */
export const makeCacheEntry = <A, E>(host: EntryHost, resource: Resource<A, E>): CacheEntry<A, E> => {
  const listeners = new Set<Listener>()
  const waiters = new Set<Waiter<A, E>>()
  const refCount = makeRefCount(host.run, host.drop)
  /** The fibers of all runs, including interrupted ones. */
  const running = new Set<Fiber.Fiber<void>>()
  let state = initialState<A, E>(host.hydrate(resource))
  let fiber: Fiber.Fiber<void> | undefined
  const settled = makeSignal()

  const dispatch = (event: EntryEvent<A, E>): void => {
    const before = state
    const after = state = transition(before, event, host.now())
    if (after !== before) host.onEvent?.(resource.key, event, after)
    refCount.retain(isRetained(after))
    const isNewRun = after.run !== before.run
    if (isNewRun) fiber?.interruptUnsafe()
    if (after.snapshot !== before.snapshot) {
      // Only a pending snapshot has a promise, so that no promise outlives its snapshot.
      settled.resolve()
      if (listeners.size > 0) host.notify(listeners)
    }
    // A listener may have dispatched an event that started another run.
    if (isNewRun && after.phase === "Throttled" && state.run === after.run) startRun(after.run)
  }

  const startRun = (run: number) => {
    if (host.read(resource) === undefined) return dispatch({ _tag: "FetchUnavailable" })
    const started = host.run(fetchWhileDue(run))
    running.add(started)
    started.addObserver(() => running.delete(started))
    if (run === state.run) fiber = started
    // The run was cancelled by its own first fetch, before its fiber was known here.
    else started.interruptUnsafe()
  }

  const fetchWhileDue = Effect.fnUntraced(function*(run: number) {
    while (run === state.run && state.phase === "Throttled") {
      const delay = throttleDelay(state, host.now())
      if (delay > 0) yield* Effect.sleep(delay)
      const read = host.read(resource)
      if (read === undefined) return dispatch({ _tag: "FetchUnavailable" })
      dispatch({ _tag: "FetchStarted" })
      const exit = yield* Effect.exit(read)
      // A fetch that cancels its own run without suspending is not interrupted.
      if (run !== state.run) return
      const start = state.starts
      const event = toEvent(exit, host.isOnline())
      dispatch(event)
      // The device may be back online since the fetch failed.
      if (event._tag === "FetchFailed" && event.isOffline && host.isOnline() !== false) resume()
      resumeWaiters(waiters, exit, start)
    }
  })

  const request = () => dispatch({ _tag: "Requested" })
  const resume = () => dispatch({ _tag: "BackOnline" })

  return {
    resource,
    read: () => {
      dispatch({ _tag: "Read" })
      refCount.touch()
      return state.snapshot
    },
    subscribe: (listener) => {
      const entry = { notify: listener }
      listeners.add(entry)
      const release = refCount.acquire()
      dispatch({ _tag: "Subscribed" })
      return () => {
        if (!listeners.delete(entry)) return
        dispatch({ _tag: "Unsubscribed" })
        release()
      }
    },
    whenSettled: () => state.snapshot._tag === "Pending" ? settled.wait() : Promise.resolve(),
    request,
    refresh: Effect.callback((resume) => {
      const release = refCount.acquire()
      const waiter: Waiter<A, E> = {
        after: state.starts,
        resume: (exit) => {
          release()
          resume(exit)
        }
      }
      waiters.add(waiter)
      request()
      return Effect.sync(() => {
        waiters.delete(waiter)
        release()
      })
    }),
    invalidate: (update) => dispatch({ _tag: "Invalidated", update }),
    resume,
    reset: () => dispatch({ _tag: "SessionChanged", hydrated: host.hydrate(resource), isAwaited: waiters.size > 0 }),
    hydrate: () => {
      const hydrated = host.hydrate(resource, true)
      if (hydrated !== undefined) dispatch({ _tag: "Hydrated", hydrated, isAwaited: waiters.size > 0 })
    },
    patch: (apply) => {
      const patch = { apply }
      dispatch({ _tag: "PatchAdded", patch })
      return {
        commit: (isKnown) => dispatch({ _tag: "PatchCommitted", patch, isKnown }),
        rollback: () => dispatch({ _tag: "PatchRolledBack", patch })
      }
    },
    state: () => state,
    dispose: () => {
      refCount.dispose()
      dispatch({ _tag: "Disposed" })
      settled.resolve()
      resumeWaiters(waiters, Exit.failCause(Cause.interrupt()), Infinity)
      return Effect.asVoid(Fiber.awaitAll(running))
    }
  }
}
