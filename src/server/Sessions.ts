/**
 * The sessions of any user, as a server manages them.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * @since 0.1.0
 */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { millisOf } from "../call/duration.ts"
import { trace } from "../call/trace.ts"
import type { RefreshableTokens } from "../session/Tokens.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/sessions.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError =
  | KnownErrors.UserIdDoesNotExist
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Creates a session for a user, and returns its tokens.
 *
 * `expiresIn` is how long the refresh token lives: a year by default, 367 days at most. An impersonation session is
 * marked as such, and shown to admins only.
 *
 * **Example** (Acting in a user's place, for an hour)
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
 *
 * @category managing
 * @since 0.1.0
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

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the sessions of a user, newest first. A user whom nobody knows has none.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (userId: string) => Effect.Effect<ReadonlyArray<wire.UserSession>, ListError, Server> = (userId) =>
  trace("Sessions.list", Effect.map(callAsServer(wire.listAsServer, { query: { userId } }), ({ items }) => items))

/**
 * The errors of {@link revoke}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RevokeError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.CannotDeleteCurrentSession
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Ends a session of a user, such as one of the list. One that is not there is an `ApiError` with `RequestRefused` for its
 * reason.
 *
 * **Gotchas**
 *
 * Access tokens that were issued for the session stay good until they expire: up to ten minutes.
 *
 * @category managing
 * @since 0.1.0
 */
export const revoke: (session: { readonly userId: string; readonly id: string }) => Effect.Effect<
  void,
  RevokeError,
  Server
> = ({ id, userId }) =>
  trace(
    "Sessions.revoke",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: { id }, query: { userId } }))
  )

/** @since 0.1.0 */
export type { RefreshableTokens } from "../session/Tokens.ts"

/** @since 0.1.0 */
export type { IpInfo, UserSession } from "../wire/sessions.ts"
