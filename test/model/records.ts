/** A world's records of its calls, requests, tabs and sessions. */
import * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { Cache, Client, TokenStore } from "latchkey"
import type { What } from "./operations.ts"
import type { SessionOf } from "./places.ts"
import type { View } from "./views.ts"

/** A program's call in a tab. */
export interface Call {
  readonly tab: Tab
  readonly what: What
  readonly begunAt: number
  readonly startedAt: Moment
  /** The changes that its tab had reported before. */
  readonly changedBefore: ReadonlyMap<string, Change>
  /** The number of earlier notifications of its tab's subscribers, and of earlier sessions from its store. */
  readonly toldBefore: number
  readonly shownBefore: number
  /** The sessions it found or left in the store. */
  readonly seen: Array<SessionOf>
  /**
   * The sessions it may act for: the one at its start, and those that other tabs started until it first read the store. Later
   * sessions of its own tab are excluded.
   */
  readonly mayActFor: Set<SessionOf>
  readonly sent: Array<Sent>
  /** Its replacements in the store. */
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
  /** The status of the service's response, delivered or not. */
  status: number | undefined
  error: string | undefined
  /** The change of the user that the service has made because of it. */
  change: Change | undefined
}

export interface Tab {
  readonly index: number
  readonly scope: Scope.Closeable
  readonly context: Context.Context<Client.Client | TokenStore.TokenStore | Cache.Cache>
  readonly views: Array<View>
  /** The last notification of its subscribers. */
  told: SessionOf | "not yet"
  readonly history: Array<SessionOf>
  /** The sessions returned by its store. If the store is slow, a cache may know one before other subscribers do. */
  readonly shown: Array<SessionOf>
  /** The newest own change of each session's user that a call has reported. */
  readonly changed: Map<string, Change>
  isClosing: boolean
  isClosed: boolean
}

/** A time, and how wrong a tab's estimate of it is. */
export interface Moment {
  /** The time of the service, in milliseconds. */
  readonly service: number
  /** The time without sleeps of the machine, in milliseconds. */
  readonly awake: number
  /** The difference of the tab's estimate of the service's time, in milliseconds. */
  readonly clockError: number
  /** The number of changes of the device's clock. */
  readonly clockChanges: number
}

/** An access token as the service issued it. */
export interface Issued {
  readonly at: number
  /** Its time in the order of events. */
  readonly turn: number
  /** The user's name in its claims. */
  readonly name: unknown
}

/** A change of a user's name. */
export interface Change {
  /** Its time in the order of events. */
  readonly turn: number
  /** The name, which no other change sets. */
  readonly name: string
}

/** A session as the service created it. */
export interface Begun {
  readonly userId: string
  readonly call: Call | undefined
}

/** The call that a fiber runs for. */
export const CallOf = Context.Reference<Call | undefined>("test/model/CallOf", { defaultValue: () => undefined })
