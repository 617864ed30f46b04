/**
 * Users' contact channels: the email addresses where they receive email, and with which they may sign in.
 *
 * Calls for an unknown user or channel fail with the `ApiError` reason `RequestRefused` and status 404.
 *
 * `Server` explains the user id `me` and malformed ids.
 *
 * **Example** (Adding a verified address)
 *
 * ```ts
 * import { ContactChannels } from "latchkey/server"
 *
 * const addWorkAddress = (userId: string, value: string) =>
 *   ContactChannels.create({ userId, value, usedForAuth: true, isVerified: true })
 * ```
 */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter } from "../call/filters.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/contactChannels.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** The ids of a contact channel and its user, both UUIDs. A `ContactChannel` is accepted too. */
type ContactChannelName = { readonly userId: string; readonly id: string }

const paramsOf = ({ id, userId }: ContactChannelName) => ({ userId, contactChannelId: id })

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/** Lists the contact channels of one user or all users, oldest first. The list is empty if the user does not exist. */
export const list = (
  filter: { readonly userId?: string } = {}
): Effect.Effect<ReadonlyArray<wire.ContactChannel>, ListError, Server> =>
  trace(
    "ContactChannels.list",
    Effect.flatMap(checkFilter(wire.listAsServer, filter), () =>
      takeItems(callAsServer(wire.listAsServer, { query: filter })))
  )

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.getAsServer>

/** Gets a contact channel of a user. */
export const get = (channel: ContactChannelName): Effect.Effect<wire.ContactChannel, GetError, Server> =>
  trace("ContactChannels.get", callAsServer(wire.getAsServer, { params: paramsOf(channel) }))

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.createAsServer>

/**
 * Creates a contact channel of a user. It is unverified unless `isVerified` is `true`. Fails with the `ApiError` reason
 * `RequestRefused` if the user already has the address.
 */
export const create = (
  channel: wire.ServerContactChannelCreation & { readonly userId: string }
): Effect.Effect<wire.ContactChannel, CreateError, Server> =>
  trace("ContactChannels.create", callAsServer(wire.createAsServer, { payload: { ...channel, type: "email" } }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.updateAsServer>

/** Changes a contact channel and returns the changed channel. A new address is unverified unless `isVerified` is `true`. */
export const update = (
  channel: ContactChannelName,
  changes: wire.ServerContactChannelUpdate
): Effect.Effect<wire.ContactChannel, UpdateError, Server> =>
  trace("ContactChannels.update", callAsServer(wire.updateAsServer, { params: paramsOf(channel), payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.removeAsServer>

/** Deletes a contact channel. A user whose primary channel is deleted has no primary email address. */
export const remove = (channel: ContactChannelName): Effect.Effect<void, RemoveError, Server> =>
  trace(
    "ContactChannels.remove",
    Effect.asVoid(callAsServer(wire.removeAsServer, { params: paramsOf(channel) }))
  )

/** Errors from {@link sendVerificationEmail}. */
export type SendVerificationEmailError = Errors<typeof wire.sendCodeAsServer>

/**
 * Sends an email with a verification link to a contact channel. The link opens `callbackUrl` with a `code` in its query.
 *
 * @see `Users.sendVerificationEmail` for the primary address
 */
export const sendVerificationEmail: (
  channel: ContactChannelName,
  options: { readonly callbackUrl: string }
) => Effect.Effect<void, SendVerificationEmailError, Server> = (channel, { callbackUrl }) =>
  trace(
    "ContactChannels.sendVerificationEmail",
    Effect.asVoid(callAsServer(wire.sendCodeAsServer, { params: paramsOf(channel), payload: { callbackUrl } }))
  )

export type {
  ContactChannel,
  ServerContactChannelCreation,
  ServerContactChannelUpdate
} from "../wire/contactChannels.ts"
