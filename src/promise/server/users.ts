/** `server.users` and `server.emails`. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Secret } from "../../platform/toRedacted.ts"
import type { ContactChannel } from "../../server/ContactChannels.ts"
import * as ContactChannels from "../../server/ContactChannels.ts"
import type { UserEmail } from "../../server/Emails.ts"
import * as SentEmails from "../../server/Emails.ts"
import type { Server } from "../../server/ServerService.ts"
import type { ListOptions, Page, ServerUser } from "../../server/Users.ts"
import * as Users from "../../server/Users.ts"
import type { OptionNames } from "../../session/optionNames.ts"
import { send as sendEmail } from "../../wire/emails.ts"
import { send as sendInvitation } from "../../wire/signInInvitations.ts"
import * as wire from "../../wire/users.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, refuseUnknown, withNames } from "../withNames.ts"

const filterNames = {
  query: true,
  teamId: true,
  orderBy: true,
  desc: true,
  includeRestricted: true,
  includeAnonymous: true,
  onlyAnonymous: true
} as const

const emailNames = { email: true, usedForAuth: true, isPrimary: true, isVerified: true } as const

/**
 * The project's users.
 *
 * **Example** (A customer)
 *
 * ```ts
 * import type { ServerClient } from "latchkey/promise/server"
 *
 * export const setPlan = async (server: ServerClient, userId: string, plan: string) => {
 *   const { error } = await server.users.update(userId, { serverMetadata: { plan } })
 *   return error?.code === "USER_NOT_FOUND" ? "There is no such user." : error?.message ?? "Saved."
 * }
 * ```
 */
export interface ServerUsers {
  /**
   * Returns a page of users, oldest first unless `desc` is `true`. Pass `nextCursor` as `cursor` to get the next page; it is
   * `null` on the last page. Anonymous and restricted users are excluded unless `includeAnonymous` or `includeRestricted` is
   * `true`.
   */
  readonly list: (options?: ListOptions & CallOptions) => Call<Page<ServerUser>, Users.ListError>
  /**
   * Iterates over all users: `for await (const user of server.users.stream())`. Requests each page when the previous one is
   * consumed, `pageSize` users at a time, 100 by default. Rejects with the errors from `list`.
   */
  readonly stream: (options?: UserStreamOptions) => AsyncIterable<ServerUser>
  /** Gets a user by its id. For an id from a URL, respond with 404 to `USER_NOT_FOUND` and to `SCHEMA_ERROR`. */
  readonly get: (userId: string, options?: CallOptions) => Call<ServerUser, Users.GetError>
  /** Finds the user who owns an API key. Returns `null` if the key cannot be used, or belongs to a team. */
  readonly getByApiKey: (key: Secret, options?: CallOptions) => Call<ServerUser | null, Users.GetByApiKeyError>
  /**
   * Creates a user, even if sign-up is disabled. Sends no email. The user can sign in with the primary address only if
   * `primaryEmailAuthEnabled` is `true`.
   */
  readonly create: (user?: Users.UserCreation, options?: CallOptions) => Call<ServerUser, Users.CreateError>
  /** Changes a user, and returns it. Omitted fields stay unchanged. */
  readonly update: (
    userId: string,
    changes: Users.ServerUserUpdate,
    options?: CallOptions
  ) => Call<ServerUser, Users.UpdateError>
  /** Deletes a user with all sessions, keys and memberships. */
  readonly remove: (userId: string, options?: CallOptions) => Call<void, Users.RemoveError>
  /** Emails a person an invitation to sign up. Its link opens `callbackUrl`, without a code. @generation 2026 */
  readonly invite: (
    invitation: { readonly email: string; readonly callbackUrl: string },
    options?: CallOptions
  ) => Call<void, Users.SendSignInInvitationError>
}

/** Selects a stream's users. */
export type UserStreamOptions = Users.UserFilter & CallOptions & {
  /** The number of users per request; 100 by default. */
  readonly pageSize?: number | undefined
}

/** @internal */
export const users = /*#__PURE__*/ withNames<Omit<ServerUsers, "stream">, Server>({
  list: (options) => Users.list(options),
  get: (userId) => Users.get(userId),
  getByApiKey: (key) => Users.getByApiKey(key),
  create: (user) => Users.create(user),
  update: (userId, changes) => Users.update(userId, changes),
  remove: (userId) => Users.remove(userId),
  invite: (invitation) => Users.sendSignInInvitation(invitation)
}, {
  list: [{ ...filterNames, limit: true, cursor: true }],
  create: [fieldsOf(wire.create)],
  update: [null, fieldsOf(wire.update)],
  invite: [fieldsOf(sendInvitation)]
})

/** @internal */
export const forEachUser = (
  options: UserStreamOptions,
  emit: (user: ServerUser) => Effect.Effect<void>
): Effect.Effect<void, Users.StreamError, Server> =>
  Effect.andThen(refuseUnknown(options, streamNames), Stream.runForEach(Users.stream(options), emit))

const streamNames: Omit<OptionNames<UserStreamOptions>, "signal"> = { ...filterNames, pageSize: true }

/** An email address's fields that a server can change. */
export type ServerEmailUpdate = {
  readonly email?: string | undefined
  /** `true` if the user can sign in with the address. */
  readonly usedForAuth?: boolean | undefined
  /** `true` replaces the primary address; `false` leaves the user without one. */
  readonly isPrimary?: boolean | undefined
  readonly isVerified?: boolean | undefined
}

/** The email user addresses, and emails to users. */
export interface ServerEmails {
  /**
   * Sends an email to the users' primary addresses, and returns their ids. Its content is HTML, a template or a draft. The
   * service delivers it later. Services since 2026, for projects with their own email server.
   */
  readonly send: (email: UserEmail, options?: CallOptions) => Call<ReadonlyArray<string>, SentEmails.SendError>
  /** Lists a user's addresses, oldest first. The list is empty if the user does not exist. */
  readonly list: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<ContactChannel>, ContactChannels.ListError>
  /** Lists the addresses of all users. */
  readonly listAll: (options?: CallOptions) => Call<ReadonlyArray<ContactChannel>, ContactChannels.ListError>
  readonly get: (userId: string, id: string, options?: CallOptions) => Call<ContactChannel, ContactChannels.GetError>
  /** Adds an address. It is unverified unless `isVerified` is `true`, and cannot sign in unless `usedForAuth` is `true`. */
  readonly create: (
    userId: string,
    address: ServerEmailUpdate & { readonly email: string },
    options?: CallOptions
  ) => Call<ContactChannel, ContactChannels.CreateError>
  /** Changes an address. A new `email` is unverified unless `isVerified` is `true`. */
  readonly update: (
    userId: string,
    id: string,
    changes: ServerEmailUpdate,
    options?: CallOptions
  ) => Call<ContactChannel, ContactChannels.UpdateError>
  readonly remove: (userId: string, id: string, options?: CallOptions) => Call<void, ContactChannels.RemoveError>
  /**
   * Sends an email with a link that verifies an address: the one with `id`, or the primary one. The link opens `callbackUrl` with a
   * `code`, for `auth.emails.verify`.
   */
  readonly sendVerification: (
    userId: string,
    options: CallOptions & { readonly id?: string; readonly callbackUrl: string }
  ) => Call<void, Users.SendVerificationEmailError>
}

/** @internal */
export const emails = /*#__PURE__*/ withNames<ServerEmails, Server>({
  send: (email) => SentEmails.send(email),
  list: (userId) => ContactChannels.list({ userId }),
  listAll: () => ContactChannels.list(),
  get: (userId, id) => ContactChannels.get({ userId, id }),
  create: (userId, { email, usedForAuth = false, ...rest }) =>
    ContactChannels.create({ ...rest, userId, value: email, usedForAuth }),
  update: (userId, id, { email, ...rest }) => ContactChannels.update({ userId, id }, { ...rest, value: email }),
  remove: (userId, id) => ContactChannels.remove({ userId, id }),
  sendVerification: (userId, { callbackUrl, ...options }) =>
    // An id that is `undefined` must not send an email to the primary address.
    "id" in options
      ? ContactChannels.sendVerificationEmail({ userId, id: options.id! }, { callbackUrl })
      : Users.sendVerificationEmail(userId, { callbackUrl })
}, {
  send: [fieldsOf(sendEmail)],
  create: [null, emailNames],
  update: [null, null, emailNames],
  sendVerification: [null, { id: true, callbackUrl: true }]
})
