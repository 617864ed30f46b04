/**
 * The access tokens that providers give for connected accounts.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import * as wire from "../wire/connectedAccounts.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

/**
 * Gets an access token of the provider itself, for calls to the provider's API in the user's name. The service refreshes a
 * token that has expired.
 *
 * `scope` is what the token must allow, in the provider's own words, separated by blanks. There is none, `null`, when the
 * user has no account of the provider connected, or has not allowed all of that: link the account with the scope, with
 * `OAuth.link`, and try again. `get` with `or: "redirect"` does both.
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
}) => Effect.Effect<
  Redacted.Redacted<string> | null,
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.SchemaError
  | ApiError,
  Client
> = ({ provider, scope }) =>
  traced(
    "ConnectedAccounts.accessToken",
    callAsClient(wire.accessToken, {
      params: { userId: "me", providerId: provider },
      payload: { scope }
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(
        ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
        () => Effect.succeed(null)
      )
    )
  )
