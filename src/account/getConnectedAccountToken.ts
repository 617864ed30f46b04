/**
 * The access tokens that providers give for connected accounts.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import * as wire from "../wire/connectedAccounts.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

/**
 * The errors of {@link accessToken}.
 *
 * @category errors
 * @since 0.1.0
 */
export type AccessTokenError =
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Gets an access token of the provider itself, for calls to the provider's API in the user's name. The service refreshes a
 * token that has expired.
 *
 * `scope` is what the token must allow, in the provider's own words, separated by blanks. The result is `null` if the user
 * has no account of the provider connected, or has not allowed all of that. Then link the account with the scope, with
 * `OAuth.link`, and try again. `get` with `or: "redirect"` does both.
 *
 * Since 2026, a user can have several accounts of a provider. `accountId` selects one of them, as `list` names it. Without it,
 * the token is of any account that allows the scope.
 *
 * **Gotchas**
 *
 * The provider must be set up with keys of the project's own, else the call fails with
 * `OAuthAccessTokenNotAvailableWithSharedOAuthKeys`.
 *
 * **Example** (The playlists of a user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { ConnectedAccounts } from "latchkey"
 *
 * const playlists = Effect.map(
 *   ConnectedAccounts.accessToken({ provider: "spotify", scope: "playlist-read-private" }),
 *   (token) =>
 *     token === null ? undefined : new Request("https://api.spotify.com/v1/me/playlists", {
 *       headers: { authorization: `Bearer ${Redacted.value(token)}` }
 *     })
 * )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const accessToken: (connection: {
  readonly provider: string
  readonly scope?: string | undefined
  /** The account's id at the provider. Services since 2026. */
  readonly accountId?: string | undefined
}) => Effect.Effect<
  Redacted.Redacted<string> | null,
  AccessTokenError,
  Client
> = ({ accountId, provider, scope }) =>
  trace(
    "ConnectedAccounts.accessToken",
    Effect.suspend(() => {
      const params = { userId: "me", providerId: provider }
      return accountId === undefined
        ? callAsClient(wire.accessToken, { params, payload: { scope } })
        : callAsClient(wire.accountAccessToken, { params: { ...params, accountId }, payload: { scope } })
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(
        ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
        () => Effect.succeed(null)
      )
    )
  )
