/**
 * The facts that decide when a client's access token is refreshed: its validity and age by the service's clock, and changes
 * that its claims may lack.
 */
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import * as AccessToken from "./AccessToken.ts"
import { isSameSession, type RefreshableTokens, type Tokens } from "./Tokens.ts"

/** An access token that was issued this long after now, in milliseconds, shows that the device's clock was changed. */
const maxClockError = 10_000

/** The pause after a failed refresh before a token's age causes another one, in milliseconds. */
const pauseMillis = 15_000

/** The refreshes that one session's changed claims require. `served` is at most `asked`. */
export interface Demand {
  readonly tokens: RefreshableTokens
  /** The number of changes so far. */
  asked: number
  /** The number of changes before the last completed refresh was requested. */
  served: number
}

/** A client's knowledge about its access tokens. */
export interface TokenState {
  /** The service's clock minus the device's clock in milliseconds, measured when the last token was issued. */
  skew: number | undefined
  /** The last parsed token. Most calls parse the same one. */
  last?: AccessToken.AccessToken | undefined
  /** The demand for the last session whose claims have changed. */
  demand?: Demand
  /** For a time after this one, in milliseconds since 1970, a token's age causes no refresh. */
  pausedAt?: number
}

/** Parses an access token, if there is one. */
export const parse = (
  self: TokenState,
  token: Redacted.Redacted<string> | undefined
): AccessToken.AccessToken | undefined => {
  const { last } = self
  return last !== undefined && (last.token === token || Redacted.value(last.token) === (token && Redacted.value(token)))
    ? last
    : token && (self.last = AccessToken.parse(token))
}

/** Returns a function that parses an access token that was just issued, and updates the clock skew. */
export const parseIssued =
  (self: TokenState) => (token: Redacted.Redacted<string>, now: number): AccessToken.AccessToken | undefined => {
    const parsed = parse(self, token)
    if (parsed?.issuedAtMillis !== undefined) self.skew = parsed.issuedAtMillis - now
    return parsed
  }

/** Returns an access token's remaining validity in milliseconds. */
const getRemaining = (self: TokenState, { accessToken }: Tokens, now: number): number => {
  const parsed = parse(self, accessToken)
  return parsed === undefined ? 0 : parsed.expiresAtMillis - (self.skew ?? 0) - now
}

/** Returns an access token's issue time in milliseconds, or `NaN`. */
export const getIssuedAt = (self: TokenState, { accessToken }: Tokens): number =>
  parse(self, accessToken)?.issuedAtMillis ?? NaN

/** Returns `true` if an access token stays valid for `validity`, and for at least a millisecond. */
export const isFresh = (self: TokenState, tokens: Tokens, validity: Duration.Duration, now: number): boolean =>
  getRemaining(self, tokens, now) >= Math.max(Duration.toMillis(validity), 1)

/** Returns `true` if an access token has expired, or was issued `maxAge` ago, or after now. */
export const isOld = (
  self: TokenState,
  tokens: Tokens,
  maxAge: Duration.Duration | undefined,
  now: number
): boolean => {
  // Without an issue time, it is `NaN`, and the lifetime is unknown.
  const age = now + (self.skew ?? 0) - getIssuedAt(self, tokens)
  const maxMillis = Duration.toMillis(maxAge ?? Duration.infinity)
  return age >= Math.min(maxMillis, age + getRemaining(self, tokens, now)) ||
    age < -maxClockError && maxMillis < Infinity
}

/** Returns a function that drops an expired access token without a refresh token: its session has ended. */
export const dropExpired = (self: TokenState) => (tokens: Tokens | undefined, now: number): Tokens | undefined =>
  tokens !== undefined && tokens.refreshToken === undefined && getRemaining(self, tokens, now) <= 0
    ? undefined
    : tokens

/** Returns the session's demand, if it has changed claims. */
export const demandOf = ({ demand }: TokenState, tokens: Tokens): Demand | undefined =>
  demand && isSameSession(demand.tokens, tokens) ? demand : undefined

/** Demands a refresh that is requested after now. */
export const ask = (self: TokenState, tokens: RefreshableTokens): Demand => {
  const demand = self.demand = demandOf(self, tokens) ?? { tokens, asked: 0, served: 0 }
  demand.asked++
  return demand
}

/** Returns `true` if the claims have changed since the session's last refresh was requested. */
export const isOutdated = (self: TokenState, tokens: Tokens): boolean => {
  const demand = demandOf(self, tokens)
  return demand !== undefined && demand.served < demand.asked
}

/** Returns `true` if an access token is too old for another server, or its claims are outdated. */
export const isTooOld = (
  self: TokenState,
  tokens: Tokens,
  maxAge: Duration.Duration | undefined,
  now: number
): boolean => isOld(self, tokens, maxAge, now) || maxAge !== undefined && isOutdated(self, tokens)

/** Returns `true` for a time after a failed refresh. A clock that was set back does not make it longer. */
export const isPaused = ({ pausedAt = -Infinity }: TokenState, now: number): boolean =>
  now >= pausedAt && now < pausedAt + pauseMillis
