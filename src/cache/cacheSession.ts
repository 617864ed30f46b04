/** The session that a cache follows while it has subscribers. */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import { isSameSession } from "../session/Tokens.ts"
import { type SessionStatus, statuses, statusOf } from "./CacheState.ts"
import { type DehydratedClaims, statusOfDehydrated } from "./Dehydrated.ts"
import type { Hydration, KnownSession } from "./hydration.ts"
import type { Listener, Notifier } from "./notifier.ts"
import type { Readable } from "./Observer.ts"
import { idleMillis } from "./refCount.ts"

/** A cache's session, and its subscribers. */
export interface CacheSession {
  /** Returns the session of the cached values. */
  readonly get: () => KnownSession
  /** Returns `true` after the token store has been read. Until then, the dehydrated values are the best guess. */
  readonly isKnown: () => boolean
  /** Adds a subscriber of the cache. Returns a function that removes it. */
  readonly follow: () => () => void
  readonly views: {
    readonly status: Readable<SessionStatus>
    readonly claims: Readable<DehydratedClaims | undefined>
    readonly isSessionKnown: Readable<boolean>
  }
  /** Notifies the subscribers to the views. */
  readonly notify: () => void
  /** Removes all subscribers, and stops following for good. */
  readonly close: () => void
}

/**
 * Creates a session without subscribers. While the cache has subscribers, it follows what `start` subscribes to. `onNewSession`
 * is called when another session has begun.
 */
export const makeCacheSession = (
  hydration: Hydration,
  isHydrated: boolean,
  { batch, notify, readInRender }: Notifier,
  run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>,
  start: (onSession: (state: SessionState) => void) => () => void,
  onNewSession: () => void
): CacheSession => {
  const serverStatus = statusOfDehydrated(hydration.dehydrated)
  const listeners = new Set<Listener>()
  let status = serverStatus
  let isKnown = false
  let session: KnownSession
  let followers = 0
  let stop: (() => void) | undefined
  let renderHold: Fiber.Fiber<void> | undefined

  const follow = (): () => void => {
    if (followers++ === 0) stop = start(handle)
    return () => {
      if (--followers === 0) unfollow()
    }
  }
  const unfollow = () => {
    stop?.()
    stop = undefined
    session = undefined
    status = statuses.loading
  }

  const subscribe = (listener: () => void) => {
    const entry = { notify: listener }
    listeners.add(entry)
    const release = follow()
    return () => {
      if (listeners.delete(entry)) release()
    }
  }
  const getStatus = () =>
    readInRender(() => {
      if (followers === 0) {
        // A view subscribes after it renders. If it does not, the subscription ends after the idle time.
        const release = follow()
        renderHold = run(Effect.andThen(Effect.sleep(idleMillis), Effect.sync(release)))
      }
      return status
    })
  const getClaims = () => hydration.claims(session, isKnown)
  const isSessionKnown = () => !hydration.hasValues() || isKnown

  const handle = (state: SessionState) => {
    if (state._tag === "Loading") return
    batch(() => {
      const before = status
      const claimsBefore = getClaims()
      const wasKnown = isKnown
      const tokens = tokensOf(state) ?? null
      const isSame = session !== undefined && isSameSession(session ?? undefined, tokens ?? undefined)
      if (session !== undefined && !isSame) hydration.discardClaims(session)
      status = statusOf(state)
      session = tokens
      isKnown = true
      if (status !== before || !wasKnown || getClaims() !== claimsBefore) notify(listeners)
      if (!isSame) onNewSession()
    })
  }

  return {
    get: () => session,
    isKnown: () => isKnown,
    follow,
    views: {
      status: {
        subscribe,
        getSnapshot: getStatus,
        getServerSnapshot: () => isHydrated ? serverStatus : getStatus()
      },
      claims: { subscribe, getSnapshot: getClaims, getServerSnapshot: () => hydration.dehydrated?.claims },
      isSessionKnown: { subscribe, getSnapshot: isSessionKnown, getServerSnapshot: isSessionKnown }
    },
    notify: () => notify(listeners),
    close: () => {
      // A follower that stays, so that nothing starts again.
      followers++
      renderHold?.interruptUnsafe()
      listeners.clear()
      unfollow()
    }
  }
}
