/**
 * The users of the project, as a server manages them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { type NoPrimaryEmail, primaryOf } from "../account/NoPrimaryEmail.ts"
import { ApiError, InvalidResponse } from "../call/ApiError.ts"
import { certain } from "../call/certain.ts"
import { traced } from "../call/traced.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
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
  KnownErrors.UserWithEmailAlreadyExists | KnownErrors.SchemaError | ApiError,
  Server
> = (payload = {}) => traced("Users.create", callAsServer(wire.create, { payload }))

/**
 * Gets a user by id, a UUID.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (userId: string) => Effect.Effect<
  wire.ServerUser,
  KnownErrors.UserNotFound | KnownErrors.SchemaError | ApiError,
  Server
> = (userId) => traced("Users.get", callAsServer(wire.read, { params: { userId } }))

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
  KnownErrors.SchemaError | ApiError,
  Server
> = (value) =>
  traced(
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
  | KnownErrors.SchemaError
  | ApiError,
  Server
> = (userId, payload) => traced("Users.update", callAsServer(wire.update, { params: { userId }, payload }))

/**
 * Deletes a user, with the sessions, keys and memberships that belong to the user.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (userId: string) => Effect.Effect<
  void,
  KnownErrors.UserNotFound | KnownErrors.SchemaError | ApiError,
  Server
> = (userId) => traced("Users.remove", Effect.asVoid(callAsServer(wire.remove, { params: { userId } })))

/**
 * Mails a link that verifies the primary e-mail address of a user. The link leads to `callbackUrl` with a `code` in its
 * query, which is for `ContactChannels.verify` of the client level.
 *
 * A user without a primary address makes this fail with `NoPrimaryEmail`, and so does a user whom nobody knows.
 *
 * @category managing
 * @since 0.1.0
 */
export const sendVerificationEmail: (userId: string, options: { readonly callbackUrl: string }) => Effect.Effect<
  void,
  | NoPrimaryEmail
  | KnownErrors.UserIdDoesNotExist
  | KnownErrors.EmailAlreadyVerified
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.SchemaError
  | ApiError,
  Server
> = (userId, options) =>
  traced(
    "Users.sendVerificationEmail",
    ContactChannels.list({ userId: certain(userId) }).pipe(
      Effect.flatMap(primaryOf),
      Effect.flatMap((channel) => ContactChannels.sendVerificationEmail(channel, options))
    )
  )

/**
 * Which page of a list, and of which users. Without a `limit`, the page holds all of them.
 *
 * @category options
 * @since 0.1.0
 */
export interface ListOptions extends wire.UserFilter {
  readonly limit?: number | undefined
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * Lists users, oldest first unless `desc` is set: one page.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (options?: ListOptions) => Effect.Effect<
  wire.Page<wire.ServerUser>,
  KnownErrors.SchemaError | ApiError,
  Server
> = (query = {}) =>
  traced(
    "Users.list",
    Effect.map(
      callAsServer(wire.list, { query }),
      ({ items, pagination }) => ({ items, nextCursor: pagination?.nextCursor ?? null })
    )
  )

/**
 * Streams users, page by page: the next page is asked for when the stream is pulled past the last one.
 *
 * `pageSize` is how many users a page holds, 100 by default.
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
): Stream.Stream<wire.ServerUser, KnownErrors.SchemaError | ApiError, Server> => {
  const { pageSize = 100, ...filter } = options
  return Stream.paginate(
    undefined as string | undefined,
    (cursor) =>
      Effect.flatMap(
        list({ ...filter, limit: pageSize, cursor }),
        ({ items, nextCursor }) =>
          nextCursor !== null && nextCursor === cursor
            ? Effect.fail(new ApiError({ endpoint: wire.list.id, reason: sameAgain() }))
            : Effect.succeed([items, Option.fromNullishOr(nextCursor)] as const)
      )
  )
}

/** A page that is its own next one, as a cache on the way may make it, would never end. */
const sameAgain = () =>
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
  ServerUser,
  ServerUserUpdate,
  UserCreation,
  UserFilter
} from "../wire/users.ts"
