/**
 * The events of a recorder, as they are in memory.
 *
 * They contain secrets: tokens, request headers and bodies. `exportRecording.ts` replaces them with pseudonyms.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import type * as Exit from "effect/Exit"
import type { Credentials } from "../call/CallSession.ts"
import type { TransportFailure, TransportRequest, TransportResponse } from "../call/Transport.ts"
import type { SessionState } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { Any } from "../wire/Endpoint.ts"

/**
 * A function of the session, or of the credentials of a caller, that the program used outside of a call.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionOperation =
  | "getTokens"
  | "signIn"
  | "end"
  | "detach"
  | "state"
  | "tokens"
  | "storedTokens"
  | "currentTokens"
  | "expire"

/**
 * A function of `Navigation`, or `goTo` of `Page`.
 *
 * @category models
 * @since 0.1.0
 */
export type RedirectName = "redirect" | "redirectTo" | "redirectAfterSignIn" | "goTo"

/**
 * The part of an event that depends on its type. `cause` is the number of the call or session operation in which the event
 * happened, `undefined` for background work. `startedAt` is the number of the moment in which the work of the event began.
 *
 * @category models
 * @since 0.1.0
 */
export type RecorderEventData =
  | {
    readonly type: "CallStarted"
    readonly call: number
    readonly endpoint: Any
    readonly input: unknown
    readonly credentials: Credentials
    /** The key of the cache entry that fetches. */
    readonly cacheKey: string | undefined
    /** The session operation that returned the caller of a detached session. */
    readonly detachedBy: number | undefined
  }
  | { readonly type: "CallEnded"; readonly call: number; readonly exit: Exit.Exit<unknown, unknown> }
  | {
    readonly type: "OperationStarted"
    readonly call: number
    readonly name: SessionOperation
    readonly validities?: ReadonlyArray<Duration.Duration | undefined> | undefined
    readonly tokens?: Tokens | undefined
    readonly accessToken?: Tokens["accessToken"]
    readonly detachedBy?: number | undefined
  }
  | {
    readonly type: "OperationEnded"
    readonly call: number
    readonly name: SessionOperation
    readonly exit: Exit.Exit<unknown, unknown>
    /** The results of the program's `mayReplace`. */
    readonly replaced?: ReadonlyArray<boolean> | undefined
  }
  | { readonly type: "Subscribed" | "Unsubscribed"; readonly subscription: number }
  | {
    readonly type: "RequestSent"
    readonly cause: number | undefined
    readonly request: number
    readonly sent: TransportRequest
  }
  | {
    readonly type: "ResponseReceived"
    readonly cause: number | undefined
    readonly request: number
    /** `undefined` if the client aborted the request. */
    readonly exit: Exit.Exit<TransportResponse, TransportFailure> | undefined
  }
  | {
    readonly type: "StoreRead"
    readonly cause: number | undefined
    readonly startedAt: number
    readonly tokens: Tokens | undefined
  }
  | {
    readonly type: "StoreWritten"
    readonly cause: number | undefined
    readonly startedAt: number
    /** The number of the moment in which the change was computed. */
    readonly appliedAt: number
    readonly before: Tokens | undefined
    readonly after: Tokens | undefined
    readonly exit: Exit.Exit<unknown, unknown>
  }
  /** The store reported a change to a subscription, by this program or another one, such as another tab. */
  | { readonly type: "StoreChanged"; readonly subscription: number; readonly tokens: Tokens | undefined }
  | {
    readonly type: "LockAcquired"
    readonly cause: number | undefined
    readonly startedAt: number
    readonly name: string
  }
  | { readonly type: "StateChanged"; readonly state: SessionState; readonly clockSkewMillis: number | undefined }
  | { readonly type: "ConnectivityChanged"; readonly isOnline: boolean | undefined }
  | {
    readonly type: "CacheChanged"
    readonly key: string
    readonly event: string
    readonly snapshot: string
    readonly phase: string
    readonly subscribers: number
    readonly isOutdated: boolean
  }
  | {
    readonly type: "Redirected" | "RedirectRefused"
    readonly name: RedirectName
    /** The URL; `undefined` if it depends on the page. */
    readonly target: string | undefined
    readonly page: string
  }

/**
 * An event with its number and the device's clock in milliseconds.
 *
 * @category models
 * @since 0.1.0
 */
export type RecorderEvent = RecorderEventData & { readonly seq: number; readonly at: number }
