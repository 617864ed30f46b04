import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { FetchEffect, Transport, TransportFailure, TransportResponse } from "../call/Transport.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Connectivity } from "../platform/Connectivity.ts"
import type { Locks } from "../platform/Locks.ts"
import type { Page } from "../platform/Page.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import { getCause } from "./CurrentCause.ts"
import type { EventLog } from "./EventLog.ts"
import type { RedirectName } from "./Recording.ts"

/** Returns a transport that records requests and responses. It stays startable without a fiber, like that of `fetch`. */
export const observeTransport = (
  { next, push }: EventLog,
  transport: Transport,
  connectivity: Connectivity
): Transport => {
  let isOnline: boolean | undefined | null = null
  return (sent) => {
    const cause = getCause()
    const effect: Effect.Effect<TransportResponse, TransportFailure> & Partial<Pick<FetchEffect, "start">> = transport(
      sent
    )
    /** Records the request. Returns a function that records its end once: an aborted request may also report a failure. */
    const begin = () => {
      const request = next()
      const now = connectivity.isOnline()
      if (now !== isOnline) push({ type: "ConnectivityChanged", isOnline: now ?? null })
      isOnline = now
      push({ type: "RequestSent", cause, request, sent }, sent.body)
      let isPending = true
      return (exit?: Exit.Exit<TransportResponse, TransportFailure>) => {
        if (isPending) {
          push({ type: "ResponseReceived", cause, request, exit }, exit && Exit.isSuccess(exit) ? exit.value.body : "")
        }
        isPending = false
        return undefined
      }
    }
    const observed = Effect.suspend(() => Effect.onExitPrimitive(effect, begin()))
    const { start } = effect
    return !start ? observed : Object.assign(observed, {
      start: (onExit: Parameters<typeof start>[0]) => {
        const end = begin()
        const abort = start((exit) => {
          end(exit)
          onExit(exit)
        })
        return Effect.map(abort, () => end())
      }
    })
  }
}

/** Returns a token store that records reads, writes and changes. */
export const observeStore = ({ next, push }: EventLog, store: TokenStore["Service"]): TokenStore["Service"] => ({
  get: Effect.suspend(() => {
    const startedAt = next()
    return Effect.map(store.get, (tokens) => {
      push({ type: "StoreRead", cause: getCause(), startedAt, tokens })
      return tokens
    })
  }),
  modify: (f) =>
    Effect.suspend(() => {
      const startedAt = next()
      let appliedAt = startedAt
      let before: Tokens | undefined
      let after: Tokens | undefined
      const change: typeof f = (tokens) => {
        appliedAt = next()
        return after = f(before = tokens)
      }
      return Effect.onExitPrimitive(store.modify(change), (exit) => {
        // An interrupted write has changed the store, unless it was interrupted before.
        if (appliedAt > startedAt) {
          push({ type: "StoreWritten", cause: getCause(), startedAt, appliedAt, before, after, exit })
        }
        return undefined
      })
    }),
  markEnded: store.markEnded,
  domain: store.domain,
  subscribe: (listener) => {
    const subscription = next()
    return store.subscribe((tokens) => {
      push({ type: "StoreChanged", subscription, tokens })
      listener(tokens)
    })
  }
})

/** Returns locks that record when they are acquired. */
export const observeLocks = ({ next, push }: EventLog, locks: Locks): Locks => (name, effect, lockTimeout) =>
  Effect.suspend(() => {
    const startedAt = next()
    const acquired = Effect.suspend(() => {
      push({ type: "LockAcquired", cause: getCause(), startedAt, name })
      return effect
    })
    return locks(name, acquired, lockTimeout)
  })

/** A redirect waits until the page is left, so it is recorded when it starts. */
const observeRedirect = <A, E>(
  { push }: EventLog,
  { url }: Page["Service"],
  name: RedirectName,
  target: string | undefined,
  effect: Effect.Effect<A, E>
) =>
  Effect.flatMap(url, (page) => {
    push({ type: "Redirected", name, target, page })
    return Effect.tapError(effect, () => Effect.sync(() => push({ type: "RedirectRefused", name, target, page })))
  })

/** Returns a page that records navigations. */
export const observePage = (log: EventLog, page: Page["Service"]): Page["Service"] => ({
  ...page,
  goTo: (url, options) => observeRedirect(log, page, "goTo", url, page.goTo(url, options))
})

/** Returns a navigation that records redirects and refusals. */
export const observeNavigation = (log: EventLog, navigation: Navigation["Service"]): Navigation["Service"] => {
  const { page, redirect, redirectAfterSignIn, redirectTo, urls } = navigation
  return {
    ...navigation,
    redirect: (url, options) => observeRedirect(log, page, "redirect", url, redirect(url, options)),
    redirectTo: (name, options) => observeRedirect(log, page, "redirectTo", urls[name], redirectTo(name, options)),
    redirectAfterSignIn: (signedIn, options) =>
      observeRedirect(log, page, "redirectAfterSignIn", undefined, redirectAfterSignIn(signedIn, options))
  }
}
