/**
 * Access tokens whose claims about a restriction are out of date.
 *
 * The service lets a user in by the claims of the access token, and those change with a refresh only. When this client learns
 * that the claims no longer hold, it marks the access token as expired. The next call refreshes it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import type { Connection } from "../call/Connection.ts"
import { isSameSession, type RequestTokens } from "../call/headers.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import * as AccessToken from "./AccessToken.ts"
import { Client } from "./Client.ts"

/**
 * The name under which a client announces that the user is no longer restricted, among the ids of endpoints that change values.
 *
 * @category constants
 * @since 0.1.0
 */
export const restrictionLifted = "restriction.lifted"

/** The last expiry that `expireIfOutdated` caused. */
interface Expiry {
  readonly tokens: RequestTokens
  readonly isRestricted: boolean
}

const expiries = /*#__PURE__*/ new WeakMap<Connection, Expiry>()

/** Runs an effect with the access token that the store holds, if there is one that can be refreshed. */
const useStoredToken = (
  { credentials }: Caller,
  run: (held: AccessToken.AccessToken, tokens: RequestTokens) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.flatMap(credentials.storedTokens, (tokens) => {
    // An access token alone cannot be refreshed: to expire it would end the session.
    const held = tokens?.refreshToken && tokens.accessToken && AccessToken.parse(tokens.accessToken)
    return held === undefined ? Effect.void : run(held, tokens!)
  })

/**
 * Marks the access token of a restricted user as expired, after a call that may have lifted the restriction. Leaves the token
 * of an anonymous user alone, whom only a sign-up makes a normal user.
 *
 * @category combinators
 * @since 0.1.0
 */
export const expireIfRestricted = (caller: Caller): Effect.Effect<void> =>
  useStoredToken(caller, ({ token }) => claimsRestriction(token) ? caller.credentials.expire(token) : Effect.void)

/**
 * Returns `true` if an access token says that its user is restricted, but not anonymous. It is not verified.
 *
 * @category guards
 * @since 0.1.0
 */
export const claimsRestriction = (accessToken: Redacted.Redacted<string> | undefined): boolean => {
  const claims = accessToken && AccessToken.parse(accessToken)?.claims
  return claims?.["is_restricted"] === true && claims["is_anonymous"] !== true
}

/**
 * Marks the access token as expired if it claims a restriction that the user's data does not show, or the other way round. Call
 * it with a user whom the service has just returned.
 *
 * A refreshed token that still contradicts the data stays, so that a service whose tokens lag behind is not asked for another
 * one after each read.
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

/**
 * Calls an endpoint that may change whether the user is restricted. An effect that may expire the access token runs before the
 * client announces the change, so that what is fetched because of it is fetched with a fresh token.
 *
 * @category combinators
 * @since 0.1.0
 */
export const callChangingRestriction = <E extends Any>(
  endpoint: E,
  input: Input<E>,
  settle: (caller: Caller, exit: Exit.Exit<Success<E>, Failure<E> | ApiError>) => Effect.Effect<void>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Client> =>
  Effect.flatMap(Client, ({ caller }) => {
    let isChanged = false
    const onChange = () => {
      isChanged = true
    }
    return Effect.onExit(call({ ...caller, onChange }, endpoint, input), (exit) =>
      Effect.andThen(
        isChanged ? settle(caller, exit) : Effect.void,
        Effect.sync(() => isChanged && caller.onChange?.(endpoint.id))
      ))
  })
