/** A recorder's events in memory, with secrets: tokens, request headers and bodies. */
import type * as Duration from "effect/Duration"
import type * as Exit from "effect/Exit"
import type { Credentials } from "../call/CallSession.ts"
import type { TransportFailure, TransportRequest, TransportResponse } from "../call/Transport.ts"
import type { SessionState } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { Any } from "../wire/Endpoint.ts"
import type { ErrorSummary } from "./ErrorSummary.ts"
import type { RecordedEventData, RedirectName, SessionOperation } from "./Recording.ts"

export interface ObservedCall {
  readonly endpoint: Any
  readonly input: unknown
  readonly credentials: Credentials
  readonly detachedBy: number | undefined
}

/** A session function that the program used, with its parameters. */
export interface ObservedOperation {
  readonly name: SessionOperation
  readonly validities?: ReadonlyArray<Duration.Duration | undefined> | undefined
  readonly tokens?: Tokens | undefined
  readonly accessToken?: Tokens["accessToken"]
  /** The session operation that returned a detached session's caller. */
  readonly detachedBy?: number | undefined
  /** The results of the program's `mayReplace`, after the operation. */
  readonly replaced?: ReadonlyArray<boolean> | undefined
}

/**
 * An event's data, by type. `cause` is the number that identifies the call or session operation in which the event happened,
 * `undefined` for background work. `startedAt` is the number of the moment in which the event's work started.
 */
export type RecorderEventData =
  // They have no secret, or `recordEvent.ts` replaces it by another text.
  | Extract<
    RecordedEventData,
    { readonly type: "Subscribed" | "Unsubscribed" | "LockAcquired" | "ConnectivityChanged" | "CacheChanged" }
  >
  | { readonly type: "Started"; readonly call: number; readonly work: ObservedCall | ObservedOperation }
  | {
    readonly type: "Ended"
    readonly call: number
    readonly work: ObservedCall | ObservedOperation
    readonly exit: Exit.Exit<unknown, ErrorSummary>
  }
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
  | { readonly type: "StateChanged"; readonly state: SessionState; readonly clockSkewMillis: number | undefined }
  | {
    readonly type: "Redirected" | "RedirectRefused"
    readonly name: RedirectName
    /** The URL; `undefined` if it depends on the page. */
    readonly target: string | undefined
    readonly page: string
  }

/** An event with its number, the device's clock in milliseconds, and its body's length in characters. */
export interface RecorderEvent {
  readonly seq: number
  readonly at: number
  readonly bodyLength: number
  readonly data: RecorderEventData
}
