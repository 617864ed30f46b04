/**
 * The sessions of any user, as a server manages them.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import type { Tokens } from "../session/Tokens.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/sessions.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * Creates a session for a user, and returns its tokens.
 *
 * `expiresIn` is how long the refresh token lives: a year by default, 367 days at most. An impersonation session is
 * marked as such, and shown to admins only.
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (options: {
  readonly userId: string
  readonly expiresIn?: Duration.Input | undefined
  readonly isImpersonation?: boolean | undefined
}) => Effect.Effect<
  Tokens,
  | KnownErrors.UserIdDoesNotExist
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.SchemaError
  | ApiError,
  Server
> = ({ expiresIn = year, isImpersonation = false, userId }) =>
  traced(
    "Sessions.create",
    Effect.suspend(() => {
      const expiresInMillis = Duration.toMillis(Duration.fromInputUnsafe(expiresIn))
      return callAsServer(wire.create, { payload: { userId, expiresInMillis, isImpersonation } })
    })
  )

const year = 31_536_000_000

/**
 * Lists the sessions of a user, newest first. A user whom nobody knows has none.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (userId: string) => Effect.Effect<
  ReadonlyArray<wire.UserSession>,
  KnownErrors.SchemaError | ApiError,
  Server
> = (userId) =>
  traced("Sessions.list", Effect.map(callAsServer(wire.listAsServer, { query: { userId } }), ({ items }) => items))

/**
 * Ends a session of a user, such as one of the list. Access tokens that were issued for it stay good until they expire.
 *
 * @category managing
 * @since 0.1.0
 */
export const revoke: (session: { readonly userId: string; readonly id: string }) => Effect.Effect<
  void,
  KnownErrors.CannotDeleteCurrentSession | KnownErrors.SchemaError | ApiError,
  Server
> = ({ id, userId }) =>
  traced(
    "Sessions.revoke",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: { id }, query: { userId } }))
  )

/** @since 0.1.0 */
export type { IpInfo, UserSession } from "../wire/sessions.ts"
