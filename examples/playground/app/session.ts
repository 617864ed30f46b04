/** The session's state and recent events, as reported by the library. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { AccessToken, type Client, Session } from "latchkey"
import { useRuntime } from "latchkey/react"
import { useEffect, useSyncExternalStore } from "react"

export interface SessionEvent {
  readonly id: number
  readonly tag: Session.SessionState["_tag"]
  readonly at: number
}

export interface Watched {
  readonly tag: Session.SessionState["_tag"]
  /** The error of the last refresh, if the session is stale. */
  readonly trouble: string | undefined
  readonly issuedAt: number | undefined
  /** By this device's clock. */
  readonly expiresAt: number | undefined
  /** The service's clock minus this device's clock. */
  readonly skewMillis: number | undefined
  /** Newest first. */
  readonly events: ReadonlyArray<SessionEvent>
}

let watched: Watched = {
  tag: "Loading",
  trouble: undefined,
  issuedAt: undefined,
  expiresAt: undefined,
  skewMillis: undefined,
  events: []
}
let count = 0
const listeners = new Set<() => void>()

const memory = 8

const observe = (state: Session.SessionState, skewMillis: number | undefined): void => {
  const token = "tokens" in state && state.tokens.accessToken !== undefined
    ? AccessToken.parse(state.tokens.accessToken)
    : undefined
  const issuedAt = token?.issuedAtMillis
  // A new subscriber first receives the current state, which is not an event.
  const isNews = state._tag !== watched.events[0]?.tag || issuedAt !== watched.issuedAt
  const news = isNews ? [{ id: ++count, tag: state._tag, at: Date.now() }] : []
  watched = {
    tag: state._tag,
    trouble: state._tag === "Stale" ? state.error.reason._tag : undefined,
    issuedAt,
    expiresAt: token && token.expiresAtMillis - (skewMillis ?? 0),
    skewMillis,
    events: [...news, ...watched.events].slice(0, memory)
  }
  listeners.forEach((listener) => listener())
}

const watch: Effect.Effect<void, never, Client.Client> = Stream.runForEach(
  Session.changes,
  (state) => Effect.map(Session.clockSkewMillis, (skewMillis) => observe(state, skewMillis))
)

/** Watches the session until the app unmounts. Use it once. */
export const useSessionWatch = (): void => {
  const runtime = useRuntime()
  useEffect(() => {
    const stop = new AbortController()
    void runtime.runPromiseExit(watch, { signal: stop.signal })
    return () => stop.abort()
  }, [runtime])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useWatched = (): Watched => useSyncExternalStore(subscribe, () => watched)
