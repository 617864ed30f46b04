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

/** Returns the session at a recording's end. */
export const summarizeRecording = ({ claims, events, start }: Recording): SessionSummary => {
  const timesOf = (tokens: RecordedTokens | null | undefined) => {
    const { exp, iat } = claims[tokens?.accessToken ?? ""] ?? {}
    return {
      issuedAtMillis: typeof iat === "number" ? iat * 1000 : undefined,
      expiresAtMillis: typeof exp === "number" ? exp * 1000 : undefined,
      hasRefreshToken: tokens != null && tokens.refreshToken !== null
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
    (summary, { at, clockSkewMillis, reason, seq, state, tokens }) =>
      add(summary, { id: seq, at, state, reason, clockSkewMillis, ...timesOf(tokens) }),
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
  return add(summary, {
    id: (summary.changes[0]?.id ?? 0) + 1,
    at,
    state: state._tag,
    reason: state._tag === "Stale" ? state.error.reason._tag : undefined,
    clockSkewMillis,
    issuedAtMillis: token?.issuedAtMillis,
    expiresAtMillis: token?.expiresAtMillis,
    hasRefreshToken: tokens?.refreshToken !== undefined
  })
}

const add = (
  summary: SessionSummary,
  { at, clockSkewMillis = summary.clockSkewMillis, id, reason, state, ...times }:
    & Omit<SessionSummary, "changes">
    & Pick<StateChange, "at" | "id">
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
