/** Handlers for connected accounts. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/connectedAccounts.ts"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser
} from "../../wire/KnownErrors.ts"
import { findEnabledProvider, issueProviderTokens } from "../oauth/accounts.ts"
import { parseScopes } from "../oauth/providerPage.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { failWith } from "../rules/failWith.ts"
import { requireCurrentUser, resolveUser, resolveUserId, resolveUserIdForServer } from "../rules/lookup.ts"
import type { UserRow } from "../state/rows.ts"

/** A provider token that expires earlier is refreshed before it is returned. */
const validityMillis = 300_000

type AccountParams = { readonly providerId: string; readonly accountId?: string | undefined }

const getAccessToken = Effect.fnUntraced(function*(
  { now, project }: Pick<RequestContext, "now" | "project">,
  user: UserRow | undefined,
  { accountId, providerId }: AccountParams,
  scope: string | undefined
) {
  const provider = yield* findEnabledProvider(project, providerId)
  if (provider.type === "shared") {
    return yield* failWith(
      OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
      `Shared OAuth keys of ${providerId} do not provide access tokens. Configure OAuth keys of the project.`
    )
  }
  // As in the recordings: the service has no known error for this case.
  if (user === undefined) return yield* reject(500, "The user does not exist")
  const accounts = user.oauthProviders.filter((row) =>
    row.id === providerId &&
    // As recorded: without an account id, the service ignores the flag.
    (accountId === undefined || row.accountId === accountId && row.allowConnectedAccounts)
  )
  if (accounts.length === 0) {
    return yield* failWith(
      OAuthConnectionNotConnectedToUser,
      "The user has no connected account of this OAuth provider"
    )
  }
  const requiredScopes = parseScopes(scope)
  const allowed = accounts.flatMap((account) =>
    account.tokens.filter(({ scopes }) => requiredScopes.every((scope) => scopes.includes(scope)))
      .map((token) => ({ account, token }))
  )
  const fresh = allowed.find(({ token }) => token.expiresAtMillis - now > validityMillis)
  if (fresh !== undefined) return { accessToken: Redacted.make(fresh.token.accessToken) }
  const last = allowed.at(-1)
  if (last === undefined) {
    const message = "The user has not granted all of the requested scopes"
    return yield* failWith(OAuthConnectionDoesNotHaveRequiredScope, message)
  }
  const refreshed = yield* issueProviderTokens(last.token.scopes, now, last.token.refreshToken)
  last.account.tokens.push(refreshed)
  return { accessToken: Redacted.make(refreshed.accessToken) }
})

const listAccounts = ({ id, oauthProviders }: UserRow) => ({
  items: oauthProviders.filter(({ allowConnectedAccounts }) => allowConnectedAccounts)
    .map(({ accountId, id: provider }) => ({ userId: id, provider, accountId })),
  isPaginated: false
})

const getAccessTokenAsServer = Effect.fnUntraced(function*(
  { params, payload, ...context }: RequestContext & {
    readonly params: AccountParams & { readonly userId: string }
    readonly payload: { readonly scope?: string | undefined }
  }
) {
  const owner = context.project.users.get(yield* resolveUserIdForServer(context.user, params.userId))
  return yield* getAccessToken(context, owner, params, payload.scope)
})

const notOwnUser = reject(403, "Clients can use only the connected accounts of the signed-in user")

const requireOwner = (user: UserRow | undefined, userId: string) => requireCurrentUser(user, userId, notOwnUser)

export const connectedAccountHandlers: HandlersOf<typeof wire> = {
  list: ({ params, user }) => Effect.map(requireOwner(user, params.userId), listAccounts),

  listAsServer: ({ params, ...request }) => Effect.map(resolveUser(request, params.userId), listAccounts),

  getAccountAccessToken: ({ params, payload, ...context }) =>
    Effect.flatMap(
      requireOwner(context.user, params.userId),
      (owner) => getAccessToken(context, owner, params, payload.scope)
    ),

  getAccountAccessTokenAsServer: getAccessTokenAsServer,

  getAccessToken: Effect.fnUntraced(function*({ params, payload, ...context }) {
    if ((yield* resolveUserId(context.user, params.userId)) !== context.user?.id) return yield* notOwnUser
    return yield* getAccessToken(context, context.user, params, payload.scope)
  }),

  getAccessTokenAsServer
}
