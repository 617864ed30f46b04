/** The states of cached values and the session, as views see them. */
import type * as Cause from "effect/Cause"
import { type SessionState, tokensOf } from "../session/SessionState.ts"

/**
 * A cached value's state.
 *
 * - `Pending`: there is no value yet. A value never becomes pending again in the same session.
 * - `Ready`: there is a value. `stale` is the cause if the last refetch failed.
 * - `Failed`: there was never a value, and the last fetch failed.
 *
 * `isRefreshing` is `true` while a fetch is running. A state is the same object until it changes.
 */
export type CacheState<A, E> =
  | { readonly _tag: "Pending" }
  | {
    readonly _tag: "Ready"
    readonly value: A
    readonly isRefreshing: boolean
    readonly stale: Cause.Cause<E> | undefined
  }
  | { readonly _tag: "Failed"; readonly cause: Cause.Cause<E>; readonly isRefreshing: boolean }

export const pending: CacheState<never, never> = { _tag: "Pending" }

/** Returns `true` if two states have the same content. */
export const isSameState = <A, E>(a: CacheState<A, E>, b: CacheState<A, E>): boolean =>
  // States with the same tag have the same keys.
  a._tag === b._tag && Object.entries(a).every(([key, value]) => value === b[key as keyof typeof b])

/**
 * The session's status, without tokens.
 *
 * - `Loading`: the token store has not been read yet.
 * - `SignedOut`: no user is signed in.
 * - `SignedIn`: a user is signed in. The user may be anonymous. `isRefreshing` is `true` while the access token is refreshed.
 *   `isStale` is `true` if the last refresh failed without an answer about the session, most often because of the network.
 *
 * A status is the same object until it changes.
 */
export type SessionStatus =
  | { readonly _tag: "Loading" }
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SignedIn"; readonly isRefreshing: boolean; readonly isStale: boolean }

/** The possible statuses. Each is one object. */
export const statuses = {
  loading: { _tag: "Loading" },
  signedOut: { _tag: "SignedOut" },
  active: { _tag: "SignedIn", isRefreshing: false, isStale: false },
  refreshing: { _tag: "SignedIn", isRefreshing: true, isStale: false },
  stale: { _tag: "SignedIn", isRefreshing: false, isStale: true }
} as const satisfies Record<string, SessionStatus>

/** Returns a session state's status. */
export const statusOf = (state: SessionState): SessionStatus => {
  if (state._tag === "Loading") return statuses.loading
  if (tokensOf(state) === undefined) return statuses.signedOut
  return state._tag === "Refreshing" ? statuses.refreshing : state._tag === "Stale" ? statuses.stale : statuses.active
}
