/** Handlers for the links between users and their provider accounts. */
import * as Effect from "effect/Effect"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/oauthProviders.ts"
import type { HandlersOf, RequestContext, RequestOf } from "../requests/Handler.ts"
import { reject, type Rejection } from "../requests/http.ts"
import { failWith, orFail } from "../rules/failWith.ts"
import { findUser, requireCurrentUser, resolveUser, resolveUserIdForServer } from "../rules/lookup.ts"
import type { OAuthAccountRow } from "../state/oauthRows.ts"
import { saveUser, selectUsers } from "../state/projectTables.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import { makeOAuthAccount } from "../state/userRows.ts"

const toOAuthProvider = (user: UserRow, row: OAuthAccountRow): wire.ServerOAuthProvider => ({
  ...row,
  id: row.connectionId,
  userId: user.id,
  providerConfigId: row.id,
  type: row.id,
  email: row.email ?? undefined
})

const toOAuthProviders = (user: UserRow) => user.oauthProviders.map((row) => toOAuthProvider(user, row))

const requireOwner = (user: UserRow | undefined, userId: string | undefined) =>
  requireCurrentUser(user, userId, reject(403, "Clients can use only the OAuth providers of the signed-in user"))

const notFound = Effect.fail(reject(404, "The user does not have this OAuth provider"))

/** Finds a user named by a server. Fails with a plain text if the user does not exist. */
const findUserForServer = (request: RequestContext, userId: string) =>
  Effect.catchTag(resolveUser(request, userId), "UserNotFound", () => notFound)

const findConnection = (user: UserRow, connectionId: string) =>
  orFail(user.oauthProviders.find((row) => row.connectionId === connectionId), notFound)

const usedForSignIn = failWith(
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  "Another user signs in with this account of the OAuth provider"
)

/** Returns `true` if an account that satisfies `matches`, other than `except`, is used to sign in. */
const isUsedForSignIn = (
  { users }: ProjectRow,
  except: OAuthAccountRow | undefined,
  matches: (row: OAuthAccountRow) => boolean
): boolean =>
  [...users.values()].some(({ oauthProviders }) =>
    oauthProviders.some((row) => row !== except && row.allowSignIn && matches(row))
  )

/** Fails if the user already has this account, or already signs in with another account of the provider. */
const checkConflicts = (
  user: UserRow,
  except: OAuthAccountRow | undefined,
  { accountId, allowSignIn, id }: Pick<OAuthAccountRow, "id" | "accountId" | "allowSignIn">
): Effect.Effect<void, Rejection> => {
  const others = user.oauthProviders.filter((row) => row !== except && row.id === id)
  if (others.some((row) => row.accountId === accountId)) {
    return Effect.fail(reject(400, "The user already has this account of the OAuth provider"))
  }
  return allowSignIn && others.some((row) => row.allowSignIn)
    ? Effect.fail(reject(400, "The user already signs in with another account of the OAuth provider"))
    : Effect.void
}

/** Makes the handlers for one account, for callers that `findOwner` lets name a user. */
const makeHandlers = <E>(findOwner: (context: RequestContext, userId: string) => Effect.Effect<UserRow, E>) => ({
  get: Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof wire.get>) {
    const owner = yield* findOwner(context, params.userId)
    return toOAuthProvider(owner, yield* findConnection(owner, params.connectionId))
  }),

  update: Effect.fnUntraced(function*({ params, payload, ...context }: RequestOf<typeof wire.updateAsServer>) {
    const { accountId, allowConnectedAccounts, allowSignIn, email } = payload
    const { project } = context
    const owner = yield* findOwner(context, params.userId)
    const row = yield* findConnection(owner, params.connectionId)
    yield* checkConflicts(owner, row, {
      id: row.id,
      accountId: accountId ?? row.accountId,
      allowSignIn: allowSignIn ?? false
    })
    // As recorded: without an account id, the service compares with all sign-in project accounts.
    const matches = (other: OAuthAccountRow) => accountId === undefined || other.accountId === accountId
    if (allowSignIn === true && isUsedForSignIn(project, row, matches)) return yield* usedForSignIn
    row.accountId = accountId ?? row.accountId
    row.email = email ?? row.email
    row.allowSignIn = allowSignIn ?? row.allowSignIn
    row.allowConnectedAccounts = allowConnectedAccounts ?? row.allowConnectedAccounts
    saveUser(project, owner)
    return toOAuthProvider(owner, row)
  }),

  remove: Effect.fnUntraced(function*({ params, ...context }: RequestOf<typeof wire.remove>) {
    const owner = yield* findOwner(context, params.userId)
    const row = yield* findConnection(owner, params.connectionId)
    owner.oauthProviders = owner.oauthProviders.filter((other) => other !== row)
    saveUser(context.project, owner)
    return { success: true as const }
  })
})

const own = makeHandlers(({ user }, userId) => requireOwner(user, userId))
const named = makeHandlers(findUserForServer)

export const oauthProviderHandlers: HandlersOf<typeof wire> = {
  list: ({ query, user }) =>
    Effect.map(requireOwner(user, query.userId), (owner) => ({ items: toOAuthProviders(owner), isPaginated: false })),

  listAsServer: Effect.fnUntraced(function*({ project, query, user }) {
    const userId = yield* resolveUserIdForServer(user, query.userId)
    if (userId !== undefined) yield* findUser(project, userId)
    return { items: selectUsers(project, userId).flatMap(toOAuthProviders), isPaginated: false }
  }),

  createAsServer: Effect.fnUntraced(function*({ payload, project, user }) {
    const { accountId, allowConnectedAccounts, allowSignIn, email = null, providerConfigId: id } = payload
    const owner = yield* findUser(project, yield* resolveUserIdForServer(user, payload.userId))
    if (project.config.oauthProviders.every((provider) => provider.id !== id)) {
      return yield* reject(404, `The OAuth provider ${JSON.stringify(id)} is not enabled in this project`)
    }
    yield* checkConflicts(owner, undefined, { id, accountId, allowSignIn })
    const matches = (row: OAuthAccountRow) => row.id === id && row.accountId === accountId
    if (allowSignIn && isUsedForSignIn(project, undefined, matches)) return yield* usedForSignIn
    const row = yield* makeOAuthAccount({ id, accountId, email, allowSignIn, allowConnectedAccounts })
    owner.oauthProviders = [...owner.oauthProviders, row]
    saveUser(project, owner)
    return toOAuthProvider(owner, row)
  }),

  ...own,
  getAsServer: named.get,
  updateAsServer: named.update,
  removeAsServer: named.remove
}
