/**
 * Handlers of the connections between users and their accounts at OAuth providers.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../wire/KnownErrors.ts"
import type * as wire from "../wire/oauthProviders.ts"
import { findUser, namedUser, ownUser, userIdForServer } from "./find.ts"
import type { HandlersOf } from "./Handler.ts"
import { type Refusal, refuse } from "./http.ts"
import type { OAuthAccountRow } from "./oauthRows.ts"
import type { ProjectRow, UserRow } from "./State.ts"
import { keepUser } from "./tables.ts"
import { makeAccount } from "./userRows.ts"

const show = (user: UserRow, row: OAuthAccountRow): wire.ServerOAuthProvider => ({
  id: row.connectionId,
  userId: user.id,
  providerConfigId: row.id,
  type: row.id,
  email: row.email ?? undefined,
  allowSignIn: row.allowSignIn,
  allowConnectedAccounts: row.allowConnectedAccounts,
  accountId: row.accountId
})

const showAll = (user: UserRow) => user.oauthProviders.map((row) => show(user, row))

/** The user of a client's request, who must be the signed-in one. */
const own = (user: UserRow | undefined, userId: string | undefined) =>
  ownUser(user, userId, refuse(403, "Clients can use only the OAuth providers of the signed-in user"))

const notFound = refuse(404, "The user has no such OAuth provider")

/** Finds the user of an id that a server gives. Refuses an id of no user with a plain text. */
const named = (request: Parameters<typeof namedUser>[0], userId: string): Effect.Effect<UserRow, Refusal> =>
  Effect.catchTag(namedUser(request, userId), "UserNotFound", () => Effect.fail(notFound))

const find = (user: UserRow, connectionId: string): Effect.Effect<OAuthAccountRow, Refusal> => {
  const row = user.oauthProviders.find((row) => row.connectionId === connectionId)
  return row === undefined ? Effect.fail(notFound) : Effect.succeed(row)
}

const usedForSignIn = Effect.fail(
  new OAuthProviderAccountIdAlreadyUsedForSignIn({
    message: "Another user signs in with this account of the OAuth provider",
    details: {}
  })
)

/** Returns `true` if an account other than `except` is used for signing in, of those that `isMeant` selects. */
const isUsedForSignIn = (
  { users }: ProjectRow,
  except: OAuthAccountRow | undefined,
  isMeant: (row: OAuthAccountRow) => boolean
): boolean =>
  [...users.values()].some(({ oauthProviders }) =>
    oauthProviders.some((row) => row !== except && row.allowSignIn && isMeant(row))
  )

/** Refuses an account that the user has already, and a second one of the provider to sign in with. */
const checkOwn = (
  user: UserRow,
  except: OAuthAccountRow | undefined,
  { accountId, allowSignIn, id }: Pick<OAuthAccountRow, "id" | "accountId" | "allowSignIn">
): Effect.Effect<void, Refusal> => {
  const others = user.oauthProviders.filter((row) => row !== except && row.id === id)
  if (others.some((row) => row.accountId === accountId)) {
    return Effect.fail(refuse(400, "The user already has this account of the OAuth provider"))
  }
  return allowSignIn && others.some((row) => row.allowSignIn)
    ? Effect.fail(refuse(400, "The user already signs in with another account of the OAuth provider"))
    : Effect.void
}

const change = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  connectionId: string,
  { accountId, allowConnectedAccounts, allowSignIn, email }: wire.ServerOAuthProviderUpdate
) {
  const row = yield* find(user, connectionId)
  yield* checkOwn(user, row, {
    id: row.id,
    accountId: accountId ?? row.accountId,
    allowSignIn: allowSignIn ?? false
  })
  // As recorded: without an account id, the service compares with every account in the project that signs in.
  const isMeant = (other: OAuthAccountRow) => accountId === undefined || other.accountId === accountId
  if (allowSignIn === true && isUsedForSignIn(project, row, isMeant)) return yield* usedForSignIn
  row.accountId = accountId ?? row.accountId
  row.email = email ?? row.email
  row.allowSignIn = allowSignIn ?? row.allowSignIn
  row.allowConnectedAccounts = allowConnectedAccounts ?? row.allowConnectedAccounts
  keepUser(project, user)
  return show(user, row)
})

const remove = Effect.fnUntraced(function*(project: ProjectRow, user: UserRow, connectionId: string) {
  const row = yield* find(user, connectionId)
  user.oauthProviders = user.oauthProviders.filter((other) => other !== row)
  keepUser(project, user)
  return { success: true as const }
})

/** @since 0.1.0 */
export const oauthProviderHandlers: HandlersOf<typeof wire> = {
  list: Effect.fnUntraced(function*({ query, user }) {
    const items = showAll(yield* own(user, query.userId))
    return { items, isPaginated: false }
  }),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    const userId = yield* userIdForServer(user, query.userId)
    const users = [...project.users.values()].filter(({ id }) => userId === undefined || id === userId)
    return { items: users.flatMap(showAll), isPaginated: false }
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, project, user }) {
    const { accountId, allowConnectedAccounts, allowSignIn, email = null, providerConfigId: id } = payload
    const owner = yield* findUser(project, yield* userIdForServer(user, payload.userId))
    if (project.config.oauthProviders.every((provider) => provider.id !== id)) {
      return yield* refuse(404, `The OAuth provider ${JSON.stringify(id)} is not enabled in this project`)
    }
    yield* checkOwn(owner, undefined, { id, accountId, allowSignIn })
    const isMeant = (row: OAuthAccountRow) => row.id === id && row.accountId === accountId
    if (allowSignIn && isUsedForSignIn(project, undefined, isMeant)) return yield* usedForSignIn
    const row = yield* makeAccount({ id, accountId, email, allowSignIn, allowConnectedAccounts })
    owner.oauthProviders = [...owner.oauthProviders, row]
    keepUser(project, owner)
    return show(owner, row)
  }),

  read: Effect.fnUntraced(function*({ params, user }) {
    const owner = yield* own(user, params.userId)
    return show(owner, yield* find(owner, params.connectionId))
  }),

  readAsServer: Effect.fnUntraced(function*({ params, ...request }) {
    const owner = yield* named(request, params.userId)
    return show(owner, yield* find(owner, params.connectionId))
  }),

  update: Effect.fnUntraced(function*({ params, payload, project, user }) {
    return yield* change(project, yield* own(user, params.userId), params.connectionId, payload)
  }),

  updateAsServer: Effect.fnUntraced(function*({ params, payload, ...request }) {
    return yield* change(request.project, yield* named(request, params.userId), params.connectionId, payload)
  }),

  remove: Effect.fnUntraced(function*({ params, project, user }) {
    return yield* remove(project, yield* own(user, params.userId), params.connectionId)
  }),

  removeAsServer: Effect.fnUntraced(function*({ params, ...request }) {
    return yield* remove(request.project, yield* named(request, params.userId), params.connectionId)
  })
}
