/**
 * Access tokens with outdated claims about a restriction.
 *
 * The service authorizes users by the claims of the access token, which change only with a refresh. When the client detects
 * outdated claims, it marks the access token as expired. The next call refreshes it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Caller } from "../call/call.ts"
import type { Connection } from "../call/Connection.ts"
import { isSameSession, type RequestTokens } from "../call/headers.ts"
import { memoizeByKey } from "../wire/memoize.ts"
import * as AccessToken from "./AccessToken.ts"

/**
 * The id that a client reports to change listeners, like the id of an endpoint, when the user is no longer restricted.
 *
 * @category constants
 * @since 0.1.0
 */
export const restrictionLifted = "restriction.lifted"

/** The last token that `expireIfOutdated` expired. */
interface Expiry {
  readonly tokens: RequestTokens
  readonly isRestricted: boolean
}

const expiries = /*#__PURE__*/ new WeakMap<Connection, Expiry>()

/** Parses an access token once, since every read of the user compares its claims. */
const parse = /*#__PURE__*/ memoizeByKey(AccessToken.parse)

/** Runs an effect with the stored access token, if there is a refresh token for it. */
const useStoredToken = (
  { credentials }: Caller,
  run: (held: AccessToken.AccessToken, tokens: RequestTokens) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.flatMap(credentials.storedTokens, (tokens) => {
    // Without a refresh token, expiring the access token would end the session.
    const held = tokens?.refreshToken && tokens.accessToken && parse(tokens.accessToken)
    return held === undefined ? Effect.void : run(held, tokens!)
  })

/**
 * Marks the access token of a restricted user as expired. Call it after a call that may have lifted the restriction.
 *
 * The token of an anonymous user does not change: such a user must sign up first.
 *
 * @category combinators
 * @since 0.1.0
 */
export const expireIfRestricted = (caller: Caller): Effect.Effect<void> =>
  useStoredToken(caller, (held) => isRestricted(held) ? caller.credentials.expire(held.token) : Effect.void)

/**
 * Returns `true` if the claims of an access token, which are unverified, describe a restricted user who is not anonymous.
 *
 * @category guards
 * @since 0.1.0
 */
export const claimsRestriction = (accessToken: Redacted.Redacted<string> | undefined): boolean =>
  isRestricted(accessToken && AccessToken.parse(accessToken))

const isRestricted = (token: AccessToken.AccessToken | undefined): boolean =>
  token?.claims["is_restricted"] === true && token.claims["is_anonymous"] !== true

/**
 * Marks the access token as expired if its claims about a restriction contradict the user that the service has just
 * returned.
 *
 * A refreshed token that still contradicts the user is kept. Otherwise, every read would cause a refresh if the service
 * issues outdated claims.
 *
 * @category combinators
 * @since 0.1.0
 */
export const expireIfOutdated = (
  caller: Caller,
  { id, isRestricted }: { readonly id: string; readonly isRestricted?: boolean | undefined }
): Effect.Effect<void> =>
  isRestricted === undefined ? Effect.void : useStoredToken(caller, ({ claims, token, userId }, tokens) => {
    const { connection, credentials } = caller
    const claim = claims["is_restricted"]
    if (typeof claim !== "boolean" || userId !== id) return Effect.void
    const last = expiries.get(connection)
    expiries.delete(connection)
    if (claim === isRestricted) return Effect.void
    expiries.set(connection, { tokens, isRestricted })
    return last?.isRestricted === isRestricted && isSameSession(last.tokens, tokens)
      ? Effect.void
      : credentials.expire(token)
  })
