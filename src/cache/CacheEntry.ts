/**
 * One cached value: who looks at it, how it is fetched, and when it is forgotten.
 *
 * Everything here is synchronous but the fetching itself, so that a view can read a state while it renders.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type CacheState, isSameState, pending } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"
import type { Listener } from "./notifier.ts"
import { makeRefCount } from "./refCount.ts"

/** What passes at least between two fetches of a value, in milliseconds. */
export const throttleMillis = 300

/**
 * What a slot needs of the cache that it belongs to.
 *
 * @category models
 * @since 0.1.0
 */
export interface EntryHost {
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  readonly now: () => number
  /** Fetches for the present session; `undefined` when it is not known yet who is signed in. */
  readonly read: <A, E>(resource: Resource<A, E>) => Effect.Effect<A, E> | undefined
  /** What a server has read already for the present session. */
  readonly hydrate: <A, E>(resource: Resource<A, E>) => { readonly value: A } | undefined
  /** Tells listeners when it is time. */
  readonly notify: (listeners: ReadonlySet<Listener>) => void
  readonly drop: () => void
}

/**
 * A cached value and all that belongs to it.
 *
 * @category models
 * @since 0.1.0
 */
export interface CacheEntry<A, E> {
  readonly resource: Resource<A, E>
  /** The state, for a reader who may not have subscribed yet. Begins the first fetch. */
  readonly look: () => CacheState<A, E>
  /** Calls a listener on each change; fetches if need be. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves when the state is not pending any more, or the slot is gone. */
  readonly whenSettled: () => Promise<void>
  /** Fetches: now, when the throttle lets, or after the fetch that is under way. */
  readonly request: () => void
  /** What a fetch that begins from now on answers. */
  readonly refresh: Effect.Effect<A, E>
  /** Something may have changed: fetches if anybody looks, otherwise when somebody looks again. */
  readonly invalidate: () => void
  /** Another session: nothing of what was is true any more. */
  readonly reset: () => void
  /** Shows a change that has been asked for as if it were made. */
  readonly patch: (change: (value: A) => A) => Patch
  /** The last answer of the service. */
  readonly answer: () => { readonly value: A } | undefined
  /** Ends everything, and succeeds when nothing of it runs any more. */
  readonly dispose: () => Effect.Effect<void>
}

/**
 * A change that is shown before the service has agreed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Patch {
  /** The service has agreed: the change is shown until an answer has it. */
  readonly commit: () => void
  /** The service has refused, or nobody knows: the change is gone at once. */
  readonly rollback: () => void
}

interface Change<A> {
  readonly apply: (value: A) => A
  /** How many fetches had begun when the service agreed: a later one has the change. */
  agreedAfter: number | undefined
}

/**
 * Creates a slot. Fetches nothing before somebody looks.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeCacheEntry = <A, E>(host: EntryHost, resource: Resource<A, E>): CacheEntry<A, E> => {
  const listeners = new Set<Listener>()
  const waiting = new Set<{ readonly after: number; readonly resume: (exit: Exit.Exit<A, E>) => void }>()
  let changes: ReadonlyArray<Change<A>> = []
  let answer = host.hydrate(resource)
  /** The answer with all changes, as it is shown. */
  let shown = answer
  let cause: Cause.Cause<E> | undefined
  let state: CacheState<A, E> = pending
  let promise: { readonly value: Promise<void>; readonly resolve: () => void } | undefined

  let fiber: Fiber.Fiber<void> | undefined
  /** All that runs still, what has been given up included. */
  const running = new Set<Fiber.Fiber<void>>()
  let runs = 0
  let isRunning = false
  let isFetching = false
  let isWanted = false
  let isOutdated = false
  let starts = 0
  let lastStart = -Infinity
  let failedAt = -Infinity
  let failureSeenAt: number | undefined

  const { acquire, dispose: disposeRefCount, touch } = makeRefCount(host.run, host.drop)
  let releaseFirst: (() => void) | undefined

  /** Ends what keeps the slot until its first value, once there is a value or no fetch for it is wanted. */
  const letGo = () => {
    if (answer === undefined && isWanted) return
    releaseFirst?.()
    releaseFirst = undefined
  }

  const publish = () => {
    const next: CacheState<A, E> = shown !== undefined
      ? { _tag: "Ready", value: shown.value, isRefreshing: isFetching, stale: cause }
      : cause !== undefined
      ? { _tag: "Failed", cause, isRefreshing: isFetching }
      : pending
    if (isSameState(state, next)) return
    state = next
    // Only a pending state is waited for, so that a promise never belongs to the state that follows.
    resolve()
    if (listeners.size > 0) host.notify(listeners)
  }

  const resolve = () => {
    promise?.resolve()
    promise = undefined
  }

  /** Works out what is shown. A value that is equal to the one before stays the same object. */
  const compose = () => {
    const value = answer && { value: changes.reduce((value, { apply }) => apply(value), answer.value) }
    if (value === undefined || shown === undefined || !Equal.equals(shown.value, value.value)) shown = value
  }

  /** Whether a failure is old enough to try again; so it is when the clock has been set back since. */
  const isLongAgo = (millis: number): boolean => Math.abs(host.now() - millis) >= throttleMillis

  const land = (exit: Exit.Exit<A, E>, start: number) => {
    isFetching = false
    if (Exit.isSuccess(exit)) {
      changes = changes.filter(({ agreedAfter }) => agreedAfter === undefined || agreedAfter >= start)
      answer = { value: exit.value }
      cause = undefined
      compose()
    } else {
      cause = exit.cause
      failedAt = host.now()
      failureSeenAt = undefined
    }
    publish()
    letGo()
    for (const waiter of waiting) {
      if (waiter.after >= start) continue
      waiting.delete(waiter)
      waiter.resume(exit)
    }
  }

  /** Fetches for as long as it is wanted, one fetch at a time. Another session interrupts it, and nothing of it lands. */
  const runFetches = Effect.fnUntraced(function*(run: number) {
    while (isWanted) {
      const wait = lastStart + throttleMillis - host.now()
      // A clock that has been set back does not make anybody wait for longer.
      if (wait > 0) yield* Effect.sleep(Math.min(wait, throttleMillis))
      const read = host.read(resource)
      if (read === undefined) break
      isWanted = false
      isOutdated = false
      lastStart = host.now()
      const start = ++starts
      isFetching = true
      publish()
      const exit = yield* Effect.exit(read)
      // Whoever finds out without a wait that the session is another cannot be interrupted.
      if (run !== runs) return
      land(exit, start)
    }
    isRunning = false
  })

  const request = () => {
    isWanted = true
    // A value that somebody waits for is not forgotten on the way, however long that is.
    if (answer === undefined) releaseFirst ??= acquire()
    if (isRunning || host.read(resource) === undefined) return
    isRunning = true
    const run = ++runs
    const started = host.run(runFetches(run))
    running.add(started)
    started.addObserver(() => running.delete(started))
    if (run === runs) fiber = started
    // It has found out by itself, before it was known here, that the session is another.
    else started.interruptUnsafe()
  }

  /** Fetches, if that is not being done already. */
  const begin = () => {
    if (!isRunning) request()
  }

  const stop = () => {
    runs++
    fiber?.interruptUnsafe()
    isRunning = isFetching = isWanted = false
  }

  const fail = (exit: Exit.Exit<A, E>) => {
    for (const { resume } of waiting) resume(exit)
  }

  publish()

  return {
    resource,
    look: () => {
      if (state._tag === "Failed" && listeners.size === 0 && !isRunning) {
        // A view that has thrown the failure does not subscribe. When it looks again after a while, it tries again.
        failureSeenAt ??= host.now()
        if (isLongAgo(failureSeenAt)) {
          cause = undefined
          publish()
        }
      }
      if (state._tag === "Pending") begin()
      touch()
      return state
    },
    subscribe: (listener) => {
      // An object of its own: the same function may listen twice.
      const entry = { notify: listener }
      listeners.add(entry)
      const release = acquire()
      const isOld = state._tag === "Failed" && isLongAgo(failedAt)
      if (state._tag === "Pending" || isOutdated || isOld) begin()
      return () => {
        listeners.delete(entry)
        release()
      }
    },
    whenSettled: () => {
      if (state._tag !== "Pending") return Promise.resolve()
      if (promise === undefined) {
        let resolve = () => {}
        const value = new Promise<void>((done) => resolve = done)
        promise = { value, resolve }
      }
      return promise.value
    },
    request,
    refresh: Effect.callback((resume) => {
      const release = acquire()
      const waiter = {
        after: starts,
        resume: (exit: Exit.Exit<A, E>) => {
          release()
          resume(exit)
        }
      }
      waiting.add(waiter)
      request()
      return Effect.sync(() => {
        waiting.delete(waiter)
        release()
      })
    }),
    invalidate: () => {
      isOutdated = true
      // Whoever has asked for a change fetches when it is clear what came of it.
      if (changes.some(({ agreedAfter }) => agreedAfter === undefined)) return
      if (listeners.size > 0 || isRunning) request()
    },
    reset: () => {
      const isLookedAt = listeners.size > 0 || releaseFirst !== undefined
      stop()
      changes = []
      answer = host.hydrate(resource)
      cause = undefined
      lastStart = -Infinity
      isOutdated = false
      compose()
      publish()
      if (isLookedAt && answer === undefined || waiting.size > 0) request()
      letGo()
    },
    patch: (apply) => {
      const change: Change<A> = { apply, agreedAfter: undefined }
      changes = [...changes, change]
      compose()
      publish()
      const settle = () => {
        if (isOutdated && (listeners.size > 0 || isRunning)) request()
      }
      return {
        commit: () => {
          change.agreedAfter = starts
          isOutdated = true
          settle()
        },
        rollback: () => {
          changes = changes.filter((each) => each !== change)
          compose()
          publish()
          settle()
        }
      }
    },
    answer: () => answer,
    dispose: () => {
      disposeRefCount()
      stop()
      resolve()
      fail(Exit.failCause(Cause.interrupt()))
      return Effect.asVoid(Fiber.awaitAll(running))
    }
  }
}
