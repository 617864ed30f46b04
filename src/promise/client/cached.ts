/** The signed-in user's cached values, for interfaces: `auth.teams.subscribe(…)`. */
import * as Effect from "effect/Effect"
import type * as Resources from "../../account/Resources.ts"
import type { Resource } from "../../cache/makeResource.ts"
import type { ApiError } from "../../call/ApiError.ts"
import type { User } from "../../wire/users.ts"
import { explain } from "../makeCall.ts"
import { onDemand } from "../onDemand.ts"
import type { ErrorOf, Unsubscribe } from "../Result.ts"
import type { Runner } from "../Runner.ts"
import { callListener } from "./makeListeners.ts"
import type { Services } from "./Services.ts"

/** A cached value. It keeps its `data` during a refresh, and after a refresh that failed. */
export type Cached<A, E> =
  | { readonly status: "loading"; readonly data: undefined; readonly error: null; readonly isRefreshing: true }
  | {
    readonly status: "ready"
    readonly data: A
    /** The last refresh's error, if it failed. */
    readonly error: ErrorOf<E> | null
    readonly isRefreshing: boolean
  }
  | {
    readonly status: "failed"
    readonly data: undefined
    readonly error: ErrorOf<E>
    readonly isRefreshing: boolean
  }

/**
 * Calls the listener with the current value now, and with each later one: when this client's call changes it, when another user
 * signs in, and when the connection returns. The first subscriber requests the value, and others share it.
 */
export type Subscribe<A, E> = (listener: (state: Cached<A, E>) => void) => Unsubscribe

/** A cached value for the entity with an id. */
export type SubscribeTo<A, E> = (id: string, listener: (state: Cached<A, E>) => void) => Unsubscribe

/** The users that `auth.user` has, in addition to those of `getUser()`. */
export interface UserFilter {
  /** `anonymous-if-exists` includes anonymous users. */
  readonly or?: "return-null" | "anonymous-if-exists" | undefined
  /** `true` includes users who have not completed their sign-up. */
  readonly includeRestricted?: boolean | undefined
}

/** The cached user. Like `getUser()`, it is `null` for anonymous and restricted users, unless the options include them. */
export type SubscribeUser = (
  listener: (state: Cached<User | null, ApiError>) => void,
  options?: UserFilter
) => Unsubscribe

/** @internal */
export type ObserveCached = <A, E>(
  select: (resources: typeof Resources) => Resource<A, E>,
  listener: (state: Cached<A, E>) => void,
  filter?: UserFilter
) => Unsubscribe

/** @internal */
// Frozen, since all clients share it.
export const initial: Cached<never, never> = Object.freeze({
  status: "loading",
  data: undefined,
  error: null,
  isRefreshing: true
})

/** @internal */
export const makeCached = (runner: Runner<Services>): ObserveCached => {
  const part = onDemand(() => import("./observeCached.ts"))
  let observe: ObserveCached | undefined
  return (select, listener, filter) => {
    let isActive = true
    let unsubscribe: Unsubscribe | undefined
    const fail = (reason: unknown) => {
      // Sound: it is an error that every call can have, or `Disposed`.
      const error = explain(reason, {}) as ErrorOf<never>
      if (isActive) callListener(listener, { status: "failed", data: undefined, error, isRefreshing: false })
    }
    callListener(listener, initial)
    part.load().then(
      ({ makeObserver }) => {
        const open = Effect.sync(() => {
          if (!isActive) return
          observe ??= makeObserver(runner)
          const stop = observe(select, listener, filter)
          // The listener may have unsubscribed.
          if (isActive) unsubscribe = stop
          else stop()
        })
        runner.start(open, undefined, (outcome) => {
          if (outcome._tag === "Rejected") fail(outcome.reason)
        })
      },
      fail
    )
    return () => {
      isActive = false
      unsubscribe?.()
    }
  }
}
