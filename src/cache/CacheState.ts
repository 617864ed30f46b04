/**
 * What a reader of a cached value sees, and what anybody may know about the session.
 *
 * @since 0.1.0
 */
import type * as Cause from "effect/Cause"
import { type SessionState, tokensOf } from "../session/SessionState.ts"

/**
 * The state of a cached value.
 *
 * - `Pending`: there is no value yet. Once there was one, it never comes back for the same session.
 * - `Ready`: there is a value. `stale` says why the last attempt to get a newer one failed, if it did.
 * - `Failed`: there was never a value, and the last attempt to get one failed.
 *
 * `isRefreshing` says that a newer answer is on its way. As long as nothing changes, a state is the same object.
 *
 * @category models
 * @since 0.1.0
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

/** @since 0.1.0 */
export const pending: CacheState<never, never> = { _tag: "Pending" }

/**
 * Whether two states say the same.
 *
 * @category comparing
 * @since 0.1.0
 */
export const isSameState = <A, E>(a: CacheState<A, E>, b: CacheState<A, E>): boolean => {
  switch (a._tag) {
    case "Pending":
      return b._tag === "Pending"
    case "Ready":
      return b._tag === "Ready" && a.value === b.value && a.isRefreshing === b.isRefreshing && a.stale === b.stale
    case "Failed":
      return b._tag === "Failed" && a.cause === b.cause && a.isRefreshing === b.isRefreshing
  }
}

/**
 * Whether somebody is signed in, without the tokens: what a program may show.
 *
 * - `Loading`: the store has not been read yet.
 * - `SignedOut`: nobody is signed in.
 * - `SignedIn`: somebody is, an anonymous user included. `isRefreshing` says that a new access token is on its way;
 *   `isStale`, that the last attempt to get one failed without an answer about the session, most often because of the
 *   network.
 *
 * As long as nothing changes, a status is the same object.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionStatus =
  | { readonly _tag: "Loading" }
  | { readonly _tag: "SignedOut" }
  | { readonly _tag: "SignedIn"; readonly isRefreshing: boolean; readonly isStale: boolean }

/**
 * The four things that a status can say, each one object.
 *
 * @category constants
 * @since 0.1.0
 */
export const statuses = {
  loading: { _tag: "Loading" },
  signedOut: { _tag: "SignedOut" },
  active: { _tag: "SignedIn", isRefreshing: false, isStale: false },
  refreshing: { _tag: "SignedIn", isRefreshing: true, isStale: false },
  stale: { _tag: "SignedIn", isRefreshing: false, isStale: true }
} as const satisfies Record<string, SessionStatus>

/**
 * Returns what anybody may know of a session's state.
 *
 * @category conversion
 * @since 0.1.0
 */
export const statusOf = (state: SessionState): SessionStatus => {
  if (state._tag === "Loading") return statuses.loading
  if (tokensOf(state) === undefined) return statuses.signedOut
  return state._tag === "Refreshing" ? statuses.refreshing : state._tag === "Stale" ? statuses.stale : statuses.active
}
