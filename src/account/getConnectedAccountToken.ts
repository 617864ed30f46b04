/** Access tokens from OAuth providers. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/connectedAccounts.ts"

/** Errors from {@link getAccessToken}. */
export type GetAccessTokenError = Errors<
  typeof wire.getAccessToken,
  "OAuthAccessTokenNotAvailable" | "OAuthConnectionNotConnectedToUser" | "OAuthConnectionDoesNotHaveRequiredScope"
>

/**
 * Gets an OAuth provider's access token, for calls to its API on the user's behalf. The service refreshes expired
 * tokens.
 *
 * `scope` contains the required scopes, separated by spaces. Returns `null` if no account at the provider is connected, if
 * it lacks a scope, or if the service has no valid token for it. In that case, call `OAuth.link` with the scope and try
 * again. `get` with `or: "redirect"` does both.
 *
 * Since 2026, a user can have several accounts at a provider. `accountId` selects one; see `list`. By default, the
 * token is from any account with the scope.
 *
 * **Gotchas**
 *
 * The provider must use the project's OAuth keys. With shared keys, the call fails with
 * `OAuthAccessTokenNotAvailableWithSharedOAuthKeys`.
 *
 * **Example** (A user's playlists)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { ConnectedAccounts } from "latchkey"
 *
 * const playlists = Effect.map(
 *   ConnectedAccounts.getAccessToken({ provider: "spotify", scope: "playlist-read-private" }),
 *   (token) =>
 *     token === null ? undefined : new Request("https://api.spotify.com/v1/me/playlists", {
 *       headers: { authorization: `Bearer ${Redacted.value(token)}` }
 *     })
 * )
 * ```
 */
export const getAccessToken: (connection: {
  readonly provider: string
  readonly scope?: string | undefined
  /** The account's id at the provider. @generation 2026 */
  readonly accountId?: string | undefined
}) => Effect.Effect<Redacted.Redacted<string> | null, GetAccessTokenError, Client> = ({ accountId, provider, scope }) =>
  trace(
    "ConnectedAccounts.getAccessToken",
    Effect.suspend(() => {
      const params = { userId: "me", providerId: provider }
      return accountId === undefined
        ? callAsClient(wire.getAccessToken, { params, payload: { scope } })
        : callAsClient(wire.getAccountAccessToken, { params: { ...params, accountId }, payload: { scope } })
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(wire.noTokenTags, () => Effect.succeed(null))
    )
  )
