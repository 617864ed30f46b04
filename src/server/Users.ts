/** The project's users. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { findPrimary, type NoPrimaryEmail } from "../account/NoPrimaryEmail.ts"
import { makeCursorCheck } from "../account/readPages.ts"
import { ApiError, ResponseTooLarge } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { checkFilter, isFilter } from "../call/filters.ts"
import { stringifyId } from "../call/ids.ts"
import { trace } from "../call/trace.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { redactFields } from "../wire/redactFields.ts"
import * as signInInvitations from "../wire/signInInvitations.ts"
import * as wire from "../wire/users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as ContactChannels from "./ContactChannels.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/**
 * Creates a user, even if sign-up is disabled in the project. Sends no email.
 *
 * The user can sign in with the primary address only if `primaryEmailAuthEnabled` is `true`. In this case, the call
 * fails with `UserWithEmailAlreadyExists` if another user signs in with the address. It fails with the `ApiError`
 * reason `RequestRefused` for features that the project does not allow, such as passwords.
 *
 * **Example** (A user who can sign in immediately)
 *
 * ```ts
 * import type * as Redacted from "effect/Redacted"
 * import { Users } from "latchkey/server"
 *
 * const createAda = (password: Redacted.Redacted<string>) =>
 *   Users.create({
 *     primaryEmail: "ada@example.com",
 *     primaryEmailVerified: true,
 *     primaryEmailAuthEnabled: true,
 *     password,
 *     displayName: "Ada"
 *   })
 * ```
 */
export const create = (user: wire.UserCreation = {}): Effect.Effect<wire.ServerUser, CreateError, Server> =>
  trace("Users.create", callAsServer(wire.create, { payload: redactFields(user, ...wire.secretUserFields) }))

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/**
 * Gets a user by its id, a UUID.
 *
 * Fails with `UserNotFound` if no user has the id. A malformed id fails with `RequestSchemaError`, and no request is
 * sent. For an id from a URL, respond with 404 in both cases.
 */
export const get = (userId: string): Effect.Effect<wire.ServerUser, GetError, Server> =>
  trace("Users.get", callAsServer(wire.get, { params: { userId } }))

/** Errors from {@link getByApiKey}. */
export type GetByApiKeyError = Errors<typeof wire.get, "UserNotFound">

/**
 * Finds the user who owns an API key. Returns `null` if the key is unknown, revoked, expired, or belongs to a team.
 *
 * **Example** (Authenticating a request by its key)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Users } from "latchkey/server"
 *
 * const callerOf = (request: Request) =>
 *   Effect.filterOrFail(
 *     Users.getByApiKey(Redacted.make(request.headers.get("x-api-key") ?? "")),
 *     (user) => user !== null,
 *     () => new Response("A key is required", { status: 401 })
 *   )
 * ```
 */
export const getByApiKey = (value: Secret): Effect.Effect<wire.ServerUser | null, GetByApiKeyError, Server> =>
  trace(
    "Users.getByApiKey",
    Effect.flatMap(ApiKeys.find("user", value), (key) =>
      key === null
        ? Effect.succeed(null)
        : Effect.catchTag(get(key.userId), "UserNotFound", () => Effect.succeed(null)))
  )

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Changes a user and returns the changed user. Omitted fields keep their values.
 *
 * Fails with `TeamMembershipNotFound` if the user is not a member of the selected team. Fails with the `ApiError` reason
 * `RequestRefused` for features that the project does not allow, such as passwords. Unknown and malformed ids fail as in `get`.
 */
export const update = (
  userId: string,
  changes: wire.ServerUserUpdate
): Effect.Effect<wire.ServerUser, UpdateError, Server> =>
  trace(
    "Users.update",
    callAsServer(wire.update, { params: { userId }, payload: redactFields(changes, ...wire.secretUserFields) })
  )

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Deletes a user with all sessions, keys and memberships. Unknown and malformed ids fail as in `get`. */
export const remove = (userId: string): Effect.Effect<void, RemoveError, Server> =>
  trace("Users.remove", Effect.asVoid(callAsServer(wire.remove, { params: { userId } })))

/** Errors from {@link sendVerificationEmail}. */
export type SendVerificationEmailError =
  | NoPrimaryEmail
  | ContactChannels.ListError
  | ContactChannels.SendVerificationEmailError

/**
 * Sends an email with a link that verifies a user's primary address. The link opens `callbackUrl` with a `code` in
 * its query; pass it to `ContactChannels.verify` of the client level.
 *
 * Fails with `NoPrimaryEmail` if the user has no primary address or does not exist. The user id `me` is the user of the
 * server's session; without a session, the call fails with `CannotGetOwnUserWithoutUser`.
 */
export const sendVerificationEmail = (
  userId: string,
  options: { readonly callbackUrl: string }
): Effect.Effect<void, SendVerificationEmailError, Server> =>
  trace(
    "Users.sendVerificationEmail",
    ContactChannels.list({ userId: stringifyId(userId) }).pipe(
      Effect.flatMap(findPrimary),
      Effect.flatMap((channel) => ContactChannels.sendVerificationEmail(channel, options))
    )
  )

/** Errors from {@link sendSignInInvitation}. */
export type SendSignInInvitationError = Errors<typeof signInInvitations.send>

/**
 * Sends an email that invites a person to sign in. Its link opens `callbackUrl`, without a code. The recipient signs in
 * or up there like any other user.
 *
 * @generation 2026
 */
export const sendSignInInvitation = (
  invitation: signInInvitations.SignInInvitation
): Effect.Effect<void, SendSignInInvitationError, Server> =>
  trace("Users.sendSignInInvitation", Effect.asVoid(callAsServer(signInInvitations.send, { payload: invitation })))

/** Options for a page of users. */
export interface ListOptions extends wire.UserFilter {
  /** The maximum number of users on the page; 100 by default. */
  readonly limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
}

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Returns a page of users, oldest first unless `desc` is `true`. Pass `nextCursor` to get the next page; it is `null` on the
 * last page.
 *
 * Services since 2026 exclude anonymous and restricted users unless `includeAnonymous` or `includeRestricted` is `true`.
 * Services from 2025 list all users, and the call fails with `UnsupportedGeneration` for filters that they do not support.
 *
 * Fails with the `ApiError` reason `ResponseTooLarge` if the page exceeds the option `responseLimit`. Use a smaller `limit`, or
 * raise the option.
 */
export const list = (options: ListOptions = {}): Effect.Effect<wire.Page<wire.ServerUser>, ListError, Server> =>
  trace("Users.list", Effect.flatMap(checkFilter(wire.list, options), () => fetchPage(options)))

const fetchPage = ({ limit = defaultPageSize, ...filter }: ListOptions) =>
  Effect.catchReason(
    callAsServer(wire.list, { query: { ...filter, limit } }),
    "ApiError",
    "UnsupportedGeneration",
    (_reason, error) => {
      const { includeAnonymous, includeRestricted: _, onlyAnonymous, ...rest } = filter
      return onlyAnonymous === undefined && includeAnonymous !== false
        ? callAsServer(wire.list, { query: { ...rest, limit } })
        : Effect.fail(error)
    }
  ).pipe(
    Effect.map(({ items, pagination }) => ({ items, nextCursor: pagination?.nextCursor ?? null })),
    Effect.catchReason("ApiError", "ResponseTooLarge", (reason) => Effect.fail(makePageTooLarge(reason.limit, limit)))
  )

/** The default number of users on a page. */
const defaultPageSize = 100

const makePageTooLarge = (bytes: number, limit: number): ApiError => {
  const page = limit === 1 ? "A page of 1 user" : `A page of ${limit} users`
  const smaller = limit === 1 ? "" : ", or request a smaller limit"
  const message = `${page} is larger than ${bytes} bytes. Raise the option responseLimit${smaller}`
  return new ApiError({ endpoint: wire.list.id, reason: new ResponseTooLarge({ limit: bytes, message }) })
}

/** Errors from {@link stream}. */
export type StreamError = Errors<typeof wire.list>

/**
 * Returns a stream of users. It requests each page when the previous one is consumed.
 *
 * `pageSize` is the number of users on a page, 100 by default. If a page exceeds the option `responseLimit`, the stream
 * halves the page size for all further requests. It fails with the reason `ResponseTooLarge` only if a single user
 * exceeds the limit. It fails with `InvalidResponse` if the service returns a cursor again.
 *
 * **Example** (The email addresses of the first thousand users)
 *
 * ```ts
 * import * as Stream from "effect/Stream"
 * import { Users } from "latchkey/server"
 *
 * const addresses = Users.stream().pipe(
 *   Stream.map((user) => user.primaryEmail),
 *   Stream.take(1000),
 *   Stream.runCollect
 * )
 * ```
 */
export const stream = (
  options: wire.UserFilter & { readonly pageSize?: number | undefined } = {}
): Stream.Stream<wire.ServerUser, StreamError, Server> => {
  // Destructuring would make a filter of a value that is not an object.
  const { pageSize = defaultPageSize, ...filter } = isFilter(options) ? options : {}
  const start: ListOptions & { readonly limit: number } = { ...filter, limit: pageSize }
  const makePages = () => {
    const follow = makeCursorCheck(wire.list.id)
    return Stream.paginate(
      start,
      (options) =>
        Effect.flatMap(fetchFittingPage(options), ({ items, limit, nextCursor }) =>
          nextCursor === null
            ? Effect.succeed([items, Option.none()] as const)
            : Effect.map(follow(nextCursor), (cursor) => [items, Option.some({ ...filter, limit, cursor })] as const))
    )
  }
  return Stream.unwrap(Effect.map(checkFilter(wire.list, options, ["pageSize"]), makePages))
}

/**
 * Requests a page, and halves its size while it is too large. A cursor identifies a user, the first of the page or the last
 * of the previous one, so it is valid for any page size.
 */
const fetchFittingPage = (
  options: ListOptions & { readonly limit: number }
): Effect.Effect<
  wire.Page<wire.ServerUser> & { readonly limit: number },
  ListError,
  Server
> => {
  const { limit } = options
  return Effect.catch(
    Effect.map(list(options), (page) => ({ ...page, limit })),
    (error) =>
      error._tag === "ApiError" && error.reason._tag === "ResponseTooLarge" && limit > 1
        ? fetchFittingPage({ ...options, limit: Math.floor(limit / 2) })
        : Effect.fail(error)
  )
}

export { NoPrimaryEmail } from "../account/NoPrimaryEmail.ts"
export type { SignInInvitation } from "../wire/signInInvitations.ts"
export type {
  Page,
  RestrictedReason,
  RiskScores,
  ServerUser,
  ServerUserUpdate,
  UserCreation,
  UserFilter
} from "../wire/users.ts"
