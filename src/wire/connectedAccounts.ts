/**
 * Accounts of OAuth providers that are connected to a user, and the access tokens that the providers gave for them.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled,
  SchemaError
} from "./KnownErrors.ts"
import { providerId } from "./oauth.ts"
import { struct } from "./Struct.ts"
import { secret } from "./tokens.ts"
import { uuidOrMe } from "./uuid.ts"

const accessTokenShape = () => ({
  params: struct({ userId: uuidOrMe(), providerId: providerId() }),
  payload: struct({ scope: Schema.optional(Schema.String) }),
  success: struct({ accessToken: secret() })
})

/** @since 0.1.0 */
export const accessToken = endpoint(
  "connectedAccounts.accessToken",
  "POST",
  "/connected-accounts/:userId/:providerId/access-token",
  { session: true, status: 201 },
  () => ({
    ...accessTokenShape(),
    errors: [
      OAuthProviderNotFoundOrNotEnabled,
      OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
      OAuthConnectionNotConnectedToUser,
      OAuthConnectionDoesNotHaveRequiredScope,
      CannotGetOwnUserWithoutUser,
      SchemaError
    ]
  })
)

/** @since 0.1.0 */
export const accessTokenAsServer = endpoint(
  "connectedAccounts.accessToken.server",
  "POST",
  "/connected-accounts/:userId/:providerId/access-token",
  { level: "server", session: "me", status: 201 },
  () => ({
    ...accessTokenShape(),
    errors: [
      CannotGetOwnUserWithoutUser,
      OAuthProviderNotFoundOrNotEnabled,
      OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
      OAuthConnectionNotConnectedToUser,
      OAuthConnectionDoesNotHaveRequiredScope,
      SchemaError
    ]
  })
)
