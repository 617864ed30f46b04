/**
 * Cached values of the service.
 *
 * A resource defines how to fetch a value and which calls invalidate it. The `Cache` fetches it once for all subscribers, and
 * refetches it after a call that changes it. It removes the value 5 seconds after the last subscriber has left.
 *
 * If a refetch fails, the previous value stays and is marked as stale. When the session changes, the cache discards all
 * values: a user never sees another user's values.
 *
 * The resources of the client level are in `Resources`. `make` creates a resource for any other value that is fetched with
 * `Client`.
 *
 * **Example** (A list of teams that follows every change)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Stream from "effect/Stream"
 * import { Resource, Resources } from "latchkey"
 *
 * const names = Resource.values(Resources.teams).pipe(
 *   Stream.runForEach((teams) => Console.log(teams.map(({ displayName }) => displayName).join(", ")))
 * )
 * ```
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { Cache } from "./Cache.ts"
import type { CacheState } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"
import { optimisticCall } from "./optimisticCall.ts"
import { waitFor } from "./waitFor.ts"

/** Returns the cached value. Fetches it if it is missing. */
export const get = <A, E>(resource: Resource<A, E>): Effect.Effect<A, E, Cache> =>
  Effect.flatMap(Cache, ({ observe }) => waitFor(observe(resource), exitOf))

const exitOf = <A, E>(state: CacheState<A, E>): Exit.Exit<A, E> | undefined =>
  state._tag === "Ready"
    ? Exit.succeed(state.value)
    : state._tag === "Failed" && !state.isRefreshing
    ? Exit.failCause(state.cause)
    : undefined

/** Refetches the value, and returns the result. All subscribers see it, too. */
export const refresh = <A, E>(resource: Resource<A, E>): Effect.Effect<A, E, Cache> =>
  Effect.flatMap(Cache, ({ refresh }) => refresh(resource))

/** Streams the current state and each later state. The stream ends when the cache is closed. */
export const states = <A, E>(resource: Resource<A, E>): Stream.Stream<CacheState<A, E>, never, Cache> =>
  Stream.callback((queue) =>
    Effect.flatMap(Cache, ({ observe }) => {
      const { getSnapshot, subscribe } = observe(resource)
      const offer = () => Queue.offerUnsafe(queue, getSnapshot())
      return Effect.acquireRelease(
        Effect.sync(() => {
          const unsubscribe = subscribe(offer)
          offer()
          return unsubscribe
        }),
        (unsubscribe) => Effect.sync(unsubscribe)
      )
    })
  )

/**
 * Streams the current value and each later value. Fails if the first fetch fails. If a refetch fails, the previous value
 * stays.
 */
export const values = <A, E>(resource: Resource<A, E>): Stream.Stream<A, E, Cache> =>
  states(resource).pipe(
    Stream.mapEffect((state): Effect.Effect<ReadonlyArray<A>, E> => {
      const exit = exitOf(state)
      return exit === undefined ? Effect.succeed([]) : Effect.map(exit, (value) => [value])
    }),
    Stream.flatMap(Stream.fromIterable),
    Stream.changes
  )

/**
 * Runs a call that changes a value, and applies the change to the cached value before the service answers.
 *
 * If the call fails or is interrupted, subscribers immediately see the previous value again. The call's error is
 * unchanged. After a successful call, the cache refetches the value, and the result replaces the optimistic update. A value
 * without subscribers is not refetched.
 *
 * **Example** (An optimistic rename)
 *
 * ```ts
 * import { Resource, Resources, Teams } from "latchkey"
 *
 * const rename = (teamId: string, displayName: string) =>
 *   Resource.optimistic(
 *     Resources.team(teamId),
 *     (team) => ({ ...team, displayName }),
 *     Teams.update(teamId, { displayName })
 *   )
 * ```
 *
 * @see `Optimistic` for the account's calls
 */
export const optimistic: <A, E, B, E2, R>(
  resource: Resource<A, E>,
  change: (value: A) => A,
  call: Effect.Effect<B, E2, R>
) => Effect.Effect<B, E2, R | Cache> = (resource, change, call) => optimisticCall(resource, change, call, false)

/** Returns the cause of a failed fetch or refetch; `undefined` if the last one succeeded. */
export const causeOf = <A, E>(state: CacheState<A, E>): Cause.Cause<E> | undefined =>
  state._tag === "Ready" ? state.stale : state._tag === "Failed" ? state.cause : undefined

export type { EndpointCall } from "../call/Caller.ts"
export { makeResource as make, type Resource, type ResourceOptions } from "./makeResource.ts"

export type { CacheState } from "./CacheState.ts"

export type { Codec } from "../wire/Codec.ts"
