/**
 * The session of this program: who is signed in, and how it ends.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import { trace } from "../call/trace.ts"
import { type Claims, parse, type Unverified } from "../session/Claims.ts"
import { Client } from "../session/Client.ts"
import { authHeader } from "../session/RequestStore.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import * as wire from "../wire/sessions.ts"

/**
 * The state of the session: `SignedOut`, `Active`, `Refreshing` or `Stale`. Sends nothing.
 *
 * @category reading
 * @since 0.1.0
 */
export const state: Effect.Effect<SessionState, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) => session.state
)

/**
 * The state of the session now, and each later one. A refresh changes the state, but never who is signed in: compare
 * sessions with `Tokens.isSameSession`.
 *
 * @category reading
 * @since 0.1.0
 */
export const changes: Stream.Stream<SessionState, never, Client> = /*#__PURE__*/ Stream.callback((queue) =>
  Effect.flatMap(Client, ({ session }) => session.subscribe((state) => Queue.offerUnsafe(queue, state)))
)

/**
 * The errors of {@link accessToken}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AccessTokenError = ApiError

/**
 * Returns an access token that is likely valid for a while, refreshed if necessary, or `null` when no user is signed in. An
 * access token without a refresh token cannot be refreshed: the result is `null` if it is valid for less than that.
 *
 * `validity` is how long it must still live: 20 seconds by default, and less than 60, or the program dies with a
 * message that says so.
 *
 * @category reading
 * @since 0.1.0
 */
export const accessToken: (options?: {
  readonly validity?: Duration.Input | undefined
}) => Effect.Effect<Redacted.Redacted<string> | null, AccessTokenError, Client> = ({ validity = 20_000 } = {}) =>
  trace(
    "Session.accessToken",
    Effect.flatMap(Client, ({ session }) =>
      Effect.map(session.getTokens(Duration.fromInputUnsafe(validity)), (tokens) =>
        tokens?.accessToken ?? null))
  )

/**
 * The header in which a program hands its session to a server of its own.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuthHeaders {
  /** JSON with both tokens, or with `null` for each. It lets its holder in: unwrap it where the request is made. */
  readonly [authHeader]: Redacted.Redacted<string>
}

/**
 * The errors of {@link authHeaders}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AuthHeadersError = ApiError

/**
 * The header that hands the session to the app's own server, with an access token that is likely valid for 20 seconds: JSON
 * with `accessToken` and `refreshToken`, each `null` when nobody is signed in. `RequestStore` reads it there. Never send it to
 * anybody else.
 *
 * **Example** (Asking the own server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Session } from "latchkey"
 *
 * const orders = Effect.flatMap(Session.authHeaders, (headers) =>
 *   Effect.promise((signal) =>
 *     fetch("/api/orders", { signal, headers: { "x-stack-auth": Redacted.value(headers["x-stack-auth"]) } })
 *   ))
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const authHeaders: Effect.Effect<AuthHeaders, AuthHeadersError, Client> = /*#__PURE__*/ trace(
  "Session.authHeaders",
  /*#__PURE__*/ Effect.flatMap(Client, ({ caller }) =>
    Effect.map(caller.credentials.tokens, (tokens) => ({
      [authHeader]: Redacted.make(JSON.stringify({
        accessToken: textOf(tokens?.accessToken),
        refreshToken: textOf(tokens?.refreshToken)
      }))
    })))
)

const textOf = (token: Redacted.Redacted<string> | undefined): string | null =>
  token === undefined ? null : Redacted.value(token)

/**
 * What the access token says about the user who is signed in, without a request; `null` when nobody is signed in, or when
 * there is no access token at hand, which `Session.accessToken` gets. Nobody has verified it, and its type says so.
 *
 * @see `CurrentUser.get` for the user as the service knows it
 *
 * @category reading
 * @since 0.1.0
 */
export const claims: Effect.Effect<Unverified<Claims> | null, never, Client> = /*#__PURE__*/ Effect.map(
  state,
  (state) => {
    const token = tokensOf(state)?.accessToken
    return token === undefined ? null : parse(token) ?? null
  }
)

/**
 * The service's clock minus this device's, as the last issued token showed it; `undefined` before the first one.
 *
 * @category reading
 * @since 0.1.0
 */
export const clockSkewMillis: Effect.Effect<number | undefined, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) => session.clockSkewMillis
)

/** Returns `true` if the service refuses to refresh the caller's session. */
const isRevoked = ({ credentials }: Caller): Effect.Effect<boolean> =>
  Effect.flatMap(
    credentials.storedTokens,
    (tokens) =>
      tokens?.refreshToken === undefined || tokens.accessToken === undefined
        ? Effect.succeed(false)
        : credentials.expire(tokens.accessToken).pipe(
          Effect.andThen(credentials.tokens),
          Effect.match({ onFailure: () => false, onSuccess: (tokens) => tokens === undefined })
        )
  )

/**
 * The errors of {@link signOut}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SignOutError = ApiError

/**
 * Signs out. Removes the tokens from the store first, and then revokes the session at the service. Fails with an `ApiError`
 * if the session could not be revoked; the tokens are removed nevertheless. During a refresh, it waits for that refresh.
 *
 * A session of an access token alone ends too, with its refresh token at the service. Does nothing if no user is signed in, or if
 * another user signs in before the tokens are removed. An anonymous user is signed out too, and cannot sign in again.
 *
 * @category managing
 * @since 0.1.0
 */
export const signOut: Effect.Effect<void, SignOutError, Client> = /*#__PURE__*/ trace(
  "Session.signOut",
  /*#__PURE__*/ Effect.flatMap(
    Client,
    ({ session }) =>
      Effect.flatMap(
        session.leave,
        (caller) =>
          caller === undefined ? Effect.void : call(caller, wire.signOut, { payload: {} }).pipe(
            Effect.asVoid,
            // The session has ended already.
            Effect.catchTag(["RefreshTokenNotFoundOrExpired", "AccessTokenExpired"], () => Effect.void),
            // Services of 2026 fail with status 500 if the session has ended. A refresh shows whether it has.
            Effect.catchReason("ApiError", "ServiceUnavailable", (_, error) =>
              Effect.flatMap(isRevoked(caller), (isRevoked) => isRevoked ? Effect.void : Effect.fail(error)))
          )
      )
  )
)

/** @since 0.1.0 */
export type { SessionState } from "../session/SessionState.ts"
