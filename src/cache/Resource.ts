/**
 * Values of the service that stay fresh while somebody looks at them.
 *
 * A resource says how a value is read, and which calls change it. The `Cache` keeps the value for all who look: it is
 * fetched once, again when a call has changed it, and forgotten 5 seconds after the last one has looked away. When a fetch
 * fails, the value that was there stays, and is marked as stale. Another session begins anew: what one user has seen is
 * never shown to another.
 *
 * The resources of the client level are in `Resources`; `make` makes one of anything else that is read with `Client`.
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
 *
 * @since 0.1.0
 */
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { Cache } from "./Cache.ts"
import type { CacheState } from "./CacheState.ts"
import type { Resource } from "./makeResource.ts"
import { waitFor } from "./waitFor.ts"

/**
 * Returns the value: the one that is there, or the first one as soon as it has come.
 *
 * @category reading
 * @since 0.1.0
 */
export const get = <A, E>(resource: Resource<A, E>): Effect.Effect<A, E, Cache> =>
  Effect.flatMap(Cache, ({ observe }) => waitFor(observe(resource), exitOf))

const exitOf = <A, E>(state: CacheState<A, E>): Exit.Exit<A, E> | undefined =>
  state._tag === "Ready"
    ? Exit.succeed(state.value)
    : state._tag === "Failed" && !state.isRefreshing
    ? Exit.failCause(state.cause)
    : undefined

/**
 * Fetches the value again, and returns what came. All who look at it see it too.
 *
 * @category reading
 * @since 0.1.0
 */
export const refresh = <A, E>(resource: Resource<A, E>): Effect.Effect<A, E, Cache> =>
  Effect.flatMap(Cache, ({ refresh }) => refresh(resource))

/**
 * The state now and every later one, for as long as the stream runs. It ends by itself when the cache does.
 *
 * @category streams
 * @since 0.1.0
 */
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
 * The value now and every later one. Fails if there is none to begin with; a value that was there stays while the service
 * cannot be asked.
 *
 * @category streams
 * @since 0.1.0
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
 * Runs a call that changes a value, and shows the change to all who look at it before the service has agreed. When the call
 * fails or is interrupted, they see at once what was there before, and the caller gets the call's own typed error.
 *
 * What the service says afterwards takes the place of the change. A value that nobody looks at is left alone.
 *
 * @see `Optimistic` for the account's own calls
 *
 * **Example** (A name that does not wait)
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
 * @category changing
 * @since 0.1.0
 */
export const optimistic = <A, E, B, E2, R>(
  resource: Resource<A, E>,
  change: (value: A) => A,
  call: Effect.Effect<B, E2, R>
): Effect.Effect<B, E2, R | Cache> =>
  Effect.flatMap(Cache, ({ patch }) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const { commit, rollback } = patch(resource, change)
        return Effect.onExit(restore(call), (exit) => Effect.sync(Exit.isSuccess(exit) ? commit : rollback))
      })
    ))

/**
 * Why there is no value, or no newer one; `undefined` when all is well.
 *
 * @category getters
 * @since 0.1.0
 */
export const causeOf = <A, E>(state: CacheState<A, E>): Cause.Cause<E> | undefined =>
  state._tag === "Ready" ? state.stale : state._tag === "Failed" ? state.cause : undefined

/** @since 0.1.0 */
export { makeResource as make, type Resource, type ResourceOptions } from "./makeResource.ts"

/** @since 0.1.0 */
export type { CacheState } from "./CacheState.ts"

/** @since 0.1.0 */
export type { Wire } from "../wire/Struct.ts"
