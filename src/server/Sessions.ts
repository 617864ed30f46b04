/** Users' sessions. `Server` explains the user id `me`. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import { millisOf } from "../call/duration.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { EndedSessions, getKeys } from "../session/EndedSessions.ts"
import type { RefreshableTokens } from "../session/Tokens.ts"
import * as wire from "../wire/sessions.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/**
 * Creates a session for a user, and returns its tokens.
 *
 * `expiresIn` is the refresh token's lifetime: one year by default, 367 days at most. Impersonation sessions are
 * marked, and only admins see them.
 *
 * **Example** (Impersonating a user for an hour)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, CurrentUser, TokenStore } from "latchkey"
 * import { Sessions } from "latchkey/server"
 *
 * const seenBy = (userId: string, options: Client.ClientOptions) =>
 *   Effect.flatMap(Sessions.create({ userId, expiresIn: "1 hour", isImpersonation: true }), (tokens) =>
 *     Effect.provide(CurrentUser.get(), Client.layer(options).pipe(Layer.provide(TokenStore.layerTokens(tokens)))))
 * ```
 */
export const create: (options: {
  readonly userId: string
  readonly expiresIn?: Duration.Input | undefined
  readonly isImpersonation?: boolean | undefined
}) => Effect.Effect<RefreshableTokens, CreateError, Server> = ({ expiresIn = year, isImpersonation = false, userId }) =>
  trace(
    "Sessions.create",
    callAsServer(wire.create, { payload: { userId, expiresInMillis: millisOf(expiresIn), isImpersonation } })
  )

const year = 31_536_000_000

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/** Lists a user's sessions, newest first. The list is empty if the user does not exist. */
export const list = (userId: string): Effect.Effect<ReadonlyArray<wire.UserSession>, ListError, Server> =>
  trace("Sessions.list", takeItems(callAsServer(wire.listAsServer, { query: { userId } })))

/** Errors from {@link revoke}. */
export type RevokeError = Errors<typeof wire.revokeAsServer>

/**
 * Revokes a session of a user. Fails with the `ApiError` reason `RequestRefused` and status 404 if the session does not exist.
 *
 * `Authentication` then refuses the session in this process, and with `RedisState` in all processes.
 *
 * **Gotchas**
 *
 * Other servers, and `AccessToken.verify`, accept the session's access tokens until they expire, for up to ten minutes.
 */
export const revoke = (
  session: { readonly userId: string; readonly id: string }
): Effect.Effect<void, RevokeError, Server> =>
  trace(
    "Sessions.revoke",
    Effect.andThen(
      callAsServer(wire.revokeAsServer, { params: { id: session.id }, query: { userId: session.userId } }),
      Effect.flatMap(EndedSessions, (ended) => Effect.flatMap(getKeys(undefined, session.id), ended.end))
    )
  )

export type { RefreshableTokens } from "../session/Tokens.ts"
export type { UserSession } from "../wire/sessions.ts"
