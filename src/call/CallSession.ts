/** The sessions that a call acts for. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Redacted from "effect/Redacted"
import type { Any } from "../wire/Endpoint.ts"
import type { ApiError } from "./ApiError.ts"
import { isSameSession, type RequestTokens } from "./headers.ts"

/** The tokens that a call sends. */
export interface Credentials {
  /**
   * Returns tokens that are likely still valid when the request arrives, refreshed if necessary; `undefined` if no user is
   * signed in.
   */
  readonly tokens: Effect.Effect<RequestTokens | undefined, ApiError>
  /** Returns the tokens in the store. */
  readonly storedTokens: Effect.Effect<RequestTokens | undefined>
  /**
   * Returns the tokens of the session that is current when the effect starts, or `undefined`. The result does not change if
   * this client signs a user in or out while the store is read.
   */
  readonly currentTokens: Effect.Effect<RequestTokens | undefined>
  /** Marks an access token as expired, regardless of its claims. */
  readonly expire: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
  /**
   * Replaces an access token whose claims are outdated. Runs after each call to an endpoint with `claims`, before change
   * listeners. `started` is the session in which a write started.
   */
  readonly settle?:
    | ((
      endpoint: Any,
      exit: Exit.Exit<unknown, unknown>,
      started: RequestTokens | undefined
    ) => Effect.Effect<void>)
    | undefined
}

/**
 * A session that a call acts for. A read acts for the session that is current when its request is sent. A write acts only
 * for the session in which the call started.
 */
export interface CallSession {
  readonly credentials: Credentials
  /** Returns the tokens to send; `undefined` for a write whose session has ended or been replaced. */
  readonly tokens: Effect.Effect<RequestTokens | undefined, ApiError>
  /** The session's tokens in which a write started. */
  readonly started?: RequestTokens | undefined
}

/** Runs an effect with a call's session, or with `undefined` if there are no credentials. */
export const withSession = <A, E>(
  credentials: Credentials | undefined,
  { method }: Any,
  run: (session: CallSession | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  credentials === undefined
    ? run(undefined)
    : method === "GET"
    ? run({ credentials, tokens: credentials.tokens })
    : Effect.flatMap(credentials.currentTokens, (started) =>
      run({ credentials, tokens: getTokensOf(credentials, started), started }))

/** Runs an effect with the tokens that a call may send, or with `undefined` if there is no session. */
export const withTokens = <A, E>(
  session: CallSession | undefined,
  run: (tokens: RequestTokens | undefined) => Effect.Effect<A, E>
): Effect.Effect<A, E | ApiError> => session === undefined ? run(undefined) : Effect.flatMap(session.tokens, run)

/** Returns tokens for the session that a call started with; `undefined` if that session has ended or been replaced. */
const getTokensOf = (
  { tokens }: Credentials,
  started: RequestTokens | undefined
): Effect.Effect<RequestTokens | undefined, ApiError> =>
  started === undefined
    ? Effect.undefined
    : Effect.map(tokens, (tokens) => isSameSession(tokens, started) ? tokens : undefined)

/**
 * Returns the tokens of the session that is current when the effect starts. Returns `undefined` if there is no session, or
 * if it changes during a refresh.
 */
export const getCurrentTokens = (credentials: Credentials): Effect.Effect<RequestTokens | undefined, ApiError> =>
  Effect.flatMap(credentials.currentTokens, (started) => getTokensOf(credentials, started))
