/**
 * The two ways in which a component reads a resource, whichever it is.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import { identity } from "effect/Function"
import { useMemo, useSyncExternalStore } from "react"
import type { Observer } from "../src/cache/Cache.ts"
import type { CacheState, Resource } from "../src/cache/Resource.ts"
import { useAuth } from "./Auth.ts"

/**
 * Returns the state of a resource, and renders again with each change of it.
 *
 * **Example** (A list that says when it is old)
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
 *
 * @category hooks
 * @since 0.1.0
 */
export const useResourceState = <A, E>(resource: Resource<A, E>): CacheState<A, E> => {
  const { getServerState, getSnapshot, subscribe } = useEntry(resource)
  return useSyncExternalStore(subscribe, getSnapshot, getServerState)
}

/**
 * Returns the value of a resource. Suspends until there is one, and throws the error to the next error boundary when there is
 * none. Renders again when the value is another one.
 *
 * **Example** (A list of teams)
 *
 * ```tsx
 * import { Resources } from "latchkey"
 * import { useResource } from "latchkey/react"
 *
 * const Teams = () => <ul>{useResource(Resources.teams).map((team) => <li key={team.id}>{team.displayName}</li>)}</ul>
 * ```
 *
 * @category hooks
 * @since 0.1.0
 */
export const useResource = <A, E>(resource: Resource<A, E>): A => useSelected(resource, identity)

/** Returns the entry of a resource: the same object while the resource is the same, whichever object stands for it. */
const useEntry = <A, E>(resource: Resource<A, E>): Observer<A, E> => {
  const { cache } = useAuth()
  const { key } = resource
  // oxlint-disable-next-line react/exhaustive-deps -- a resource may be made anew in each rendering
  return useMemo(() => cache.observe(resource), [cache, key])
}

/**
 * Returns what a function makes of a resource's state, and renders again when that has another value. Give the same function as
 * long as it does the same.
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

/** For readers who care for nothing but the value, a state with the same one is the same object. */
const memoizeState = <A, B, E2>(read: () => A, select: (state: A) => CacheState<B, E2>): () => CacheState<B, E2> => {
  let last: CacheState<B, E2> | undefined
  return () => {
    const next = select(read())
    const isSame = next._tag === "Ready"
      ? last?._tag === "Ready" && Object.is(last.value, next.value)
      : next._tag === "Failed"
      ? last?._tag === "Failed" && last.cause === next.cause
      : last?._tag === "Pending"
    return isSame ? last! : last = next
  }
}
