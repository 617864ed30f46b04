/**
 * The users of the project, as a server manages them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { findPrimary, type NoPrimaryEmail } from "../account/NoPrimaryEmail.ts"
import { ApiError, InvalidResponse, ResponseTooLarge } from "../call/ApiError.ts"
import { stringifyId } from "../call/ids.ts"
import { trace } from "../call/trace.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { SignInInvitation } from "../wire/signInInvitations.ts"
import * as signInInvitations from "../wire/signInInvitations.ts"
import * as wire from "../wire/users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as ContactChannels from "./ContactChannels.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * Creates a user. The project's sign-up switch does not matter here, and nothing is mailed.
 *
 * The user signs in with the primary address only if `primaryEmailAuthEnabled` is `true`. One that another user signs in
 * with is a `UserWithEmailAlreadyExists` then. What the project does not allow, such as passwords, is an `ApiError` with
 * `RequestRefused` for its reason.
 *
 * **Example** (Somebody who may sign in at once)
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
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (user?: wire.UserCreation) => Effect.Effect<
  wire.ServerUser,
  KnownErrors.UserWithEmailAlreadyExists | KnownErrors.RequestSchemaError | ApiError,
  Server
> = (payload = {}) => trace("Users.create", callAsServer(wire.create, { payload }))

/**
 * Gets a user by id, a UUID.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (userId: string) => Effect.Effect<
  wire.ServerUser,
  KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError,
  Server
> = (userId) => trace("Users.get", callAsServer(wire.read, { params: { userId } }))

/**
 * Finds the user who owns the API key of a value. A key that is unknown, revoked, expired or a team's is nobody's: `null`.
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
 *
 * @category reading
 * @since 0.1.0
 */
export const getByApiKey: (value: Redacted.Redacted<string>) => Effect.Effect<
  wire.ServerUser | null,
  KnownErrors.RequestSchemaError | ApiError,
  Server
> = (value) =>
  trace(
    "Users.getByApiKey",
    Effect.flatMap(ApiKeys.find("user", value), (key) =>
      key === null
        ? Effect.succeed(null)
        : Effect.catchTag(get(key.userId), "UserNotFound", () => Effect.succeed(null)))
  )

/**
 * Changes a user, and returns the user as it is then. A field that is left out stays as it is.
 *
 * A team that the user is no member of is a `TeamMembershipNotFound`. What the project does not allow, such as passwords, is
 * an `ApiError` with `RequestRefused` for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (userId: string, changes: wire.ServerUserUpdate) => Effect.Effect<
  wire.ServerUser,
  | KnownErrors.UserNotFound
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.RequestSchemaError
  | ApiError,
  Server
> = (userId, payload) => trace("Users.update", callAsServer(wire.update, { params: { userId }, payload }))

/**
 * Deletes a user, with the sessions, keys and memberships that belong to the user.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (userId: string) => Effect.Effect<
  void,
  KnownErrors.UserNotFound | KnownErrors.RequestSchemaError | ApiError,
  Server
> = (userId) => trace("Users.remove", Effect.asVoid(callAsServer(wire.remove, { params: { userId } })))

/**
 * Mails a link that verifies the primary e-mail address of a user. The link leads to `callbackUrl` with a `code` in its
 * query, which is for `ContactChannels.verify` of the client level.
 *
 * Fails with `NoPrimaryEmail` if the user has no primary address, or does not exist. The user id `me` stands for the user of
 * the level's own session; without a session, the call fails with `CannotGetOwnUserWithoutUser`.
 *
 * @category managing
 * @since 0.1.0
 */
export const sendVerificationEmail: (userId: string, options: { readonly callbackUrl: string }) => Effect.Effect<
  void,
  | NoPrimaryEmail
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserIdDoesNotExist
  | KnownErrors.EmailAlreadyVerified
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError,
  Server
> = (userId, options) =>
  trace(
    "Users.sendVerificationEmail",
    ContactChannels.list({ userId: stringifyId(userId) }).pipe(
      Effect.flatMap(findPrimary),
      Effect.flatMap((channel) => ContactChannels.sendVerificationEmail(channel, options))
    )
  )

/**
 * Mails an invitation to sign in, whose link leads to `callbackUrl`, without a code. The recipient signs in or up there like
 * everyone else. Services since 2026.
 *
 * **Example** (Inviting a customer)
 *
 * ```ts
 * import { Users } from "latchkey/server"
 *
 * const invite = Users.sendSignInInvitation({
 *   email: "ada@example.com",
 *   callbackUrl: "https://app.example.com/handler/sign-up"
 * })
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const sendSignInInvitation: (invitation: SignInInvitation) => Effect.Effect<
  void,
  KnownErrors.RedirectUrlNotWhitelisted | KnownErrors.RequestSchemaError | ApiError,
  Server
> = (payload) => trace("Users.sendSignInInvitation", Effect.asVoid(callAsServer(signInInvitations.send, { payload })))

/**
 * Which page of a list, and of which users.
 *
 * @category options
 * @since 0.1.0
 */
export interface ListOptions extends wire.UserFilter {
  /** The largest number of users on the page; 100 by default. */
  readonly limit?: number | undefined
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * Returns one page of users, oldest first unless `desc` is set. `nextCursor` leads to the next page, and is `null` on the
 * last one.
 *
 * A service since 2026 leaves out anonymous and restricted users unless `includeAnonymous` or `includeRestricted` asks for
 * them. A service of 2025 lists all users, and fails with `UnsupportedGeneration` for a filter that it does not have.
 *
 * If the page is larger than the option `responseLimit` of the level, it fails with an `ApiError` whose reason is
 * `ResponseTooLarge`. Request a smaller `limit` then, or raise the option.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (options?: ListOptions) => Effect.Effect<
  wire.Page<wire.ServerUser>,
  KnownErrors.RequestSchemaError | ApiError,
  Server
> = ({ limit = defaultPageSize, ...filter } = {}) =>
  trace(
    "Users.list",
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
  )

/** The number of users on a page if a program does not say. */
const defaultPageSize = 100

const makePageTooLarge = (bytes: number, limit: number): ApiError => {
  const page = limit === 1 ? "A page of 1 user" : `A page of ${limit} users`
  const smaller = limit === 1 ? "" : ", or request a smaller limit"
  const message = `${page} is larger than ${bytes} bytes. Raise the option responseLimit${smaller}`
  return new ApiError({ endpoint: wire.list.id, reason: new ResponseTooLarge({ limit: bytes, message }) })
}

/**
 * Returns a stream of users. It requests the next page when it is pulled past the last one.
 *
 * `pageSize` is the number of users on a page, 100 by default. If a page is larger than the option `responseLimit`, the
 * stream requests half as many users from then on. It fails with the reason `ResponseTooLarge` only if a single user is
 * too large.
 *
 * **Example** (The addresses of the first thousand users)
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
 *
 * @category reading
 * @since 0.1.0
 */
export const stream = (
  options: wire.UserFilter & { readonly pageSize?: number | undefined } = {}
): Stream.Stream<wire.ServerUser, KnownErrors.RequestSchemaError | ApiError, Server> => {
  const { pageSize = defaultPageSize, ...filter } = options
  const start: ListOptions & { readonly limit: number } = { ...filter, limit: pageSize }
  return Stream.paginate(
    start,
    (options) =>
      Effect.flatMap(
        fetchFittingPage(options),
        ({ items, limit, nextCursor }) =>
          nextCursor === options.cursor
            ? Effect.fail(new ApiError({ endpoint: wire.list.id, reason: makeRepeatedPage() }))
            : Effect.succeed([
              items,
              Option.map(Option.fromNullishOr(nextCursor), (cursor) => ({ ...filter, limit, cursor }))
            ])
      )
  )
}

/** Requests a page, and half of it as long as it is too large. A cursor is the first user of a page, whatever its length. */
const fetchFittingPage = (
  options: ListOptions & { readonly limit: number }
): Effect.Effect<
  wire.Page<wire.ServerUser> & { readonly limit: number },
  KnownErrors.RequestSchemaError | ApiError,
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

/** A page that is its own next one, as a cache on the way may make it, would never end. */
const makeRepeatedPage = () =>
  new InvalidResponse({
    status: 200,
    path: ["pagination", "next_cursor"],
    message: "The page after this one is this one again"
  })

/** @since 0.1.0 */
export { NoPrimaryEmail } from "../account/NoPrimaryEmail.ts"

/** @since 0.1.0 */
export type {
  NewOAuthAccount,
  OAuthProviderOfUser,
  Page,
  RestrictedReason,
  RiskScores,
  ServerUser,
  ServerUserUpdate,
  UserCreation,
  UserFilter
} from "../wire/users.ts"

/** @since 0.1.0 */
export type { SignInInvitation } from "../wire/signInInvitations.ts"
