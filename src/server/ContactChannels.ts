/**
 * The contact channels of any user, as a server manages them: the e-mail addresses that reach the user, and that the user
 * may sign in with.
 *
 * A channel that the user does not have, and a user whom nobody knows, are an `ApiError` with `RequestRefused` for its reason.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * **Example** (An address that needs no verification)
 *
 * ```ts
 * import { ContactChannels } from "latchkey/server"
 *
 * const addWorkAddress = (userId: string, value: string) =>
 *   ContactChannels.create({ userId, value, usedForAuth: true, isVerified: true })
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/contactChannels.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * Names a contact channel of a user: by its own id and the user's, both UUIDs. A `ContactChannel` does.
 *
 * @category options
 * @since 0.1.0
 */
export interface ContactChannelName {
  readonly userId: string
  readonly id: string
}

const paramsOf = ({ id, userId }: ContactChannelName) => ({ userId, contactChannelId: id })

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Lists the contact channels of a user, or those of every user of the project, oldest first. A user whom nobody knows has
 * none.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (filter?: { readonly userId?: string | undefined }) => Effect.Effect<
  ReadonlyArray<wire.ContactChannel>,
  ListError,
  Server
> = ({ userId } = {}) =>
  trace(
    "ContactChannels.list",
    Effect.map(callAsServer(wire.listAsServer, { query: { userId } }), ({ items }) => items)
  )

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Gets a contact channel of a user.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (channel: ContactChannelName) => Effect.Effect<
  wire.ContactChannel,
  GetError,
  Server
> = (channel) => trace("ContactChannels.get", callAsServer(wire.readAsServer, { params: paramsOf(channel) }))

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Creates a contact channel of a user, which is not verified unless `isVerified` says so. An address that the user has
 * already is an `ApiError` with `RequestRefused` for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (channel: wire.ServerContactChannelCreation & { readonly userId: string }) => Effect.Effect<
  wire.ContactChannel,
  CreateError,
  Server
> = (channel) =>
  trace("ContactChannels.create", callAsServer(wire.createAsServer, { payload: { ...channel, type: "email" } }))

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Changes a contact channel of a user, and returns it as it is then. Another address is not verified, unless the change
 * says so.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (channel: ContactChannelName, changes: wire.ServerContactChannelUpdate) => Effect.Effect<
  wire.ContactChannel,
  UpdateError,
  Server
> = (channel, payload) =>
  trace("ContactChannels.update", callAsServer(wire.updateAsServer, { params: paramsOf(channel), payload }))

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Deletes a contact channel of a user. Without its primary one, the user has no primary e-mail address.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (
  channel: ContactChannelName
) => Effect.Effect<void, RemoveError, Server> = (
  channel
) =>
  trace(
    "ContactChannels.remove",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: paramsOf(channel) }))
  )

/**
 * The errors of {@link sendVerificationEmail}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendVerificationEmailError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserIdDoesNotExist
  | KnownErrors.EmailAlreadyVerified
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Mails a link to a contact channel of a user that verifies it. The link leads to `callbackUrl` with a `code` in its query.
 *
 * @see `Users.sendVerificationEmail` for the primary address
 *
 * @category verifying
 * @since 0.1.0
 */
export const sendVerificationEmail: (
  channel: ContactChannelName,
  options: { readonly callbackUrl: string }
) => Effect.Effect<void, SendVerificationEmailError, Server> = (channel, { callbackUrl }) =>
  trace(
    "ContactChannels.sendVerificationEmail",
    Effect.asVoid(callAsServer(wire.sendCodeAsServer, { params: paramsOf(channel), payload: { callbackUrl } }))
  )

/** @since 0.1.0 */
export type {
  ContactChannel,
  ServerContactChannelCreation,
  ServerContactChannelUpdate
} from "../wire/contactChannels.ts"
