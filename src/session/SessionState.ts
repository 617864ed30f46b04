/**
 * Who is signed in, as a value.
 *
 * `transition` is the whole rule of how it changes: pure and total. Whatever starts a refresh, stores tokens or asks the
 * service stands in `Session.ts`.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import type { ApiError } from "../call/ApiError.ts"
import { isSame, isSameSession, type Tokens } from "./Tokens.ts"

/**
 * The state of a session.
 *
 * - `Loading`: the store has not been read yet; whether somebody is signed in is not known.
 * - `SignedOut`: nobody is signed in.
 * - `Active`: somebody is signed in.
 * - `Refreshing`: somebody is signed in, and a new access token is on its way.
 * - `Stale`: somebody is signed in, but the last refresh failed without an answer about the refresh token, most often because
 *   of the network; the next call tries again.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionState = Data.TaggedEnum<{
  Loading: {}
  SignedOut: {}
  Active: { readonly tokens: Tokens }
  Refreshing: { readonly tokens: Tokens }
  Stale: { readonly tokens: Tokens; readonly error: ApiError }
}>

/** @since 0.1.0 */
export const SessionState = Data.taggedEnum<SessionState>()

/**
 * What happens to a session.
 *
 * Events of a refresh name the tokens it was started for: what belongs to a session that is over changes nothing.
 *
 * @category models
 * @since 0.1.0
 */
export type SessionEvent = Data.TaggedEnum<{
  /** The store was read, or told of a change: these are the tokens that it holds. */
  Observed: { readonly tokens: Tokens | undefined }
  RefreshStarted: { readonly tokens: Tokens }
  /** The refresh ended without an answer about the refresh token. */
  RefreshFailed: { readonly tokens: Tokens; readonly error: ApiError }
  /** The refresh is over, however it ended: everybody who waited for it may have gone away before it brought anything. */
  RefreshEnded: { readonly tokens: Tokens }
}>

/** @since 0.1.0 */
export const SessionEvent = Data.taggedEnum<SessionEvent>()

/**
 * Returns the tokens of a state, if somebody is signed in.
 *
 * @category getters
 * @since 0.1.0
 */
export const tokensOf = (state: SessionState): Tokens | undefined =>
  state._tag === "Loading" || state._tag === "SignedOut" ? undefined : state.tokens

/**
 * Returns the state that follows. Returns the same object when nothing changes.
 *
 * @category transitions
 * @since 0.1.0
 */
export const transition = (state: SessionState, event: SessionEvent): SessionState => {
  switch (event._tag) {
    case "Observed": {
      const { tokens } = event
      if (tokens === undefined) return state._tag === "SignedOut" ? state : SessionState.SignedOut()
      // A new access token ends a refresh and heals a failed one; the same tokens say nothing new.
      return isSame(tokensOf(state), tokens) ? state : SessionState.Active({ tokens })
    }
    case "RefreshStarted":
      return isOf(state, event.tokens) && state._tag !== "Refreshing"
        ? SessionState.Refreshing({ tokens: state.tokens })
        : state
    case "RefreshFailed": {
      const { error, tokens } = event
      // What another tab has got meanwhile is as good as what this refresh was to bring.
      if (!isOf(state, tokens) || state.tokens.accessToken !== undefined && !isSame(state.tokens, tokens)) return state
      return state._tag === "Stale" && state.error === error
        ? state
        : SessionState.Stale({ tokens: state.tokens, error })
    }
    case "RefreshEnded":
      return isOf(state, event.tokens) && state._tag === "Refreshing"
        ? SessionState.Active({ tokens: state.tokens })
        : state
  }
}

/** Whether a state belongs to the session of these tokens. */
const isOf = (
  state: SessionState,
  tokens: Tokens
): state is Exclude<SessionState, { readonly _tag: "Loading" | "SignedOut" }> => {
  const current = tokensOf(state)
  return current !== undefined && isSameSession(current, tokens)
}
