/**
 * A client's refreshes.
 *
 * Callers join three runs, each inside the next. `refreshSession` runs once per session in this client, and under a browser
 * lock. Inside, `runRefresh` reads the store again, and stores the new access token. `shareAccessTokenRequest` joins the
 * request by another session with the same tokens.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import type { Caller } from "../call/call.ts"
import type { Locks } from "../platform/Locks.ts"
import { requestAccessToken } from "./requestAccessToken.ts"
import type { SessionEvent } from "./SessionState.ts"
import type { SingleFlight } from "./SingleFlight.ts"
import type { StoreQueue } from "./StoreQueue.ts"
import { isSame, isSameSession, type RefreshableTokens, type Tokens } from "./Tokens.ts"
import { demandOf, getIssuedAt, isFresh, isOutdated, isTooOld, parseIssued, type TokenState } from "./tokenState.ts"

/** A refresh's result: the stored tokens, or `undefined` if the session has ended. */
export type Refreshed = Effect.Effect<Tokens | undefined, ApiError>

/** Refreshes a session whose token is valid for less than `validity` or too old, or joins its running refresh. */
export type RefreshSession = (
  tokens: RefreshableTokens,
  validity: Duration.Duration,
  maxAge: Duration.Duration | undefined,
  isOnce?: boolean
) => Refreshed

/** Returns `true` if OAuth rejected the refresh token (RFC 6749 § 5.2). */
export const isInvalidGrant = ({ reason }: ApiError): boolean =>
  reason._tag === "RequestRefused" && reason.serviceCode === "invalid_grant"

/** Ends the session with these tokens. A newer session is not affected. */
export const endSession = (modify: StoreQueue["modify"], tokens: Tokens): Effect.Effect<Tokens | undefined> =>
  modify((stored) => isSameSession(stored, tokens) ? undefined : stored)

/** Creates the function that refreshes a client's session, or joins its running refresh. */
export const makeRefreshSession = (
  read: StoreQueue["read"],
  modify: StoreQueue["modify"],
  state: TokenState,
  dispatch: (event: SessionEvent) => void,
  caller: Omit<Caller, "credentials">,
  locks: Locks,
  singleFlight: SingleFlight,
  tokenRequests: SingleFlight
): RefreshSession => {
  const credentials = {
    tokens: Effect.undefined,
    storedTokens: read,
    currentTokens: Effect.undefined,
    expire: () => Effect.void
  }
  /** Requests an access token, or joins the request by another session with the same tokens. */
  const shareAccessTokenRequest = (tokens: RefreshableTokens, isOnce: boolean) =>
    Effect.suspend(() => {
      let isOwn = false
      const own = Effect.suspend(() => {
        isOwn = true
        return requestAccessToken({ ...caller, credentials, isOnce }, tokens.refreshToken, parseIssued(state))
      })
      return Effect.catchTag(
        tokenRequests(`token-${Redacted.value(tokens.refreshToken)}`, own),
        "ApiError",
        // The joined request stops when its session is signed out. The sign-out itself still needs a token.
        (error) => isOwn ? Effect.fail(error) : own
      )
    })

  /** Refreshes a session. Stores the new access token if the store still holds that session, with an older one. */
  const runRefresh = Effect.fnUntraced(function*(
    asked: RefreshableTokens,
    validity: Duration.Duration,
    maxAge: Duration.Duration | undefined,
    isOnce = false,
    isLast = isOnce
  ): Effect.fn.Return<Tokens | undefined, ApiError> {
    // Another refresh may have finished since the caller read the store.
    const tokens = yield* read
    if (tokens?.refreshToken === undefined || !isSameSession(tokens, asked)) return tokens
    const now = yield* Clock.currentTimeMillis
    if (isFresh(state, tokens, validity, now) && !isTooOld(state, tokens, maxAge, now)) return tokens
    dispatch({ _tag: "RefreshStarted", tokens })
    // A change during the request may be missing in the new token.
    const demand = demandOf(state, tokens)
    const served = demand?.asked
    let isUnclear = false
    /** Returns the tokens to store: the new ones, unless another client has replaced the session or its access token. */
    const replace = (stored: Tokens | undefined, renewed: RefreshableTokens): Tokens | undefined => {
      if (!isSameSession(stored, tokens)) return stored
      // Another client may have stored a newer token. Of two tokens from one second, neither is known to have both clients'
      // changes. Sound: a session is stored.
      const lead = getIssuedAt(state, stored!) - getIssuedAt(state, renewed)
      const isKept = lead >= 0 && !isSame(stored, tokens)
      isUnclear = isKept && lead === 0 && isOutdated(state, tokens)
      // Sound: both come from the same demand.
      if (demand !== undefined && !isUnclear) demand.served = served!
      return isKept ? stored : renewed
    }
    const result = yield* Effect.flatMap(
      shareAccessTokenRequest(tokens, isOnce),
      (accessToken) => modify((stored) => replace(stored, { ...tokens, accessToken }))
    ).pipe(
      Effect.catchTag("RefreshTokenNotFoundOrExpired", () => endSession(modify, tokens)),
      Effect.catchIf(isInvalidGrant, () => endSession(modify, tokens)),
      Effect.tapError((error) => Effect.sync(() => dispatch({ _tag: "RefreshFailed", tokens, error }))),
      Effect.ensuring(Effect.sync(() => dispatch({ _tag: "RefreshEnded", tokens })))
    )
    // While a slow store wrote the new token, the service may have refused it to another client.
    const isMissing = result?.accessToken === undefined && isSameSession(result, tokens)
    return (isUnclear || isMissing) && !isLast
      ? yield* runRefresh(tokens, validity, Duration.infinity, false, true)
      : result
  })

  return (tokens, validity, maxAge, isOnce = false) =>
    singleFlight(
      `refresh-${isOnce}-${Redacted.value(tokens.refreshToken)}`,
      // When this tab gets the lock, another tab may have refreshed the session already.
      locks(`latchkey-refresh-${caller.connection.projectId}`, runRefresh(tokens, validity, maxAge, isOnce))
    )
}
