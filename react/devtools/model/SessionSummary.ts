/** The session as the panel shows it: without tokens. */
import type { RecordedTokens, Recording } from "../../../src/recorder/Recording.ts"
import * as AccessToken from "../../../src/session/AccessToken.ts"
import { type SessionState, tokensOf } from "../../../src/session/SessionState.ts"

/** A session state's name. */
export type StateTag = SessionState["_tag"]

/** A session state change. */
export interface StateChange {
  readonly id: number
  readonly at: number
  readonly from: StateTag
  readonly to: StateTag
  /** Why a refresh failed. */
  readonly reason: string | undefined
}

/** A session's state, and its access token's times by the service's clock. */
export interface SessionSummary {
  readonly state: StateTag
  readonly reason: string | undefined
  readonly issuedAtMillis: number | undefined
  readonly expiresAtMillis: number | undefined
  readonly hasRefreshToken: boolean
  /** The service's clock minus the device's, in milliseconds. */
  readonly clockSkewMillis: number | undefined
  /** The changes, the newest first. */
  readonly changes: ReadonlyArray<StateChange>
}

/** The number of changes that the panel keeps. */
const maxChanges = 50

/** The summary before the session is known. */
export const unknownSession: SessionSummary = {
  state: "Loading",
  reason: undefined,
  issuedAtMillis: undefined,
  expiresAtMillis: undefined,
  hasRefreshToken: false,
  clockSkewMillis: undefined,
  changes: []
}

type Times = Pick<SessionSummary, "issuedAtMillis" | "expiresAtMillis" | "hasRefreshToken">

const noTimes: Times = { issuedAtMillis: undefined, expiresAtMillis: undefined, hasRefreshToken: false }

/** Returns the session at a recording's end. */
export const summarizeRecording = ({ claims, events, start }: Recording): SessionSummary => {
  const timesOf = (tokens: RecordedTokens | null | undefined): Times => {
    if (!tokens) return noTimes
    const { exp, iat } = claims[tokens.accessToken ?? ""] ?? {}
    return {
      issuedAtMillis: typeof iat === "number" ? iat * 1000 : undefined,
      expiresAtMillis: typeof exp === "number" ? exp * 1000 : undefined,
      hasRefreshToken: tokens.refreshToken !== null
    }
  }
  const initial: SessionSummary = {
    ...unknownSession,
    // The state itself is known only from later events.
    state: start.tokens === undefined ? "Loading" : start.tokens === null ? "SignedOut" : "Active",
    clockSkewMillis: start.clockSkewMillis,
    ...timesOf(start.tokens)
  }
  return events.filter((event) => event.type === "StateChanged").reduce(
    (summary, event) => add(summary, event.seq, event.at, event.state, event.reason, event, timesOf(event.tokens)),
    initial
  )
}

/** Returns the summary after a state from the session itself, for apps without a recorder. */
export const addState = (
  summary: SessionSummary,
  state: SessionState,
  at: number,
  clockSkewMillis: number | undefined
): SessionSummary => {
  const tokens = tokensOf(state)
  const token = tokens?.accessToken && AccessToken.parse(tokens.accessToken)
  return add(
    summary,
    (summary.changes[0]?.id ?? 0) + 1,
    at,
    state._tag,
    state._tag === "Stale" ? state.error.reason._tag : undefined,
    { clockSkewMillis },
    {
      issuedAtMillis: token?.issuedAtMillis,
      expiresAtMillis: token?.expiresAtMillis,
      hasRefreshToken: tokens?.refreshToken !== undefined
    }
  )
}

const add = (
  summary: SessionSummary,
  id: number,
  at: number,
  state: StateTag,
  reason: string | undefined,
  { clockSkewMillis = summary.clockSkewMillis }: { readonly clockSkewMillis?: number | undefined },
  times: Times
): SessionSummary => {
  // The same state may have new tokens.
  const isChange = state !== summary.state || reason !== summary.reason ||
    times.expiresAtMillis !== summary.expiresAtMillis && summary.expiresAtMillis !== undefined
  const change = { id, at, from: summary.state, to: state, reason }
  return {
    state,
    reason,
    clockSkewMillis,
    ...times,
    changes: isChange ? [change, ...summary.changes].slice(0, maxChanges) : summary.changes
  }
}
