/** Refreshes after rejected access tokens. */
import * as Effect from "effect/Effect"
import type { Any } from "../wire/Endpoint.ts"
import { getErrorClass } from "../wire/errorCodes.ts"
import type { ApiError } from "./ApiError.ts"
import type { CallSession } from "./CallSession.ts"
import { ClockSkewError, ProjectRefused } from "./failureReasons.ts"
import type { RequestTokens } from "./headers.ts"
import { getKnownError, isAdminTokenRefusal, isTokenRefusal } from "./interpret.ts"
import { type Failed, makeFailed, type Outcome, toEffect } from "./Outcome.ts"
import { makeNotSignedIn, type RequestContext } from "./RequestContext.ts"

/** Sends a request with tokens, and its retries. */
export type Send = (
  pending: RequestContext,
  tokens: RequestTokens | undefined,
  ownerTokens: RequestTokens | undefined
) => Effect.Effect<Outcome>

/**
 * Refreshes an access token that the service rejected, and sends the request again with `send`. Fails with any other outcome.
 */
export const recover = Effect.fnUntraced(function*(
  pending: RequestContext,
  tokens: RequestTokens | undefined,
  ownerTokens: RequestTokens | undefined,
  outcome: Outcome,
  send: Send
) {
  const { endpoint, owner, user } = pending
  if (user !== undefined && tokens !== undefined && isTokenRefusal(outcome)) {
    tokens = yield* refreshTokens(user, tokens)
    const notSignedIn = makeNotSignedIn(pending, tokens)
    if (notSignedIn !== undefined) return yield* notSignedIn
    if (tokens !== undefined) outcome = yield* send(pending, tokens, ownerTokens)
    if (endpoint.session === "optional" && isTokenRefusal(outcome)) {
      tokens = undefined
      outcome = yield* send(pending, tokens, ownerTokens)
    }
    if (tokens !== undefined) outcome = detectClockSkew(outcome, "ACCESS_TOKEN_EXPIRED")
  }
  if (owner !== undefined && ownerTokens !== undefined && isAdminTokenRefusal(outcome)) {
    ownerTokens = yield* refreshTokens(owner, ownerTokens)
    if (ownerTokens === undefined) return yield* toEffect(endpoint, makeOwnerNotSignedIn(endpoint))
    outcome = detectClockSkew(yield* send(pending, tokens, ownerTokens), "ADMIN_ACCESS_TOKEN_EXPIRED")
  }
  return yield* toEffect(endpoint, outcome)
})

/** Expires an access token that the service rejected, and returns new tokens. */
const refreshTokens = (
  { credentials, tokens }: CallSession,
  { accessToken }: RequestTokens
): Effect.Effect<RequestTokens | undefined, ApiError> =>
  accessToken === undefined ? tokens : Effect.andThen(credentials.expire(accessToken), tokens)

/** Creates the outcome that the service would return for a request with neither a key nor an admin access token. */
export const makeOwnerNotSignedIn = ({ level }: Any): Failed => {
  const message = "The owner of the project is not signed in"
  const error = new (getErrorClass(`${level.toUpperCase()}_AUTHENTICATION_REQUIRED`, 401))({ message, details: {} })
  return makeFailed(new ProjectRefused({ message, error }))
}

/** Converts an "expired" error for an access token that was just issued. The device's clock cannot cause it. */
const detectClockSkew = (outcome: Outcome, code: string): Outcome => {
  const error = getKnownError(outcome)
  return outcome._tag === "Failed" && error?.code === code
    ? makeFailed(
      new ClockSkewError({
        message: "The service rejects a new access token as expired. Its clock is wrong",
        lifetimeMillis: undefined,
        error
      })
    )
    : outcome
}
