/** Observes a client's cache. It loads with the first subscriber. */
import * as Cause from "effect/Cause"
import * as Scope from "effect/Scope"
import { countsAsSignedIn } from "../../account/countsAsSignedIn.ts"
import * as Resources from "../../account/Resources.ts"
import * as Cache from "../../cache/Cache.ts"
import type { CacheState } from "../../cache/CacheState.ts"
import type { User } from "../../wire/users.ts"
import { explain } from "../makeCall.ts"
import type { Runner } from "../Runner.ts"
import { type Cached, initial, type ObserveCached, type UserFilter } from "./cached.ts"
import { callListener } from "./makeListeners.ts"
import { keepCache } from "./observedCache.ts"
import { toPlainSecrets } from "./secrets.ts"
import type { Services } from "./Services.ts"

/** @internal */
export const makeObserver = ({ runtime }: Runner<Services>): ObserveCached => {
  // It is synchronous, and cannot fail.
  const cache = runtime.runSync(Scope.provide(Cache.make(), runtime.scope))
  keepCache(runtime, cache)
  return (select, listener, filter) => {
    const resource = select(Resources)
    const { getSnapshot, subscribe } = cache.observe(resource)
    // Sound: the two resources have these values.
    const toShown: (value: any) => any = Object.is(resource, Resources.ownedProjects)
      ? toPlainSecrets
      : Object.is(resource, Resources.user)
      ? (user) => toShownUser(user, filter)
      : (value) => value
    // The listener has seen the first state already.
    let shown: unknown = initial
    let state: unknown
    const emit = () => {
      const next = getSnapshot()
      if (next === state) return
      state = next
      const cached = toCached(next, toShown)
      if (cached !== shown) callListener(listener, cached)
      shown = cached
    }
    const unsubscribe = subscribe(emit)
    emit()
    return unsubscribe
  }
}

/**
 * Returns the user if `getUser()` with the same options does. A Svelte store passes a function as the filter, which has no
 * options.
 */
const toShownUser = (user: User | null, { includeRestricted, or }: UserFilter = {}): User | null => {
  // Untyped code may pass other values in `or`, which sign up, redirect or fail.
  const options = { includeRestricted, or: or === "anonymous-if-exists" ? or : undefined }
  return user !== null && countsAsSignedIn(user, options) ? user : null
}

const toCached = <A, E>(state: CacheState<A, E>, toShown: (value: A) => A): Cached<A, E> => {
  switch (state._tag) {
    case "Pending":
      return initial
    case "Ready":
      return {
        status: "ready",
        data: toShown(state.value),
        error: state.stale === undefined ? null : toError(state.stale),
        isRefreshing: state.isRefreshing
      }
    case "Failed":
      return { status: "failed", data: undefined, error: toError(state.cause), isRefreshing: state.isRefreshing }
  }
}

// Sound: a resource fails with its errors. A defect is shown unchanged.
const toError = <E>(cause: Cause.Cause<E>) => explain(Cause.squash(cause) as E, {})
