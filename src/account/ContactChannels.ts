/**
 * The contact channels of the user who is signed in: the e-mail addresses that reach the user, and that the user may sign
 * in with.
 *
 * A channel that the user does not have is an `ApiError` with `RequestRefused` for its reason.
 *
 * **Example** (Adding an address and having it verified)
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
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { Navigation, WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, Client } from "../session/Client.ts"
import { callChangingRestriction, expireIfRestricted } from "../session/restriction.ts"
import * as wire from "../wire/contactChannels.ts"
import type { Any, Input } from "../wire/Endpoint.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

const ownParams = (contactChannelId: string) => ({ userId: "me", contactChannelId })

/** Calls an endpoint that may lift a restriction. */
const callLifting = <E extends Any>(endpoint: E, input: Input<E>) =>
  callChangingRestriction(endpoint, input, expireIfRestricted)

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.CannotGetOwnUserWithoutUser | ApiError

/**
 * Lists the contact channels, oldest first.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<
  ReadonlyArray<wire.ContactChannel>,
  ListError,
  Client
> = /*#__PURE__*/ trace(
  "ContactChannels.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, { query: { userId: "me" } }), ({ items }) => items)
)

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Gets a contact channel by id, a UUID.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (channelId: string) => Effect.Effect<
  wire.ContactChannel,
  GetError,
  Client
> = (channelId) => trace("ContactChannels.get", callAsClient(wire.read, { params: ownParams(channelId) }))

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
 * Creates a contact channel, which is not verified yet. An address that the user has already is an `ApiError` with
 * `RequestRefused` for its reason; one that somebody else signs in with, and that shall be used for that, is a
 * `ContactChannelAlreadyUsedForAuthBySomeoneElse`.
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (channel: wire.ContactChannelCreation) => Effect.Effect<
  wire.ContactChannel,
  CreateError,
  Client
> = (channel) =>
  trace("ContactChannels.create", callAsClient(wire.create, { payload: { ...channel, userId: "me", type: "email" } }))

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
 * Changes a contact channel, and returns it as it is then: its address, whether it is the primary one, whether the user
 * signs in with it.
 *
 * **Gotchas**
 *
 * Another address has to be verified anew.
 *
 * **Example** (Signing in with an address no longer)
 *
 * ```ts
 * import { ContactChannels } from "latchkey"
 *
 * const retire = (channelId: string) => ContactChannels.update(channelId, { usedForAuth: false })
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (channelId: string, changes: wire.ContactChannelUpdate) => Effect.Effect<
  wire.ContactChannel,
  UpdateError,
  Client
> = (channelId, payload) =>
  trace("ContactChannels.update", callLifting(wire.update, { params: ownParams(channelId), payload }))

/**
 * The errors of {@link makePrimary}.
 *
 * @category errors
 * @since 0.1.0
 */
export type MakePrimaryError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.ContactChannelAlreadyUsedForAuthBySomeoneElse
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Makes a contact channel the primary one, in place of the one that is.
 *
 * @category managing
 * @since 0.1.0
 */
export const makePrimary: (channelId: string) => Effect.Effect<
  wire.ContactChannel,
  MakePrimaryError,
  Client
> = (channelId) =>
  trace(
    "ContactChannels.makePrimary",
    callLifting(wire.update, { params: ownParams(channelId), payload: { isPrimary: true } })
  )

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Deletes a contact channel. Without its primary one, the user has no primary e-mail address.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (channelId: string) => Effect.Effect<
  void,
  RemoveError,
  Client
> = (channelId) =>
  trace("ContactChannels.remove", Effect.asVoid(callAsClient(wire.remove, { params: ownParams(channelId) })))

/**
 * Mails a link to a contact channel that verifies it.
 *
 * The link leads to `callbackUrl` with a `code` in its query, which is for `verify`; the URL must be on one of the
 * project's trusted domains. The code lives for 7 days.
 *
 * @see `CurrentUser.sendVerificationEmail` for the primary address
 *
 * @category verifying
 * @since 0.1.0
 */
export const sendVerificationEmail: {
  (
    channelId: string,
    options: { readonly callbackUrl: string }
  ): Effect.Effect<void, SendVerificationEmailError, Client>
  (
    channelId: string,
    options?: { readonly callbackUrl?: string | undefined }
  ): Effect.Effect<void, SendVerificationEmailError, Client | Navigation>
} = (channelId: string, options: { readonly callbackUrl?: string | undefined } = {}) =>
  trace(
    "ContactChannels.sendVerificationEmail",
    Effect.flatMap(callbackUrlOr(options.callbackUrl, "emailVerification"), (callbackUrl) =>
      Effect.asVoid(callAsClient(wire.sendCode, { params: ownParams(channelId), payload: { callbackUrl } })))
  )

/**
 * What mailing a link that verifies an address may fail with.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendVerificationEmailError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.EmailAlreadyVerified
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * The errors of {@link sendVerificationEmailToPrimary}.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendVerificationEmailToPrimaryError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.EmailIsNotPrimaryEmail
  | KnownErrors.EmailAlreadyVerified
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Mails a link that verifies the user's primary address, on condition that it is the given one.
 *
 * **When to use**
 *
 * Use to verify an address that the program has just shown: no other one gets the mail, should it have changed meanwhile.
 *
 * @see `CurrentUser.sendVerificationEmail` for whichever address is the primary one
 *
 * @category verifying
 * @since 0.1.0
 */
export const sendVerificationEmailToPrimary: WithCallbackUrl<
  { readonly email: string },
  void,
  SendVerificationEmailToPrimaryError
> = ({ callbackUrl: given, email }) =>
  trace(
    "ContactChannels.sendVerificationEmailToPrimary",
    Effect.flatMap(callbackUrlOr(given, "emailVerification"), (callbackUrl) =>
      Effect.asVoid(callAsClient(wire.sendCodeToPrimary, { payload: { email, callbackUrl } })))
  )

/**
 * The errors of {@link verify}.
 *
 * @category errors
 * @since 0.1.0
 */
export type VerifyError = KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError

/**
 * Verifies the contact channel that a code was mailed to, and uses the code up. No user has to be signed in.
 *
 * If the signed-in user is restricted, the next call refreshes the access token first: with a verified address, the user may no
 * longer be restricted. The same holds for a code that was used before.
 *
 * **Example** (The page that the link leads to)
 *
 * ```ts
 * import * as Redacted from "effect/Redacted"
 * import { ContactChannels } from "latchkey"
 *
 * const verify = (url: URL) =>
 *   ContactChannels.verify({ code: Redacted.make(url.searchParams.get("code") ?? "") })
 * ```
 *
 * @category verifying
 * @since 0.1.0
 */
export const verify: (options: { readonly code: Secret }) => Effect.Effect<
  void,
  VerifyError,
  Client
> = ({ code }) =>
  trace(
    "ContactChannels.verify",
    callLifting(wire.verify, { payload: { code: toRedacted(code) } }).pipe(
      Effect.tapErrorTag("VerificationCodeAlreadyUsed", () =>
        Effect.flatMap(Client, ({ caller }) => expireIfRestricted(caller))),
      Effect.asVoid
    )
  )

/**
 * The errors of {@link checkCode}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CheckCodeError = KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError

/**
 * Checks that a code could verify a contact channel, without using it up. Fails with what is wrong with it.
 *
 * A code lives for 7 days and takes 20 attempts, of which each check is one.
 *
 * @category verifying
 * @since 0.1.0
 */
export const checkCode: (options: { readonly code: Secret }) => Effect.Effect<
  void,
  CheckCodeError,
  Client
> = ({ code }) =>
  trace(
    "ContactChannels.checkCode",
    Effect.asVoid(callAsClient(wire.checkCode, { payload: { code: toRedacted(code) } }))
  )

/** @since 0.1.0 */
export type { ContactChannel, ContactChannelCreation, ContactChannelUpdate } from "../wire/contactChannels.ts"
