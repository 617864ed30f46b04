/**
 * Accounts of OAuth providers that are connected to any user, as a server uses them.
 *
 * The user id `me` stands for the user of the level's own session. Without a session, a call with it fails with
 * `CannotGetOwnUserWithoutUser` and sends nothing.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/connectedAccounts.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.UserNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Lists the accounts of providers that are connected to a user, except those with `allowConnectedAccounts: false`. Services
 * since 2026; `oauthProviders` of `Users.get` has the accounts in every service.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: (user: { readonly userId: string }) => Effect.Effect<
  ReadonlyArray<wire.LinkedAccount>,
  ListError,
  Server
> = (params) =>
  trace("ConnectedAccounts.list", Effect.map(callAsServer(wire.listAsServer, { params }), ({ items }) => items))

/**
 * The errors of {@link accessToken}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AccessTokenError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Gets an access token of the provider itself, for calls to the provider's API in the name of a user. The service
 * refreshes a token that has expired.
 *
 * `scope` is what the token must allow, in the provider's own words, separated by blanks. The result is `null` if the user
 * has no account of the provider connected, or has not allowed all of that.
 *
 * Since 2026, a user can have several accounts of a provider. `accountId` selects one of them, as `list` names it. Without it,
 * the token is of any account that allows the scope.
 *
 * **Gotchas**
 *
 * An unknown user is an `ApiError` with the reason `ServiceUnavailable`: the recorded service answers 500.
 *
 * **Example** (Whose repositories a server may read)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ConnectedAccounts } from "latchkey/server"
 *
 * const mayReadRepositories = (userId: string) =>
 *   Effect.map(
 *     ConnectedAccounts.accessToken({ userId, provider: "github", scope: "repo" }),
 *     (token) => token !== null
 *   )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const accessToken: (connection: {
  readonly userId: string
  readonly provider: string
  readonly scope?: string | undefined
  /** The account's id at the provider. Services since 2026. */
  readonly accountId?: string | undefined
}) => Effect.Effect<
  Redacted.Redacted<string> | null,
  AccessTokenError,
  Server
> = ({ accountId, provider, scope, userId }) =>
  trace(
    "ConnectedAccounts.accessToken",
    Effect.suspend(() => {
      const params = { userId, providerId: provider }
      return accountId === undefined
        ? callAsServer(wire.accessTokenAsServer, { params, payload: { scope } })
        : callAsServer(wire.accountAccessTokenAsServer, { params: { ...params, accountId }, payload: { scope } })
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(
        ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
        () => Effect.succeed(null)
      )
    )
  )

/** @since 0.1.0 */
export type { LinkedAccount } from "../wire/connectedAccounts.ts"
