/**
 * The state machine of a cache entry.
 *
 * `transition` is pure: it decides what an event changes, and when a fetch is due. `CacheEntry` dispatches the events, runs the
 * fetches and notifies the subscribers.
 *
 * @since 0.1.0
 */
import type * as Cause from "effect/Cause"
import * as Equal from "effect/Equal"
import { type CacheState, isSameState, pending } from "./CacheState.ts"

/** The minimum time between the starts of two fetches of an entry, in milliseconds. */
export const throttleMillis = 300

/**
 * An optimistic update. The same object identifies it in `PatchAdded`, `PatchCommitted` and `PatchRolledBack`.
 *
 * @category models
 * @since 0.1.0
 */
export interface OptimisticPatch<A> {
  readonly apply: (value: A) => A
}

interface AppliedPatch<A> {
  readonly patch: OptimisticPatch<A>
  /** The value of `starts` when the call succeeded. A fetch with a higher number includes the change. */
  readonly committedAt: number | undefined
}

/**
 * The state of a cache entry.
 *
 * @category models
 * @since 0.1.0
 */
export interface EntryState<A, E> {
  /** `Throttled` means that a fetch is due, but may have to wait for `throttleMillis` to pass. */
  readonly phase: "Idle" | "Throttled" | "Fetching"
  /** The number of the current run of fetches. When it changes, `CacheEntry` interrupts the previous run. */
  readonly run: number
  /** The last answer of the service, without patches. */
  readonly answer: { readonly value: A } | undefined
  /** The answer with all patches applied. */
  readonly patched: { readonly value: A } | undefined
  readonly patches: ReadonlyArray<AppliedPatch<A>>
  /** Why the last fetch failed, if it did. */
  readonly cause: Cause.Cause<E> | undefined
  /** Whether to fetch again after the current fetch, or when the session is known. */
  readonly isWanted: boolean
  /** Whether the value was invalidated after the last fetch started. */
  readonly isOutdated: boolean
  /** How many fetches have started. */
  readonly starts: number
  readonly lastStart: number
  readonly failedAt: number
  /** When a failure was first read without a subscriber. */
  readonly failureReadAt: number | undefined
  readonly subscribers: number
  /** Whether the entry has to be kept until its first value, even without subscribers. */
  readonly isRetained: boolean
  /** What readers see. It is the same object until something in it changes. */
  readonly snapshot: CacheState<A, E>
}

/**
 * An event of a cache entry.
 *
 * - `Read`: a view read the snapshot, perhaps before it subscribed.
 * - `Requested`: a caller asked for a new fetch.
 * - `FetchUnavailable`: a fetch was due, but the session is not known yet.
 * - `Invalidated`: a call may have changed the value.
 * - `PatchCommitted`, `PatchRolledBack`: the call of an optimistic update succeeded or failed.
 * - `SessionChanged`: the value belongs to a previous session. `hydrated` is the value that a server read for the new one.
 *
 * @category models
 * @since 0.1.0
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
      | "Invalidated"
      | "Disposed"
  }
  | { readonly _tag: "FetchSucceeded"; readonly value: A }
  | { readonly _tag: "FetchFailed"; readonly cause: Cause.Cause<E> }
  | { readonly _tag: "PatchAdded" | "PatchCommitted" | "PatchRolledBack"; readonly patch: OptimisticPatch<A> }
  | {
    readonly _tag: "SessionChanged"
    readonly hydrated: { readonly value: A } | undefined
    /** Whether a caller waits for the result of a refresh. */
    readonly isAwaited: boolean
  }

/**
 * Returns the state of a new entry, with the value that a server read for it, if any.
 *
 * @category constructors
 * @since 0.1.0
 */
export const initialState = <A, E>(hydrated: { readonly value: A } | undefined): EntryState<A, E> =>
  withSnapshot({
    phase: "Idle",
    run: 0,
    answer: hydrated,
    patched: hydrated,
    patches: [],
    cause: undefined,
    isWanted: false,
    isOutdated: false,
    starts: 0,
    lastStart: -Infinity,
    failedAt: -Infinity,
    failureReadAt: undefined,
    subscribers: 0,
    isRetained: false,
    snapshot: pending
  })

/**
 * Returns how long the next fetch has to wait, in milliseconds. Never more than `throttleMillis`, even if the clock was set back.
 *
 * @category getters
 * @since 0.1.0
 */
export const throttleDelay = ({ lastStart }: { readonly lastStart: number }, now: number): number =>
  Math.min(lastStart + throttleMillis - now, throttleMillis)

/**
 * Returns the next state. `now` is the current time in milliseconds. An event that does not belong to the current phase changes
 * nothing.
 *
 * @category transitions
 * @since 0.1.0
 */
export const transition = <A, E>(state: EntryState<A, E>, event: EntryEvent<A, E>, now: number): EntryState<A, E> => {
  switch (event._tag) {
    case "Read": {
      const next = readFailure(state, now)
      return next.snapshot._tag === "Pending" ? fetchIfIdle(next) : next
    }
    case "Subscribed": {
      const { failedAt, isOutdated, snapshot, subscribers } = state
      const next = { ...state, subscribers: subscribers + 1 }
      return isOutdated || snapshot._tag === "Pending" || snapshot._tag === "Failed" && hasPassed(failedAt, now)
        ? fetchIfIdle(next)
        : next
    }
    case "Unsubscribed":
      return { ...state, subscribers: state.subscribers - 1 }
    case "Requested":
      return requestFetch(state)
    case "FetchStarted":
      return state.phase === "Throttled"
        ? withSnapshot({
          ...state,
          phase: "Fetching",
          isWanted: false,
          isOutdated: false,
          starts: state.starts + 1,
          lastStart: now
        })
        : state
    case "FetchUnavailable":
      return state.phase === "Throttled" ? { ...state, phase: "Idle" } : state
    case "FetchSucceeded":
      return state.phase === "Fetching"
        ? endFetch(
          withPatches({ ...state, answer: { value: event.value }, cause: undefined }, isMissingFrom(state.starts))
        )
        : state
    case "FetchFailed":
      return state.phase === "Fetching"
        ? endFetch({ ...state, cause: event.cause, failedAt: now, failureReadAt: undefined })
        : state
    case "Invalidated": {
      const next = { ...state, isOutdated: true }
      // While a call is under way, wait for its result: it decides whether the patch stays.
      return state.patches.some(isUncommitted) ? next : fetchIfOutdated(next)
    }
    case "PatchAdded":
      return withPatches({ ...state, patches: [...state.patches, { patch: event.patch, committedAt: undefined }] })
    case "PatchCommitted":
      return fetchIfOutdated({
        ...state,
        isOutdated: true,
        patches: state.patches.map((applied) =>
          applied.patch === event.patch ? { ...applied, committedAt: state.starts } : applied
        )
      })
    case "PatchRolledBack":
      return fetchIfOutdated(withPatches(state, ({ patch }) => patch !== event.patch))
    case "SessionChanged": {
      const isInUse = state.subscribers > 0 || state.isRetained
      const next = withPatches({
        ...cancel(state),
        answer: event.hydrated,
        patches: [],
        cause: undefined,
        lastStart: -Infinity,
        isOutdated: false
      })
      return release(isInUse && event.hydrated === undefined || event.isAwaited ? requestFetch(next) : next)
    }
    case "Disposed":
      return cancel(state)
  }
}

const isUncommitted = ({ committedAt }: Pick<AppliedPatch<unknown>, "committedAt">): boolean =>
  committedAt === undefined

/** Returns a predicate for the patches that the result of a fetch does not include. */
const isMissingFrom = (start: number) => ({ committedAt }: Pick<AppliedPatch<unknown>, "committedAt">): boolean =>
  committedAt === undefined || committedAt >= start

/** Returns `true` if `throttleMillis` have passed, or the clock was set back by that much. */
const hasPassed = (since: number, now: number): boolean => Math.abs(now - since) >= throttleMillis

/** Makes a fetch due: now, after the throttle, or after the current fetch. */
const requestFetch = <A, E>(state: EntryState<A, E>): EntryState<A, E> => ({
  ...state,
  isWanted: true,
  isRetained: state.isRetained || state.answer === undefined,
  ...state.phase === "Idle" && { phase: "Throttled", run: state.run + 1 }
})

const fetchIfIdle = <A, E>(state: EntryState<A, E>): EntryState<A, E> =>
  state.phase === "Idle" ? requestFetch(state) : state

const fetchIfOutdated = <A, E>(state: EntryState<A, E>): EntryState<A, E> =>
  state.isOutdated && (state.subscribers > 0 || state.phase !== "Idle") ? requestFetch(state) : state

const cancel = <A, E>(state: EntryState<A, E>): EntryState<A, E> =>
  withSnapshot({ ...state, phase: "Idle", run: state.run + 1, isWanted: false })

const endFetch = <A, E>(state: EntryState<A, E>): EntryState<A, E> =>
  release(withSnapshot({ ...state, phase: state.isWanted ? "Throttled" : "Idle" }))

/** Retains the entry no longer if it has a value, or no fetch for a first value is due. */
const release = <A, E>(state: EntryState<A, E>): EntryState<A, E> => ({
  ...state,
  isRetained: state.isRetained && state.answer === undefined && state.isWanted
})

/**
 * Clears a failure that was read `throttleMillis` ago. A view that throws the failure does not subscribe, so its next read
 * retries.
 */
const readFailure = <A, E>(state: EntryState<A, E>, now: number): EntryState<A, E> => {
  if (state.snapshot._tag !== "Failed" || state.subscribers > 0 || state.phase !== "Idle") return state
  const failureReadAt = state.failureReadAt ?? now
  return withSnapshot({ ...state, failureReadAt, cause: hasPassed(failureReadAt, now) ? undefined : state.cause })
}

/** Filters the patches and applies them. A value that equals the previous one stays the same object. */
const withPatches = <A, E>(
  state: EntryState<A, E>,
  isKept: (patch: AppliedPatch<A>) => boolean = () => true
): EntryState<A, E> => {
  const patches = state.patches.filter(isKept)
  const patched = state.answer && {
    value: patches.reduce((value, { patch }) => patch.apply(value), state.answer.value)
  }
  const isSame = patched !== undefined && state.patched !== undefined &&
    Equal.equals(state.patched.value, patched.value)
  return withSnapshot({ ...state, patches, patched: isSame ? state.patched : patched })
}

const withSnapshot = <A, E>(state: EntryState<A, E>): EntryState<A, E> => {
  const { cause, patched, phase } = state
  const isRefreshing = phase === "Fetching"
  const snapshot: CacheState<A, E> = patched !== undefined
    ? { _tag: "Ready", value: patched.value, isRefreshing, stale: cause }
    : cause !== undefined
    ? { _tag: "Failed", cause, isRefreshing }
    : pending
  return isSameState(state.snapshot, snapshot) ? state : { ...state, snapshot }
}
