/** A recorder's events in memory, with secrets: tokens, request headers and bodies. */
import type * as Duration from "effect/Duration"
import type * as Exit from "effect/Exit"
import type { Credentials } from "../call/CallSession.ts"
import type { TransportFailure, TransportRequest, TransportResponse } from "../call/Transport.ts"
import type { SessionState } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { Any } from "../wire/Endpoint.ts"
import type { RecordedEventData, SessionOperation } from "./Recording.ts"

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

/** A recorded event before its texts are replaced, with other fields instead of `Fields` and `Rest`. */
type Raw<Type extends RecordedEventData["type"], Fields = unknown, Rest extends string = never> =
  & Omit<Extract<RecordedEventData, { readonly type: Type }>, keyof Fields | Rest>
  & Fields

/**
 * An event's data, by type. `cause` is the number that identifies the call or session operation in which the event happened,
 * `undefined` for background work. `startedAt` is the number of the moment in which the event's work started.
 */
export type RecorderEventData =
  | { readonly type: "Started"; readonly call: number; readonly work: ObservedCall | ObservedOperation }
  | {
    readonly type: "Ended"
    readonly call: number
    readonly work: ObservedCall | ObservedOperation
    readonly exit: Exit.Exit<unknown, ErrorSummary>
  }
  | Raw<"Subscribed" | "Unsubscribed">
  | Raw<"RequestSent", { readonly sent: TransportRequest }>
  // Without an exit, the client aborted the request.
  | Raw<
    "ResponseReceived",
    { readonly exit: Exit.Exit<TransportResponse, TransportFailure> | undefined },
    "response" | "failure"
  >
  | Raw<"StoreRead", { readonly tokens: Tokens | undefined }>
  | Raw<
    "StoreWritten",
    {
      readonly before: Tokens | undefined
      readonly after: Tokens | undefined
      readonly exit: Exit.Exit<unknown, unknown>
    },
    "isInterrupted"
  >
  | Raw<"StoreChanged", { readonly tokens: Tokens | undefined }>
  | Raw<"LockAcquired">
  | Raw<"StateChanged", { readonly state: SessionState }, "tokens" | "reason">
  | Raw<"ForeignUseFound">
  | Raw<"ConnectivityChanged">
  | Raw<"CacheChanged">
  // The target depends on the page if it is `undefined`.
  | Raw<"Redirected" | "RedirectRefused", { readonly target: string | undefined }, "rule">

/** An event with its number, the device's clock in milliseconds, and its body's length in characters. */
export interface RecorderEvent {
  readonly seq: number
  readonly at: number
  readonly bodyLength: number
  readonly data: RecorderEventData
}

/** The parts of an error that are recorded. A response's body in it may have secrets, and any length. */
export interface ErrorSummary {
  readonly tag: unknown
  readonly code: unknown
  /** The tag of an `ApiError`'s reason. */
  readonly reason: unknown
}

export const summarizeError = (error: unknown): ErrorSummary => {
  // Sound: each part is read as `unknown`, and a missing one is `undefined`.
  const { _tag, code, reason } = Object(error) as { readonly [Part in "_tag" | "code" | "reason"]?: unknown }
  return { tag: _tag, code, reason: Object(reason)._tag }
}
