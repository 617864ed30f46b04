/** A client's session as a level: a snapshot that sends no request, and its changes. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ApiError } from "../../call/ApiError.ts"
import { getUserId } from "../../session/AccessToken.ts"
import type { Claims, Unverified } from "../../session/Claims.ts"
import { Client } from "../../session/ClientService.ts"
import { callValidity } from "../../session/ClientSession.ts"
import type { ForeignUseNotWatched, FoundUse } from "../../session/ForeignUseService.ts"
import { type SessionState as CoreState, tokensOf } from "../../session/SessionState.ts"
import type { MethodsOf } from "../makeMethods.ts"
import type { Call, CallOptions, Unsubscribe } from "../Result.ts"
import type { Runner } from "../Runner.ts"
import { callListener, makeListeners } from "./makeListeners.ts"
import type { Services } from "./Services.ts"

/** No user is signed in. */
export interface SignedOutState {
  readonly status: "signed-out"
}

/** A user is signed in. */
export interface SignedInState {
  readonly status: "signed-in"
  /** `undefined` while the session has no access token, such as on the first page after a long pause. */
  readonly userId: string | undefined
  /** `true` if the last refresh failed, most often because of the network. The user stays signed in. */
  readonly isStale: boolean
}

/** The session, before and after the client has read its tokens. */
export type SessionState = { readonly status: "loading" } | SignedOutState | SignedInState

/** Options for a token. */
export type TokenOptions = CallOptions & {
  /** An older token is refreshed first; 75 seconds by default, at least 15. A number is in milliseconds. */
  readonly maxAge?: Duration.Input | undefined
}

/** The client's session. It is a Svelte store, and has the functions for React's `useSyncExternalStore`. */
export interface SessionGroup extends SessionRequests {
  /** Returns the current state. Sends no request. The object stays the same until the state changes. */
  readonly get: () => SessionState
  /** Calls the listener with the current state now, and with each later one. */
  readonly subscribe: (listener: (state: SessionState) => void) => Unsubscribe
}

/** The session functions that may send a request. */
export type SessionRequests = {
  /** Returns an access token for another server, or `null` if no user is signed in. */
  readonly token: (options?: TokenOptions) => Call<string | null, ApiError>
  /** Requests a new access token, for changes that another client made. Returns it, or `null`. */
  readonly refresh: (options?: CallOptions) => Call<string | null, ApiError>
  /** Returns the access token's claims, unverified. Sends no request. */
  readonly claims: (options?: CallOptions) => Call<Unverified<Claims> | null, ApiError>
  /** Returns the header that Latchkey's or the official client's servers read, with both tokens. */
  readonly headers: (options?: CallOptions) => Call<Readonly<Record<"x-stack-auth", string>>, ApiError>
  /**
   * Calls the function for each use of the session by another device that is found before a refresh overwrites it. Returns a function
   * that removes the listener. Fails with `FOREIGN_USE_NOT_WATCHED` without the option `foreignUse`.
   */
  readonly onForeignUse: (listener: (use: FoundUse) => void) => Call<Unsubscribe, ForeignUseNotWatched | ApiError>
  /** Returns how far the service's clock is ahead of the device's, in milliseconds; `undefined` before the first response. */
  readonly clockSkew: (options?: CallOptions) => Call<number | undefined, ApiError>
}

/** Observes the current user. The listener's first call follows as soon as the running code has ended. */
export type OnChange = (
  listener: (state: SignedOutState | SignedInState) => void,
  options?: CallOptions
) => Unsubscribe

// Frozen, since all clients share them.
const loading: SessionState = Object.freeze({ status: "loading" })
const signedOut: SessionState = Object.freeze({ status: "signed-out" })

const toState = (state: CoreState): SessionState => {
  const tokens = tokensOf(state)
  if (tokens === undefined) return state._tag === "Loading" ? loading : signedOut
  return Object.freeze({ status: "signed-in", userId: getUserId(tokens), isStale: state._tag === "Stale" })
}

const isSame = (a: SessionState, b: SessionState): boolean =>
  a === b ||
  a.status === "signed-in" && b.status === "signed-in" && a.userId === b.userId && a.isStale === b.isStale

/** @internal */
export const makeSession = (
  { runtime, start }: Runner<Services>,
  methods: MethodsOf<typeof import("./sessionRequests.ts"), Services>
): { readonly session: SessionGroup; readonly onChange: OnChange } => {
  let state: SessionState = loading
  const listeners = makeListeners(() => state)
  let stop: (() => void) | undefined

  const set = (next: SessionState): void => {
    if (isSame(state, next)) return
    state = next
    listeners.notify()
  }
  const follow = Effect.scoped(
    Effect.andThen(
      Effect.flatMap(Client, ({ session }) => session.subscribe((next) => set(toState(next)))),
      Effect.never
    )
  )
  const get = (): SessionState => {
    if (stop === undefined) {
      // A store that is not synchronous stays `loading` until a subscriber waits for it.
      const exit = runtime.runSyncExit(Effect.flatMap(Client, ({ session }) => session.state))
      if (exit._tag === "Success") set(toState(exit.value))
    }
    return state
  }
  const subscribe: SessionGroup["subscribe"] = (listener) => {
    get()
    const remove = listeners.add(listener)
    stop ??= start(follow, undefined, () => {})
    return () => {
      remove()
      if (listeners.size() > 0) return
      stop?.()
      stop = undefined
    }
  }

  /** Requests the token whose claims name the user. A failure changes the state. */
  const requestUser = () =>
    start(
      Effect.flatMap(Client, ({ session }) => session.getTokens(callValidity)),
      undefined,
      () => {}
    )
  const onChange: OnChange = (listener, { signal } = {}) => {
    const isAborted = () => signal?.aborted === true
    if (isAborted()) return () => {}
    let current: string | null | undefined
    let isEnded = false
    const show = (next: SessionState): void => {
      if (isEnded || next.status === "loading") return
      if (next.status === "signed-in" && next.userId === undefined && !next.isStale) return void requestUser()
      const user = next.status === "signed-in" ? next.userId ?? "" : null
      if (user === current || user === "" && typeof current === "string") return
      current = user
      callListener(listener, next)
    }
    const end = () => {
      isEnded = true
      signal?.removeEventListener("abort", end)
      unsubscribe()
    }
    // Before it subscribes, since a value that is no signal throws here.
    signal?.addEventListener("abort", end, { once: true })
    // The first call is later, so that the listener can use the returned function, and no framework observes its reads.
    let isShown = false
    const unsubscribe = subscribe((next) => isShown && show(next))
    queueMicrotask(() => {
      isShown = true
      show(get())
    })
    return end
  }

  const requests = methods("session")("token", "refresh", "claims", "headers", "clockSkew", "onForeignUse")
  return { session: { get, subscribe, ...requests }, onChange }
}
