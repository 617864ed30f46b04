/** The OAuth accounts that users have connected. `Server` explains the user id `me` and malformed ids. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { takeItems } from "../account/takeItems.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/connectedAccounts.ts"
import { callAsServer, type Server } from "./ServerService.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.listAsServer>

/**
 * Lists a user's connected accounts, except those with `allowConnectedAccounts: false`. For
 * older services, use `oauthProviders` of `Users.get`.
 *
 * @generation 2026
 */
export const list = (
  user: { readonly userId: string }
): Effect.Effect<ReadonlyArray<wire.LinkedAccount>, ListError, Server> =>
  trace("ConnectedAccounts.list", takeItems(callAsServer(wire.listAsServer, { params: user })))

/** Errors from {@link getAccessToken}. */
export type GetAccessTokenError = Errors<
  typeof wire.getAccessTokenAsServer,
  "OAuthAccessTokenNotAvailable" | "OAuthConnectionNotConnectedToUser" | "OAuthConnectionDoesNotHaveRequiredScope"
>

/**
 * Gets the provider's access token for a user, for calls to the provider's API. The service refreshes an expired token.
 *
 * `scope` lists the scopes that the token must have, separated by spaces. The result is `null` if the user has not connected
 * the provider or has not granted all scopes, or if the service has no valid token.
 *
 * Since 2026, a user can have several accounts at a provider. `accountId` selects one of them, as returned by `list`. By
 * default, any account that has the scopes is used.
 *
 * **Gotchas**
 *
 * The recorded service responds with 500 to an unknown user: the call fails with the `ApiError` reason `ServiceUnavailable`.
 *
 * **Example** (Checking a granted scope)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ConnectedAccounts } from "latchkey/server"
 *
 * const mayReadRepositories = (userId: string) =>
 *   Effect.map(
 *     ConnectedAccounts.getAccessToken({ userId, provider: "github", scope: "repo" }),
 *     (token) => token !== null
 *   )
 * ```
 */
export const getAccessToken: (connection: {
  readonly userId: string
  readonly provider: string
  readonly scope?: string | undefined
  /** The account's id at the provider. @generation 2026 */
  readonly accountId?: string | undefined
}) => Effect.Effect<Redacted.Redacted<string> | null, GetAccessTokenError, Server> = (
  { accountId, provider, scope, userId }
) =>
  trace(
    "ConnectedAccounts.getAccessToken",
    Effect.suspend(() => {
      const params = { userId, providerId: provider }
      return accountId === undefined
        ? callAsServer(wire.getAccessTokenAsServer, { params, payload: { scope } })
        : callAsServer(wire.getAccountAccessTokenAsServer, { params: { ...params, accountId }, payload: { scope } })
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(wire.noTokenTags, () => Effect.succeed(null))
    )
  )

export type { LinkedAccount } from "../wire/connectedAccounts.ts"
