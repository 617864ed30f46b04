import * as Cause from "effect/Cause"
import { identity } from "effect/Function"
import { useMemo, useSyncExternalStore } from "react"
import type { Observer } from "../src/cache/Cache.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { useAuth } from "./Auth.ts"

/**
 * Returns a resource's state. Renders again when it changes.
 *
 * **Example** (A list that shows when it is stale)
 *
 * ```tsx
 * import { Resources } from "latchkey"
 * import { useResourceState } from "latchkey/react"
 *
 * const Teams = () => {
 *   const state = useResourceState(Resources.teams)
 *   if (state._tag === "Pending") return <p>…</p>
 *   if (state._tag === "Failed") return <p>Your teams cannot be shown.</p>
 *   return (
 *     <ul aria-busy={state.isRefreshing}>
 *       {state.value.map((team) => <li key={team.id}>{team.displayName}</li>)}
 *       {state.stale === undefined ? null : <li>This may be out of date.</li>}
 *     </ul>
 *   )
 * }
 * ```
 */
export const useResourceState = <A, E>(resource: Resource<A, E>): CacheState<A, E> => {
  const { getServerState, getSnapshot, subscribe } = useEntry(resource)
  return useSyncExternalStore(subscribe, getSnapshot, getServerState)
}

/**
 * Returns a resource's value. Suspends until the first value, and throws a failure to the next error boundary. Renders
 * again when the value changes.
 *
 * **Example** (A list of teams)
 *
 * ```tsx
 * import { Resources } from "latchkey"
 * import { useResource } from "latchkey/react"
 *
 * const Teams = () => <ul>{useResource(Resources.teams).map((team) => <li key={team.id}>{team.displayName}</li>)}</ul>
 * ```
 */
export const useResource = <A, E>(resource: Resource<A, E>): A => useSelected(resource, identity)

/** Returns a resource's observer. It is the same object for all resources with the same key. */
const useEntry = <A, E>(resource: Resource<A, E>): Observer<A, E> => {
  const { cache } = useAuth()
  const { key } = resource
  // oxlint-disable-next-line react/exhaustive-deps -- a component may create the resource in each render
  return useMemo(() => cache.observe(resource), [cache, key])
}

/**
 * Returns a selection from a resource's state. Renders again when the selected value changes. Pass a stable function.
 *
 * @internal
 */
export const useSelected = <A, E, B, E2>(
  resource: Resource<A, E>,
  select: (state: CacheState<A, E>) => CacheState<B, E2>
): B => {
  const entry = useEntry(resource)
  const [get, getServer] = useMemo(
    () => [memoizeState(entry.getSnapshot, select), memoizeState(entry.getServerSnapshot, select)] as const,
    [entry, select]
  )
  const state = useSyncExternalStore(entry.subscribe, get, getServer)
  switch (state._tag) {
    case "Ready":
      return state.value
    case "Failed":
      throw Cause.squash(state.cause)
    case "Pending":
      throw entry.whenSettled()
  }
}

/** Returns the same state object while the selected value is the same. Other changes cause no render. */
const memoizeState = <A, B, E2>(read: () => A, select: (state: A) => CacheState<B, E2>): () => CacheState<B, E2> => {
  let last: CacheState<B, E2> | undefined
  return () => {
    const next = select(read())
    const isSame = last && next._tag === last._tag && Object.is(contentOf(next), contentOf(last))
    return isSame ? last! : last = next
  }
}

const contentOf = (state: CacheState<unknown, unknown>): unknown =>
  state._tag === "Ready" ? state.value : state._tag === "Failed" ? state.cause : undefined
