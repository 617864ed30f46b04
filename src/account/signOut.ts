/** Signing out. */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller } from "../call/call.ts"
import { trace } from "../call/trace.ts"
import { Client } from "../session/ClientService.ts"
import * as wire from "../wire/currentSession.ts"

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

/** Errors from {@link signOut}. */
export type SignOutError = ApiError

/**
 * Signs out. Removes the tokens from the store, then revokes the session at the service. If the session cannot be revoked,
 * fails with an `ApiError`, but the tokens are removed. Waits for a running refresh.
 *
 * A session that has only an access token here is revoked as well, with its refresh token at the service. Does nothing if no
 * user is signed in, or if another user signs in before the tokens are removed. Anonymous users are signed out as well, and
 * cannot sign in again.
 */
export const signOut: Effect.Effect<void, SignOutError, Client> = /*#__PURE__*/ trace(
  "Session.signOut",
  /*#__PURE__*/ Effect.flatMap(
    Client,
    ({ session }) =>
      Effect.flatMap(
        session.detach,
        (caller) =>
          caller === undefined ? Effect.void : call(caller, wire.signOut, { payload: {} }).pipe(
            Effect.onExit((exit) => session.finishDetach(exit)),
            Effect.asVoid,
            // The session has already ended.
            Effect.catchTag(["RefreshTokenNotFoundOrExpired", "AccessTokenExpired"], () => Effect.void),
            // Services from 2026 fail with status 500 if the session has ended. A refresh shows if it has.
            Effect.catchReason("ApiError", "ServiceUnavailable", (_, error) =>
              Effect.flatMap(isRevoked(caller), (isRevoked) => isRevoked ? Effect.void : Effect.fail(error)))
          )
      )
  )
)
