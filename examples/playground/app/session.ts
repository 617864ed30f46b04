/** The session's state, as reported by the library. The developer tools show its details. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type Client, Session } from "latchkey"
import { useRuntime } from "latchkey/react"
import { useEffect, useSyncExternalStore } from "react"

export interface Watched {
  readonly tag: Session.SessionState["_tag"]
  /** The error of the last refresh, if the session is stale. */
  readonly trouble: string | undefined
}

let watched: Watched = { tag: "Loading", trouble: undefined }
const listeners = new Set<() => void>()

const watch: Effect.Effect<void, never, Client.Client> = Stream.runForEach(
  Session.changes,
  (state) =>
    Effect.sync(() => {
      watched = { tag: state._tag, trouble: state._tag === "Stale" ? state.error.reason._tag : undefined }
      listeners.forEach((listener) => listener())
    })
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
