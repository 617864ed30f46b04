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
import type { Client } from "../session/Client.ts"
import type { Wire } from "../wire/Struct.ts"
import { Cache } from "./Cache.ts"
import type { State } from "./State.ts"
import { until } from "./until.ts"

/**
 * A value of the service: how it is read, and which calls change it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Resource<in out A, out E> {
  /** The name, and what tells resources of the same name apart, such as a team's id. */
  readonly key: string
  readonly read: Effect.Effect<A, E, Client>
  /** The ids of the endpoints that change the value: a call of one of them makes it be fetched again. */
  readonly changedBy: ReadonlyArray<string>
  /** Whether it is another value for another session. */
  readonly session: boolean
  /** How a value goes from a server to the client that takes over from it; without a codec, or with a secret in it, it stays. */
  readonly codec: (() => Wire<A>) | undefined
}

/**
 * What a resource is made of.
 *
 * @category options
 * @since 0.1.0
 */
export interface ResourceOptions<A, E> {
  /** A name of its own among all resources of a program. */
  readonly name: string
  /** What tells resources of the same name apart, such as a team's id. */
  readonly input?: string | undefined
  readonly read: Effect.Effect<A, E, Client>
  readonly changedBy?: ReadonlyArray<string> | undefined
  /** `false` for what is the same for everybody, such as the project. */
  readonly session?: boolean | undefined
  readonly codec?: (() => Wire<A>) | undefined
}

/**
 * Creates a resource. Those of one name and input are one for the cache, whichever object stands for them.
 *
 * **Example** (What the own server knows of the user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Resource, Session } from "latchkey"
 *
 * const orders = Resource.make({
 *   name: "orders",
 *   read: Effect.flatMap(Session.authHeaders, (headers) =>
 *     Effect.tryPromise((signal) =>
 *       fetch("/api/orders", { signal, headers: { "x-stack-auth": Redacted.value(headers["x-stack-auth"]) } })
 *         .then((response): Promise<ReadonlyArray<string>> => response.json())
 *     ))
 * })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <A, E>(
  { changedBy = [], codec, input, name, read, session = true }: ResourceOptions<A, E>
): Resource<A, E> => ({ key: input === undefined ? name : `${name}/${input}`, read, changedBy, session, codec })

/**
 * Returns the value: the one that is there, or the first one as soon as it has come.
 *
 * @category reading
 * @since 0.1.0
 */
export const get = <A, E>(resource: Resource<A, E>): Effect.Effect<A, E, Cache> =>
  Effect.flatMap(Cache, ({ entry }) => until(entry(resource), settledOf))

const settledOf = <A, E>(state: State<A, E>): Exit.Exit<A, E> | undefined =>
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
  Effect.flatMap(Cache, ({ refreshed }) => refreshed(resource))

/**
 * The state now and every later one, for as long as the stream runs. It ends by itself when the cache does.
 *
 * @category streams
 * @since 0.1.0
 */
export const states = <A, E>(resource: Resource<A, E>): Stream.Stream<State<A, E>, never, Cache> =>
  Stream.callback((queue) =>
    Effect.flatMap(Cache, ({ entry }) => {
      const { getSnapshot, subscribe } = entry(resource)
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
      const exit = settledOf(state)
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
export const causeOf = <A, E>(state: State<A, E>): Cause.Cause<E> | undefined =>
  state._tag === "Ready" ? state.stale : state._tag === "Failed" ? state.cause : undefined

/** @since 0.1.0 */
export type { State } from "./State.ts"

/** @since 0.1.0 */
export type { Wire } from "../wire/Struct.ts"
