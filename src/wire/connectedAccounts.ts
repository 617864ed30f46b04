/** The provider accounts that are connected to users, and the access tokens that the providers issued for them. */
import { type Codec, optional, pattern, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  OAuthAccessTokenNotAvailable,
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
  OAuthConnectionDoesNotHaveRequiredScope,
  OAuthConnectionNotConnectedToUser,
  OAuthProviderNotFoundOrNotEnabled,
  RequestSchemaError,
  UserNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { providerId } from "./oauth.ts"
import { struct } from "./Struct.ts"
import { uuidOrMe } from "./uuid.ts"

/** A provider account that is connected to a user. */
export interface LinkedAccount {
  readonly userId: string
  /** The provider, such as `github`. */
  readonly provider: string
  /** The account's id at the provider. */
  readonly accountId: string
}

export const LinkedAccount: Codec<LinkedAccount> = /*#__PURE__*/ struct(
  () => ({ userId: string, provider: string, accountId: string }),
  { accountId: "provider_account_id" }
)

/** An id that a provider created, for use in a path. Segments such as `..`, which would change the path, are rejected. */
const accountId = () => pattern(/^(?!\.\.?$)\P{Surrogate}+$/u, "the id of an account")

const accessTokenShape = () => ({
  params: struct({ userId: uuidOrMe, providerId }),
  payload: struct({ scope: optional(string) }),
  success: struct({ accessToken: secret }),
  errors: [
    OAuthProviderNotFoundOrNotEnabled,
    OAuthAccessTokenNotAvailableWithSharedOAuthKeys,
    OAuthAccessTokenNotAvailable,
    OAuthConnectionNotConnectedToUser,
    OAuthConnectionDoesNotHaveRequiredScope,
    CannotGetOwnUserWithoutUser,
    RequestSchemaError
  ]
})

const accountShape = () => ({
  ...accessTokenShape(),
  params: struct({ userId: uuidOrMe, providerId, accountId: accountId() })
})

/**
 * The errors that mean "no token": the user has no account with the scopes, or the provider does not accept the stored token.
 */
export const noTokenTags = [
  "OAuthConnectionNotConnectedToUser",
  "OAuthConnectionDoesNotHaveRequiredScope",
  "OAuthAccessTokenNotAvailable"
] as const

const listPath = "/connected-accounts/:userId"
const accountPath = "/connected-accounts/:userId/:providerId/:accountId/access-token"

export const list = endpoint(
  "connectedAccounts.list",
  "GET",
  listPath,
  { session: true, generation: "2026", alternative: "the field oauthProviders of CurrentUser.get" },
  () => ({
    params: struct({ userId: uuidOrMe }),
    success: listOf(LinkedAccount),
    errors: [CannotGetOwnUserWithoutUser]
  })
)

export const listAsServer = endpoint(
  "connectedAccounts.list.server",
  "GET",
  listPath,
  { level: "server", session: "me", generation: "2026", alternative: "the field oauthProviders of Users.get" },
  () => ({
    params: struct({ userId: uuidOrMe }),
    success: listOf(LinkedAccount),
    errors: [CannotGetOwnUserWithoutUser, UserNotFound, RequestSchemaError]
  })
)

/** One account's token, for users who have several accounts at a provider. */
export const getAccountAccessToken = endpoint(
  "connectedAccounts.getAccountAccessToken",
  "POST",
  accountPath,
  { session: true, generation: "2026", alternative: "the call without accountId", status: 201 },
  accountShape
)

export const getAccountAccessTokenAsServer = endpoint(
  "connectedAccounts.getAccountAccessToken.server",
  "POST",
  accountPath,
  { level: "server", session: "me", generation: "2026", alternative: "the call without accountId", status: 201 },
  accountShape
)

export const getAccessToken = endpoint(
  "connectedAccounts.getAccessToken",
  "POST",
  "/connected-accounts/:userId/:providerId/access-token",
  { session: true, status: 201 },
  accessTokenShape
)

export const getAccessTokenAsServer = endpoint(
  "connectedAccounts.getAccessToken.server",
  "POST",
  "/connected-accounts/:userId/:providerId/access-token",
  { level: "server", session: "me", status: 201 },
  accessTokenShape
)
