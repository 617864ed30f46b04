/**
 * A session's state machine.
 *
 * `transition` is pure and handles every event. The effects, such as requests and writes to the store, are in `ClientSession.ts`.
 */
import type * as Data from "effect/Data"
import type { ApiError } from "../call/ApiError.ts"
import { isSame, isSameSession, type Tokens } from "./Tokens.ts"

/**
 * A session's state.
 *
 * - `Loading`: the store has not been read yet.
 * - `SignedOut`: no user is signed in.
 * - `Active`: a user is signed in.
 * - `Refreshing`: a user is signed in, and a request for a new access token is pending.
 * - `Stale`: a user is signed in, but the last refresh failed without a decision about the refresh token, most often
 *   because of the network. The next call refreshes again.
 */
export type SessionState = Data.TaggedEnum<{
  Loading: {}
  SignedOut: {}
  Active: { readonly tokens: Tokens }
  Refreshing: { readonly tokens: Tokens }
  Stale: { readonly tokens: Tokens; readonly error: ApiError }
}>

/**
 * An event in a session.
 *
 * A refresh's events contain its tokens. They have no effect on other sessions.
 */
export type SessionEvent = Data.TaggedEnum<{
  /** The store was read, or reported a change. */
  Observed: { readonly tokens: Tokens | undefined }
  RefreshStarted: { readonly tokens: Tokens }
  /** The refresh failed without a decision about the refresh token. */
  RefreshFailed: { readonly tokens: Tokens; readonly error: ApiError }
  /** The refresh ended, with or without a result. All callers may have been interrupted. */
  RefreshEnded: { readonly tokens: Tokens }
}>

/** Returns a state's tokens, or `undefined` if no user is signed in. */
export const tokensOf = (state: SessionState): Tokens | undefined =>
  state._tag === "Loading" || state._tag === "SignedOut" ? undefined : state.tokens

/** Returns the next state, or the same object if nothing changes. */
export const transition = (state: SessionState, event: SessionEvent): SessionState => {
  switch (event._tag) {
    case "Observed": {
      const { tokens } = event
      if (tokens === undefined) return state._tag === "SignedOut" ? state : { _tag: "SignedOut" }
      // A new access token ends a refresh and resolves a failed one. The same tokens change nothing.
      return isSame(tokensOf(state), tokens) ? state : { _tag: "Active", tokens }
    }
    case "RefreshStarted":
      return isOf(state, event.tokens) && state._tag !== "Refreshing"
        ? { _tag: "Refreshing", tokens: state.tokens }
        : state
    case "RefreshFailed": {
      const { error, tokens } = event
      // Another tab has stored a new access token in the meantime, so the failure does not matter.
      if (!isOf(state, tokens) || state.tokens.accessToken !== undefined && !isSame(state.tokens, tokens)) return state
      return state._tag === "Stale" && state.error === error
        ? state
        : { _tag: "Stale", tokens: state.tokens, error }
    }
    case "RefreshEnded":
      return isOf(state, event.tokens) && state._tag === "Refreshing"
        ? { _tag: "Active", tokens: state.tokens }
        : state
  }
}

/** Returns `true` if a state belongs to the session with these tokens. */
const isOf = (
  state: SessionState,
  tokens: Tokens
): state is Exclude<SessionState, { readonly _tag: "Loading" | "SignedOut" }> => {
  const current = tokensOf(state)
  return current !== undefined && isSameSession(current, tokens)
}
