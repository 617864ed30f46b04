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
import { userIdForClient, userIdForServer } from "./find.ts"
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
  now: number
) {
  const provider = yield* enabledProvider(project, providerId)
  if (provider.type === "shared") {
    return yield* new OAuthAccessTokenNotAvailableWithSharedOAuthKeys({
      message: `Shared OAuth keys of ${providerId} do not provide access tokens. Configure OAuth keys of the project.`,
      details: {}
    })
  }
  // What the recorded service does; its list of errors has none for this.
  if (user === undefined) return yield* refuse(500, "The user does not exist")
  const account = user.oauthProviders.find(({ id }) => id === providerId)
  if (account === undefined) {
    return yield* new OAuthConnectionNotConnectedToUser({
      message: "The user has no connected account of this OAuth provider",
      details: {}
    })
  }
  const wanted = scopesOf(scope)
  const allowed = account.tokens.filter(({ scopes }) => wanted.every((scope) => scopes.includes(scope)))
  const fresh = allowed.find(({ expiresAtMillis }) => expiresAtMillis - now > Duration.toMillis(validity))
  if (fresh !== undefined) return { accessToken: Redacted.make(fresh.accessToken) }
  const last = allowed.at(-1)
  if (last === undefined) {
    return yield* new OAuthConnectionDoesNotHaveRequiredScope({
      message: "The user has not allowed all of this",
      details: {}
    })
  }
  const refreshed = yield* providerTokens(last.scopes, now, last.refreshToken)
  account.tokens.push(refreshed)
  return { accessToken: Redacted.make(refreshed.accessToken) }
})

/** @since 0.1.0 */
export const connectedAccountHandlers: HandlersOf<typeof wire> = {
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
