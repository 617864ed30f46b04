/**
 * The signed-in user's contact channels: email addresses for messages and for sign-in.
 *
 * If the user has no such channel, calls fail with the `ApiError` reason `RequestRefused`.
 *
 * **Example** (Adding and verifying an email address)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ContactChannels } from "latchkey"
 *
 * const addAddress = Effect.fnUntraced(function*(value: string) {
 *   const channel = yield* ContactChannels.create({ value, usedForAuth: false })
 *   yield* ContactChannels.sendVerificationEmail(channel.id, { callbackUrl: "https://app.example.com/verify" })
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/contactChannels.ts"
import { takeItems } from "./takeItems.ts"

const paramsOf = (contactChannelId: string) => ({ userId: "me", contactChannelId })

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/** Lists the contact channels, oldest first. */
export const list: Effect.Effect<ReadonlyArray<wire.ContactChannel>, ListError, Client> = /*#__PURE__*/ trace(
  "ContactChannels.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, { query: { userId: "me" } }))
)

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/** Gets a contact channel by id, a UUID. */
export const get = (channelId: string): Effect.Effect<wire.ContactChannel, GetError, Client> =>
  trace("ContactChannels.get", callAsClient(wire.get, { params: paramsOf(channelId) }))

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/**
 * Creates an unverified contact channel.
 *
 * Fails with the `ApiError` reason `RequestRefused` if the user already has the address. Fails with
 * `ContactChannelAlreadyUsedForAuthBySomeoneElse` if `usedForAuth` is `true` and another user signs in with it.
 */
export const create = (channel: wire.ContactChannelCreation): Effect.Effect<wire.ContactChannel, CreateError, Client> =>
  trace("ContactChannels.create", callAsClient(wire.create, { payload: { ...channel, userId: "me", type: "email" } }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Updates a contact channel, and returns it: its address, `isPrimary`, and `usedForAuth`.
 *
 * **Gotchas**
 *
 * A new address must be verified again.
 *
 * **Example** (Stopping sign-in with an address)
 *
 * ```ts
 * import { ContactChannels } from "latchkey"
 *
 * const retire = (channelId: string) => ContactChannels.update(channelId, { usedForAuth: false })
 * ```
 */
export const update = (
  channelId: string,
  changes: wire.ContactChannelUpdate
): Effect.Effect<wire.ContactChannel, UpdateError, Client> =>
  trace("ContactChannels.update", callAsClient(wire.update, { params: paramsOf(channelId), payload: changes }))

/** Errors from {@link makePrimary}. */
export type MakePrimaryError = Errors<typeof wire.update>

/**
 * Makes a contact channel the primary one. The previous primary channel stays as an ordinary one.
 *
 * @category functions
 */
export const makePrimary = (channelId: string): Effect.Effect<wire.ContactChannel, MakePrimaryError, Client> =>
  trace(
    "ContactChannels.makePrimary",
    callAsClient(wire.update, { params: paramsOf(channelId), payload: { isPrimary: true } })
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Deletes a contact channel. After deleting the primary one, the user has no primary email address. */
export const remove = (channelId: string): Effect.Effect<void, RemoveError, Client> =>
  trace("ContactChannels.remove", Effect.asVoid(callAsClient(wire.remove, { params: paramsOf(channelId) })))

/** Errors from {@link sendVerificationEmailToPrimary}. */
export type SendVerificationEmailToPrimaryError = Errors<typeof wire.sendCodeToPrimary>

/**
 * Sends an email with a link that verifies the user's primary address, if it is the given address.
 *
 * **When to use**
 *
 * Use this to verify an address that the program displays. If the primary address has changed since, no email is sent.
 *
 * @see `CurrentUser.sendVerificationEmail` for any primary address
 */
export const sendVerificationEmailToPrimary: WithCallbackUrl<
  { readonly email: string },
  void,
  SendVerificationEmailToPrimaryError
> = ({ callbackUrl: callbackUrlOption, email }) =>
  trace(
    "ContactChannels.sendVerificationEmailToPrimary",
    Effect.flatMap(callbackUrlOr(callbackUrlOption, "emailVerification"), (callbackUrl) =>
      Effect.asVoid(callAsClient(wire.sendCodeToPrimary, { payload: { email, callbackUrl } })))
  )

/** Errors from {@link verify}. */
export type VerifyError = Errors<typeof wire.verify>

/**
 * Verifies a code's contact channel, and consumes the code. No user has to be signed in.
 *
 * Renews the signed-in user's access token, because a verified address changes its claims and can lift a restriction.
 * This also applies if the code was used before.
 *
 * **Example** (The link's page)
 *
 * ```ts
 * import { ContactChannels } from "latchkey"
 *
 * const verify = (url: URL) => ContactChannels.verify({ code: url.searchParams.get("code") ?? "" })
 * ```
 */
export const verify = ({ code }: { readonly code: Secret }): Effect.Effect<void, VerifyError, Client> =>
  trace(
    "ContactChannels.verify",
    Effect.asVoid(callAsClient(wire.verify, { payload: { code: toRedacted(code) } }))
  )

/** Errors from {@link checkCode}. */
export type CheckCodeError = Errors<typeof wire.checkCode>

/**
 * Checks a code for `verify`, without consuming it. Fails with the reason if the code is invalid.
 *
 * A code expires after 7 days, or after 20 attempts. Each check is an attempt.
 */
export const checkCode = ({ code }: { readonly code: Secret }): Effect.Effect<void, CheckCodeError, Client> =>
  trace(
    "ContactChannels.checkCode",
    Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } }))
  )

export type { ContactChannel, ContactChannelCreation, ContactChannelUpdate } from "../wire/contactChannels.ts"

export * from "./sendVerificationEmail.ts"
