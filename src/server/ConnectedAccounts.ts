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
import { traced } from "../call/traced.ts"
import * as wire from "../wire/connectedAccounts.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { callAsServer, type Server } from "./Server.ts"

/**
 * Gets an access token of the provider itself, for calls to the provider's API in the name of a user. The service
 * refreshes a token that has expired.
 *
 * `scope` is what the token must allow, in the provider's own words, separated by blanks. There is none, `null`, when the
 * user has no account of the provider connected, or has not allowed all of that.
 *
 * **Gotchas**
 *
 * A user whom nobody knows is an `ApiError` with the reason `ServiceUnavailable`: the recorded service answers 500.
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
}) => Effect.Effect<
  Redacted.Redacted<string> | null,
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.OAuthProviderNotFoundOrNotEnabled
  | KnownErrors.OAuthAccessTokenNotAvailableWithSharedOAuthKeys
  | KnownErrors.SchemaError
  | ApiError,
  Server
> = ({ provider, scope, userId }) =>
  traced(
    "ConnectedAccounts.accessToken",
    callAsServer(wire.accessTokenAsServer, {
      params: { userId, providerId: provider },
      payload: { scope }
    }).pipe(
      Effect.map(({ accessToken }) => accessToken),
      Effect.catchTag(
        ["OAuthConnectionNotConnectedToUser", "OAuthConnectionDoesNotHaveRequiredScope"],
        () => Effect.succeed(null)
      )
    )
  )
