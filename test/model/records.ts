/**
 * What a world remembers of its calls, requests, tabs and sessions.
 */
import * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Cache, Client, TokenStore } from "latchkey"
import type { What } from "./operations.ts"
import type { SessionOf } from "./places.ts"
import type { View } from "./views.ts"

/** A call of a program in a tab. */
export interface Call {
  readonly tab: Tab
  readonly what: What
  readonly begunAt: number
  /** How often the subscribers of its tab had been told of a session before, and how often its store had shown one. */
  readonly toldBefore: number
  readonly shownBefore: number
  /** The sessions that it has found in the store, or left there. */
  readonly seen: Array<SessionOf>
  /**
   * The sessions that it may act for: the one that there was when it began, and those that other tabs have begun until it had
   * read the store for the first time. What its own tab has begun since is not among them.
   */
  readonly mayActFor: Set<SessionOf>
  readonly sent: Array<Sent>
  /** What it has put in the place of what. */
  readonly changes: Array<{ readonly from: SessionOf; readonly to: SessionOf }>
  fiber: Fiber.Fiber<Exit.Exit<unknown, unknown>>
  isInterrupted: boolean
}

/** A request as it left a tab. */
export interface Sent {
  readonly method: string
  readonly path: string
  /** The session of its tokens. */
  readonly session: SessionOf
  /** The status that the service has answered it with, wherever that answer went. */
  status: number | undefined
  error: string | undefined
}

export interface Tab {
  readonly index: number
  readonly scope: Scope.Closeable
  readonly context: Context.Context<Client.Client | TokenStore.TokenStore | Cache.Cache>
  readonly views: Array<View>
  /** What its subscribers were last told. */
  told: SessionOf | "not yet"
  readonly history: Array<SessionOf>
  /** The sessions that its store has shown it. Where that is slow, a cache may know of one before other subscribers do. */
  readonly shown: Array<SessionOf>
  isClosing: boolean
  isClosed: boolean
}

/** A session as the service began it. */
export interface Begun {
  readonly userId: string
  readonly call: Call | undefined
}

/** The call on whose behalf a fiber runs. */
export const CallOf = Context.Reference<Call | undefined>("test/model/CallOf", { defaultValue: () => undefined })
