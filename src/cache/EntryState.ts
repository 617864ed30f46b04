/**
 * A cache entry's state machine.
 *
 * `transition` is pure: it computes the next state for an event, and when a fetch is due. `CacheEntry` dispatches the events,
 * runs the fetches and notifies the subscribers.
 */
import type * as Cause from "effect/Cause"
import * as Equal from "effect/Equal"
import { type CacheState, isSameState, pending } from "./CacheState.ts"

/** The minimum time between the starts of two fetches of an entry, in milliseconds. */
const throttleMillis = 300

/** An optimistic update. The same object identifies it in `PatchAdded`, `PatchCommitted` and `PatchRolledBack`. */
export interface OptimisticPatch<A> {
  readonly apply: (value: A) => A
}

interface AppliedPatch<A> {
  readonly patch: OptimisticPatch<A>
  /** The value of `starts` when the call succeeded. A fetch with a higher number includes the change. */
  readonly committedAt: number | undefined
}

/** A value that was read earlier. */
export interface EarlierValue<A> {
  readonly value: A
  /** The start of the read, in milliseconds since 1970. `-Infinity` if a later call may have changed the value. */
  readonly readAt: number
}

/** A cache entry's state. */
export interface EntryState<A, E> {
  /** `Throttled` means that a fetch is due, but may have to wait for `throttleMillis` to pass. */
  readonly phase: "Idle" | "Throttled" | "Fetching"
  /** The number of the current run of fetches. `CacheEntry` interrupts the previous run when it changes. */
  readonly run: number
  /** The service's last answer, without patches. */
  readonly answer: EarlierValue<A> | undefined
  /** When the answer arrived. For the answer to a server, when that server read it. */
  readonly answeredAt: number
  readonly patches: ReadonlyArray<AppliedPatch<A>>
  /** Why the last fetch failed, if it did. */
  readonly cause: Cause.Cause<E> | undefined
  /** `true` if a fetch has to follow the current one, or has to wait for the session or the network. */
  readonly isWanted: boolean
  /** `true` if the value was invalidated after the last fetch started. */
  readonly isOutdated: boolean
  /** The number of fetches that have started. */
  readonly starts: number
  readonly lastStart: number
  readonly failedAt: number
  /** When a failure was first read without a subscriber. */
  readonly failureReadAt: number | undefined
  readonly subscribers: number
  /** The state for readers. It is the same object until something in it changes. */
  readonly snapshot: CacheState<A, E>
}

/**
 * A cache entry's event.
 *
 * - `Read`: a view read the snapshot, perhaps before it subscribed.
 * - `Requested`: a caller requested a fetch.
 * - `FetchUnavailable`: a fetch was due, but the session is not known yet.
 * - `BackOnline`: the device is back online.
 * - `Invalidated`: a call may have changed the value. `update` returns the new value, if the call determines it.
 * - `PatchCommitted`, `PatchRolledBack`: the call of an optimistic update succeeded or failed.
 * - `SessionChanged`: the value belongs to a previous session. `hydrated` is the value that a server read for the new one.
 * - `Hydrated`: a server has read the value again.
 */
export type EntryEvent<A, E> =
  | {
    readonly _tag:
      | "Read"
      | "Subscribed"
      | "Unsubscribed"
      | "Requested"
      | "FetchStarted"
      | "FetchUnavailable"
      | "BackOnline"
      | "Disposed"
  }
  | { readonly _tag: "FetchSucceeded"; readonly value: A }
  | { readonly _tag: "Invalidated"; readonly update?: ((value: A) => A | undefined) | undefined }
  | { readonly _tag: "FetchFailed"; readonly cause: Cause.Cause<E>; readonly isOffline?: boolean }
  | { readonly _tag: "PatchAdded" | "PatchRolledBack"; readonly patch: OptimisticPatch<A> }
  | {
    readonly _tag: "PatchCommitted"
    readonly patch: OptimisticPatch<A>
    /** `true` if the call has updated or invalidated the value. */
    readonly isKnown?: boolean | undefined
  }
  | {
    readonly _tag: "SessionChanged"
    readonly hydrated: EarlierValue<A> | undefined
    /** `true` if a caller waits for the result of a refresh. */
    readonly isAwaited: boolean
  }
  | { readonly _tag: "Hydrated"; readonly hydrated: EarlierValue<A>; readonly isAwaited: boolean }

/** Returns a new entry's state, with the value that a server read for it, if any. */
export const initialState = <A, E>(hydrated: EarlierValue<A> | undefined): EntryState<A, E> =>
  derive({
    phase: "Idle",
    run: 0,
    answer: hydrated,
    answeredAt: hydrated?.readAt ?? -Infinity,
    patches: [],
    cause: undefined,
    isWanted: false,
    isOutdated: false,
    starts: 0,
    lastStart: -Infinity,
    failedAt: -Infinity,
    failureReadAt: undefined,
    subscribers: 0,
    snapshot: pending
  })

/**
 * Returns how long the next fetch has to wait, in milliseconds. Never more than `throttleMillis`, even if the clock was set
 * back.
 */
export const throttleDelay = ({ lastStart }: { readonly lastStart: number }, now: number): number =>
  Math.min(lastStart + throttleMillis - now, throttleMillis)

/**
 * Returns `true` if a first fetch is due, running or waiting for the network. Such an entry is kept even without subscribers.
 */
export const isRetained = <A, E>({ answer, isWanted, phase }: EntryState<A, E>): boolean =>
  answer === undefined && (isWanted || phase === "Fetching")

/**
 * Returns the next state. `now` is the current time in milliseconds. An event that does not belong to the current phase changes
 * nothing.
 */
export const transition = <A, E>(state: EntryState<A, E>, event: EntryEvent<A, E>, now: number): EntryState<A, E> => {
  const next = reduce(state, event, now)
  return next === state ? state : derive(next)
}

const reduce = <A, E>(state: EntryState<A, E>, event: EntryEvent<A, E>, now: number): EntryState<A, E> => {
  const { patches, phase, starts, subscribers } = state
  switch (event._tag) {
    case "Read":
      return read(state, now)
    case "Subscribed":
      return subscribe(state, now)
    case "Unsubscribed":
      return { ...state, subscribers: subscribers - 1 }
    case "Requested":
      return requestFetch(state)
    case "FetchStarted":
      return phase === "Throttled"
        ? { ...state, phase: "Fetching", isWanted: false, isOutdated: false, starts: starts + 1, lastStart: now }
        : state
    case "FetchUnavailable":
      return phase === "Throttled" ? { ...state, phase: "Idle" } : state
    case "FetchSucceeded":
      return endFetch(state, {
        answer: { value: event.value, readAt: state.lastStart },
        answeredAt: now,
        cause: undefined,
        // The result includes the patches whose calls succeeded before the fetch started.
        patches: patches.filter(({ committedAt = starts }) => committedAt >= starts)
      })
    case "FetchFailed":
      // Without a value, the entry stays pending.
      return event.isOffline && phase === "Fetching"
        ? { ...state, phase: "Idle", isWanted: true, ...state.answer && { cause: event.cause } }
        : endFetch(state, { cause: event.cause, failedAt: now, failureReadAt: undefined })
    case "BackOnline":
      return comeOnline(state)
    case "Invalidated":
      return invalidate(state, event.update, now)
    case "PatchAdded":
      return { ...state, patches: [...patches, { patch: event.patch, committedAt: undefined }] }
    case "PatchCommitted":
      return event.isKnown && !state.isOutdated ? removePatch(state, event.patch) : commitPatch(state, event.patch)
    case "PatchRolledBack":
      return removePatch(state, event.patch)
    case "SessionChanged":
      return changeSession(state, event.hydrated, event.isAwaited)
    case "Hydrated":
      return event.hydrated.readAt <= state.answeredAt
        ? compareHydrated(state, event.hydrated, now)
        : acceptHydrated(state, event.hydrated, event.isAwaited)
    case "Disposed":
      return cancel(state)
  }
}

const read = <A, E>(state: EntryState<A, E>, now: number): EntryState<A, E> => {
  const { failureReadAt = now, snapshot } = state
  if (state.phase !== "Idle" || state.isWanted) return state
  if (snapshot._tag === "Pending") return requestFetch(state)
  if (snapshot._tag === "Ready" || state.subscribers > 0) return state
  // A view that throws the failure does not subscribe, so its next read retries.
  return hasPassed(failureReadAt, now) ? requestFetch({ ...state, cause: undefined }) : { ...state, failureReadAt }
}

const subscribe = <A, E>(state: EntryState<A, E>, now: number): EntryState<A, E> => {
  const { _tag } = state.snapshot
  const next = { ...state, subscribers: state.subscribers + 1 }
  const isDue = state.isOutdated || _tag === "Pending" || _tag === "Failed" && hasPassed(state.failedAt, now)
  return isDue && state.phase === "Idle" && !state.isWanted ? requestFetch(next) : next
}

const comeOnline = <A, E>(state: EntryState<A, E>): EntryState<A, E> => {
  if (state.phase !== "Idle" || !state.isWanted && state.cause === undefined) return state
  const next = { ...state, isOutdated: true }
  // A view that threw the failure does not subscribe. Its next read fetches.
  return state.subscribers > 0 || isRetained(state)
    ? requestFetch(next)
    : { ...next, isWanted: false, ...state.snapshot._tag === "Failed" && { cause: undefined } }
}

const invalidate = <A, E>(
  state: EntryState<A, E>,
  update: ((value: A) => A | undefined) | undefined,
  now: number
): EntryState<A, E> => {
  const value = state.answer && update?.(state.answer.value)
  if (value !== undefined) {
    const next = { ...state, answer: { value, readAt: now }, answeredAt: now }
    // A running fetch may have read the value before the call.
    return state.phase === "Idle" ? next : requestFetch(cancel(next))
  }
  const next = { ...state, isOutdated: true }
  // Do not fetch while a call is running. Its result decides if the patch stays.
  return state.patches.some(isRunning) ? next : fetchIfOutdated(next)
}

/** Keeps a patch until a fetch includes its change. */
const commitPatch = <A, E>(state: EntryState<A, E>, patch: OptimisticPatch<A>): EntryState<A, E> =>
  fetchIfOutdated({
    ...state,
    isOutdated: true,
    patches: state.patches.map((applied) =>
      applied.patch === patch ? { ...applied, committedAt: state.starts } : applied
    )
  })

const removePatch = <A, E>(state: EntryState<A, E>, patch: OptimisticPatch<A>): EntryState<A, E> =>
  fetchIfOutdated({ ...state, patches: state.patches.filter((applied) => applied.patch !== patch) })

const changeSession = <A, E>(
  state: EntryState<A, E>,
  hydrated: EarlierValue<A> | undefined,
  isAwaited: boolean
): EntryState<A, E> => {
  const next = {
    ...cancel(state),
    answer: hydrated,
    answeredAt: hydrated?.readAt ?? -Infinity,
    patches: [],
    cause: undefined,
    lastStart: -Infinity,
    isOutdated: false
  }
  const isInUse = state.subscribers > 0 || isRetained(state)
  return isInUse && hydrated === undefined || isAwaited ? requestFetch(next) : next
}

/** Replaces the answer by a server's later one. */
const acceptHydrated = <A, E>(
  state: EntryState<A, E>,
  hydrated: EarlierValue<A>,
  isAwaited: boolean
): EntryState<A, E> => {
  const next = {
    ...state,
    answer: hydrated,
    answeredAt: hydrated.readAt,
    cause: undefined,
    patches: state.patches.filter(isRunning)
  }
  // A fetch that started later has a newer result.
  if (state.lastStart >= hydrated.readAt) return next
  const settled = { ...cancel(next), isOutdated: false }
  return isAwaited ? requestFetch(settled) : settled
}

/**
 * Fetches if a server's earlier answer differs. Their order is not certain: the clocks may differ, or the answer
 * may have been sent before it was read.
 */
const compareHydrated = <A, E>(state: EntryState<A, E>, { value }: EarlierValue<A>, now: number): EntryState<A, E> =>
  state.answer === undefined || Equal.equals(state.answer.value, value) ? state : invalidate(state, undefined, now)

/** Returns `true` for a patch whose call has not ended. */
const isRunning = ({ committedAt }: Pick<AppliedPatch<unknown>, "committedAt">): boolean => committedAt === undefined

/** Returns `true` if `throttleMillis` have passed, or the clock was set back by that much. */
const hasPassed = (since: number, now: number): boolean => Math.abs(now - since) >= throttleMillis

/** Makes a fetch due: now, after the throttle, or after the current fetch. */
const requestFetch = <A, E>(state: EntryState<A, E>): EntryState<A, E> => ({
  ...state,
  isWanted: true,
  ...state.phase === "Idle" && { phase: "Throttled", run: state.run + 1 }
})

const fetchIfOutdated = <A, E>(state: EntryState<A, E>): EntryState<A, E> =>
  state.isOutdated && (state.subscribers > 0 || state.phase !== "Idle") ? requestFetch(state) : state

const endFetch = <A, E>(state: EntryState<A, E>, result: Partial<EntryState<A, E>>): EntryState<A, E> =>
  state.phase === "Fetching" ? { ...state, phase: state.isWanted ? "Throttled" : "Idle", ...result } : state

const cancel = <A, E>(state: EntryState<A, E>): EntryState<A, E> => ({
  ...state,
  phase: "Idle",
  run: state.run + 1,
  isWanted: false
})

/** Updates the snapshot. A value that equals the previous one stays the same object. */
const derive = <A, E>(state: EntryState<A, E>): EntryState<A, E> => {
  const { answer, cause, patches, phase, snapshot } = state
  const isRefreshing = phase === "Fetching"
  const next: CacheState<A, E> = answer
    ? {
      _tag: "Ready",
      value: keepEqual(snapshot, patches.reduce((value, { patch }) => patch.apply(value), answer.value)),
      isRefreshing,
      stale: cause
    }
    : cause
    ? { _tag: "Failed", cause, isRefreshing }
    : pending
  return isSameState(snapshot, next) ? state : { ...state, snapshot: next }
}

const keepEqual = <A>(snapshot: CacheState<A, unknown>, value: A): A =>
  snapshot._tag === "Ready" && Equal.equals(snapshot.value, value) ? snapshot.value : value
