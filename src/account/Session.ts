/** The current session: its state, its tokens, and signing out. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { authHeader } from "../session/authHeader.ts"
import { type Claims, parse, type Unverified } from "../session/Claims.ts"
import { Client } from "../session/ClientService.ts"
import { callValidity, handOutAge } from "../session/ClientSession.ts"
import { makeStream } from "../session/makeStream.ts"
import { type SessionState, tokensOf } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"

/** The session's state: `SignedOut`, `Active`, `Refreshing` or `Stale`. Reading it sends no request. */
export const state: Effect.Effect<SessionState, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) => session.state
)

/**
 * The session's current state and each later state. A refresh changes the state, but not the user. Compare sessions with
 * `Tokens.isSameSession`.
 */
export const changes: Stream.Stream<SessionState, never, Client> = /*#__PURE__*/ makeStream((emit) =>
  Effect.flatMap(Client, ({ session }) => session.subscribe(emit))
)

/** Errors from {@link getAccessToken}. */
export type GetAccessTokenError = ApiError

/** Options for {@link getAccessToken}. */
export interface GetAccessTokenOptions {
  /**
   * The minimum remaining lifetime, which is an estimate. It is 20 seconds by default. The call dies at 60 seconds or
   * more.
   */
  readonly validity?: Duration.Input | undefined
  /**
   * The age at which a token is refreshed. It is 75 seconds by default. `Infinity` keeps a token until it expires. The
   * call dies below 15 seconds.
   */
  readonly maxAge?: Duration.Input | undefined
}

/**
 * Returns an access token for another server; `null` if no user is signed in.
 *
 * **Details**
 *
 * Other servers identify the user by the token, without a request to the service. A token is therefore refreshed if it was
 * issued `maxAge` ago, by default 75 seconds: after that time, they notice a revoked session, or a change to the user by
 * another client. After this client's calls that change claims, such as `CurrentUser.update`, the token is new.
 *
 * If a token is only too old and its refresh fails or takes longer than 5 seconds, it is returned, and the next refresh starts
 * after 15 seconds. The session ends only if the service refuses the refresh token. Without a refresh token, returns the
 * token at any age, or `null` if it expires within `validity`.
 *
 * @see `refresh` for a new token
 */
export const getAccessToken = (
  { maxAge = handOutAge, validity = callValidity }: GetAccessTokenOptions = {}
): Effect.Effect<Redacted.Redacted<string> | null, GetAccessTokenError, Client> =>
  trace(
    "Session.getAccessToken",
    Effect.suspend(() => {
      const least = Duration.fromInputUnsafe(validity)
      const oldest = Duration.fromInputUnsafe(maxAge)
      if (Duration.toMillis(least) >= 60_000) return dieOf("validity must be less than 60 seconds", least)
      if (Duration.toMillis(oldest) < 15_000) return dieOf("maxAge must be at least 15 seconds", oldest)
      return Effect.flatMap(
        Client,
        ({ session }) => Effect.map(session.getTokens(least, undefined, oldest), toAccessToken)
      )
    })
  )

const dieOf = (rule: string, actual: Duration.Duration) =>
  Effect.die(new Error(`The ${rule}, but is ${Duration.toMillis(actual)} ms`))

const toAccessToken = (tokens: Tokens | undefined): Redacted.Redacted<string> | null => tokens?.accessToken ?? null

/** Returns the tokens for another server. A token that cannot be refreshed is returned until it expires. */
const handOut = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) => session.getTokens(callValidity, Duration.zero, handOutAge)
)

/** Errors from {@link refresh}. */
export type RefreshError = ApiError

/**
 * Requests a new access token, and returns it. Returns `null` if no user is signed in, if the service refuses the refresh
 * token, which ends the session, or if the session has no refresh token.
 *
 * **When to use**
 *
 * Use this after a change to the user that this client did not make, such as a change by your server, and if another server
 * requests a new token. All other functions refresh the token when necessary.
 *
 * **Details**
 *
 * The request starts after the call. A refresh that is already running may return a token from before the change, so it is
 * awaited, and then repeated once for all concurrent calls. After an error, calls continue with the old token, and the next
 * token for another server is new.
 *
 * **Example** (Claims that a server changed)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Session } from "latchkey"
 *
 * declare const joinPlan: Effect.Effect<void>
 *
 * const claims = joinPlan.pipe(Effect.andThen(Session.refresh), Effect.andThen(Session.claims))
 * ```
 */
export const refresh: Effect.Effect<Redacted.Redacted<string> | null, RefreshError, Client> = /*#__PURE__*/ trace(
  "Session.refresh",
  /*#__PURE__*/ Effect.flatMap(Client, ({ session }) => Effect.map(session.refresh, toAccessToken))
)

/** The header that passes the session to the app's server. */
export interface AuthHeaders {
  /** JSON with both tokens; each is `null` if missing. It grants access to the account, so unwrap it only for the request. */
  readonly [authHeader]: Redacted.Redacted<string>
}

/** Errors from {@link authHeaders}. */
export type AuthHeadersError = ApiError

/**
 * Returns the header that passes the session to the app's server, where `RequestTokenStore` reads it. It is JSON with
 * `accessToken` and `refreshToken`, both `null` if no user is signed in. The access token is likely valid for 20 seconds,
 * and less than 75 seconds old, like the one from `getAccessToken`. Never send it to another party.
 *
 * **Example** (A request to the app's server)
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
 */
export const authHeaders: Effect.Effect<AuthHeaders, AuthHeadersError, Client> = /*#__PURE__*/ trace(
  "Session.authHeaders",
  /*#__PURE__*/ Effect.flatMap(Client, ({ session }) =>
    Effect.flatMap(handOut, (tokens) =>
      Effect.as(
        // The server may refresh the session, which this device cannot tell from a foreign use.
        (tokens?.refreshToken && session.foreignUse?.share(tokens.refreshToken)) ?? Effect.void,
        {
          [authHeader]: Redacted.make(JSON.stringify({
            accessToken: textOf(tokens?.accessToken),
            refreshToken: textOf(tokens?.refreshToken)
          }))
        }
      )))
)

/** Errors from {@link authorizationHeader}. */
export type AuthorizationHeaderError = ApiError

/**
 * Returns the `Authorization` header's value for requests to the app's server: `Bearer` and an access token that is less
 * than 75 seconds old, like the one from `getAccessToken`. Returns `null` if no user is signed in.
 *
 * The server can identify the user with it, but cannot keep the session: the header does not contain the refresh token.
 *
 * **Example** (A request to an API on another host)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Session } from "latchkey"
 *
 * const orders = Effect.flatMap(Session.authorizationHeader, (authorization) =>
 *   Effect.promise((signal) =>
 *     fetch("https://api.example.com/orders", {
 *       signal,
 *       headers: authorization === null ? {} : { authorization: Redacted.value(authorization) }
 *     })
 *   ))
 * ```
 *
 * @see `Authentication` in `latchkey/server`, which verifies it
 */
export const authorizationHeader: Effect.Effect<
  Redacted.Redacted<string> | null,
  AuthorizationHeaderError,
  Client
> = /*#__PURE__*/ trace(
  "Session.authorizationHeader",
  /*#__PURE__*/ Effect.map(
    handOut,
    (tokens) => tokens?.accessToken === undefined ? null : Redacted.make(`Bearer ${Redacted.value(tokens.accessToken)}`)
  )
)

const textOf = (token: Redacted.Redacted<string> | undefined): string | null =>
  token === undefined ? null : Redacted.value(token)

/**
 * The access token's claims, without a request; `null` if no user is signed in or no access token is stored.
 * `Session.getAccessToken` fetches one. The claims are not verified, as their type shows.
 *
 * @see `CurrentUser.get` for the user from the service
 */
export const claims: Effect.Effect<Unverified<Claims> | null, never, Client> = /*#__PURE__*/ Effect.map(
  state,
  (state) => {
    const token = tokensOf(state)?.accessToken
    return token === undefined ? null : parse(token) ?? null
  }
)

/**
 * The service's clock minus this device's clock, measured when the last token was issued; `undefined` before the
 * first one.
 */
export const clockSkewMillis: Effect.Effect<number | undefined, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ session }) => session.clockSkewMillis
)

export * from "./signOut.ts"

export type { SessionState } from "../session/SessionState.ts"
