/**
 * Handlers of connected accounts.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../wire/connectedAccounts.ts"
import {
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser
} from "../wire/KnownErrors.ts"
import { namedUser, ownUser, userIdForClient, userIdForServer } from "./find.ts"
import type { HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import { enabledProvider, providerTokens } from "./oauthAccounts.ts"
import { scopesOf } from "./oauthProvider.ts"
import type { ProjectRow, UserRow } from "./State.ts"

/** How long a token of a provider must still be valid to be handed out. */
const validity = Duration.minutes(5)

const accessTokenOf = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow | undefined,
  providerId: string,
  scope: string | undefined,
  now: number,
  accountId?: string
) {
  const provider = yield* enabledProvider(project, providerId)
  if (provider.type === "shared") {
    return yield* new OAuthAccessTokenNotAvailableWithSharedOAuthKeys({
      message: `Shared OAuth keys of ${providerId} do not provide access tokens. Configure OAuth keys of the project.`,
      details: {}
    })
  }
  // As the recorded service does, whose list of errors has none for this.
  if (user === undefined) return yield* refuse(500, "The user does not exist")
  const accounts = user.oauthProviders.filter((row) =>
    row.id === providerId && (accountId === undefined || row.accountId === accountId)
  )
  if (accounts.length === 0) {
    return yield* new OAuthConnectionNotConnectedToUser({
      message: "The user has no connected account of this OAuth provider",
      details: {}
    })
  }
  const wanted = scopesOf(scope)
  const allowed = accounts.flatMap((account) =>
    account.tokens.filter(({ scopes }) => wanted.every((scope) => scopes.includes(scope)))
      .map((token) => ({ account, token }))
  )
  const fresh = allowed.find(({ token }) => token.expiresAtMillis - now > Duration.toMillis(validity))
  if (fresh !== undefined) return { accessToken: Redacted.make(fresh.token.accessToken) }
  const last = allowed.at(-1)
  if (last === undefined) {
    return yield* new OAuthConnectionDoesNotHaveRequiredScope({
      message: "The user has not allowed all of this",
      details: {}
    })
  }
  const refreshed = yield* providerTokens(last.token.scopes, now, last.token.refreshToken)
  last.account.tokens.push(refreshed)
  return { accessToken: Redacted.make(refreshed.accessToken) }
})

const listOf = ({ id, oauthProviders }: UserRow) => ({
  items: oauthProviders.filter(({ allowConnectedAccounts }) => allowConnectedAccounts)
    .map(({ accountId, id: provider }) => ({ userId: id, provider, accountId })),
  isPaginated: false
})

/** The user of a client's request, who must be the signed-in one. */
const own = (user: UserRow | undefined, userId: string) =>
  ownUser(user, userId, refuse(403, "Clients can use only the connected accounts of the signed-in user"))

/** @since 0.1.0 */
export const connectedAccountHandlers: HandlersOf<typeof wire> = {
  list: ({ params, user }) => Effect.map(own(user, params.userId), listOf),

  listAsServer: ({ params, ...request }) => Effect.map(namedUser(request, params.userId), listOf),

  accountAccessToken: Effect.fnUntraced(function*({ now, params, payload, project, user }) {
    const owner = yield* own(user, params.userId)
    return yield* accessTokenOf(project, owner, params.providerId, payload.scope, now, params.accountId)
  }),

  accountAccessTokenAsServer: Effect.fnUntraced(function*({ now, params, payload, project, user }) {
    const owner = project.users.get(yield* userIdForServer(user, params.userId))
    return yield* accessTokenOf(project, owner, params.providerId, payload.scope, now, params.accountId)
  }),

  accessToken: Effect.fnUntraced(function*({ now, params, payload, project, user }) {
    if ((yield* userIdForClient(user, params.userId)) !== user?.id) {
      return yield* refuse(403, "Clients can use only the connected accounts of the signed-in user")
    }
    return yield* accessTokenOf(project, user, params.providerId, payload.scope, now)
  }),

  accessTokenAsServer: Effect.fnUntraced(function*({ now, params, payload, project, user }) {
    const owner = project.users.get(yield* userIdForServer(user, params.userId))
    return yield* accessTokenOf(project, owner, params.providerId, payload.scope, now)
  })
}
