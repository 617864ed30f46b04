/** Cached resources as atoms, for views over `effect/reactivity`. */
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import * as Resources from "../account/Resources.ts"
import { Cache } from "../cache/Cache.ts"
import type { CacheState } from "../cache/CacheState.ts"
import type { Resource } from "../cache/Resource.ts"

/** An atom with the services of a layer that has `Cache`, as `Atom.runtime` creates it. */
export type CacheRuntime<ER> = Atom.Atom<AsyncResult.AsyncResult<Context.Context<Cache>, ER>>

/** An atom with a resource's result. `ER` is the error from the runtime's layer. */
export type ResourceAtom<A, E, ER> = Atom.Atom<AsyncResult.AsyncResult<A, E | ER>>

const toResult = <A, E>(state: CacheState<A, E>): AsyncResult.AsyncResult<A, E> => {
  switch (state._tag) {
    case "Pending":
      return AsyncResult.initial(true)
    case "Failed":
      return AsyncResult.failure(state.cause, { waiting: state.isRefreshing })
    case "Ready": {
      const waiting = state.isRefreshing
      const success = AsyncResult.success<A, E>(state.value, { waiting })
      return state.stale === undefined
        ? success
        : AsyncResult.failure<A, E>(state.stale, { waiting, previousSuccess: Option.some(success) })
    }
  }
}

/**
 * Creates an atom for a cached resource.
 *
 * **Details**
 *
 * All atoms for a resource share the cache's entry, which is fetched once. A call by the runtime's client that changes the value
 * updates the atom. If a refetch fails, the result is a failure with the previous value in `previousSuccess`. Refreshing the
 * atom refetches the value. After a sign-in or a sign-out, the result has no value from the previous user. Without subscribers to the atom, the cache drops the value after 5 seconds.
 *
 * **Gotchas**
 *
 * Create an atom once, outside of components: each call returns another one. This function is unstable, because
 * `effect/reactivity` is: a minor Effect version may require a change.
 *
 * **Example** (A team's members)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as Atom from "effect/reactivity/Atom"
 * import { Browser, Cache, Client, Resources } from "latchkey"
 * import { fromResource } from "latchkey/atom"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const runtime = Atom.runtime(Cache.layer().pipe(
 *   Layer.provideMerge(Client.layer({ projectId })),
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * ))
 *
 * export const members = Atom.family((teamId: string) => fromResource(runtime, Resources.teamMembers(teamId)))
 * ```
 */
export const fromResource = <A, E, ER>(runtime: CacheRuntime<ER>, resource: Resource<A, E>): ResourceAtom<A, E, ER> => {
  /** The cache that each registry read last. */
  const caches = new WeakMap<object, Cache["Service"]>()
  return Atom.readable((get): AsyncResult.AsyncResult<A, E | ER> => {
    const context = get(runtime)
    if (context._tag === "Initial") return AsyncResult.initial(true)
    if (context._tag === "Failure") return AsyncResult.failure(context.cause, { waiting: context.waiting })
    const cache = Context.get(context.value, Cache)
    const observer = cache.observe(resource)
    const read = () => toResult(observer.getSnapshot())
    get.addFinalizer(observer.subscribe(() => get.setSelf(read())))
    // The registry reads an atom with a value again only to refresh it, or because its runtime has changed.
    if (caches.get(get.registry) === cache && Option.isSome(get.self())) observer.refresh()
    caches.set(get.registry, cache)
    return read()
  })
}

/**
 * Creates an atom for the session's user. Its value is `null` if no user is signed in. It includes anonymous and restricted
 * users, as `Resources.user` does.
 *
 * **Gotchas**
 *
 * Create it once, outside of components. Like {@link fromResource}, it is unstable.
 */
export const userAtom = <ER>(
  runtime: CacheRuntime<ER>
): ResourceAtom<ResourceValue<typeof Resources.user>, ResourceError<typeof Resources.user>, ER> =>
  fromResource(runtime, Resources.user)

/**
 * Creates an atom for the user's teams.
 *
 * **Gotchas**
 *
 * Create it once, outside of components. Like {@link fromResource}, it is unstable.
 */
export const teamsAtom = <ER>(
  runtime: CacheRuntime<ER>
): ResourceAtom<ResourceValue<typeof Resources.teams>, ResourceError<typeof Resources.teams>, ER> =>
  fromResource(runtime, Resources.teams)

type ResourceValue<R> = R extends Resource<infer A, infer _> ? A : never
type ResourceError<R> = R extends Resource<infer _, infer E> ? E : never
