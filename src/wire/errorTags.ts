/**
 * The tags in families that every call recognizes. They are apart from the error classes, because browsers load only this
 * module for failures.
 */

/** The errors for an access token that the service rejects. */
export const accessTokenTags = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const

/** The errors for invalid or missing credentials for the project or the access level. */
export const projectTags = [
  "AccessTypeRequired",
  "AccessTypeWithoutProjectId",
  "InvalidAccessType",
  "ProjectKeyWithoutAccessType",
  "AdminAccessTokenExpired",
  "AdminAccessTokenIsNotAdmin",
  "AdminAuthenticationRequired",
  "ClientAuthenticationRequired",
  "ClientOrAdminAuthenticationRequired",
  "ClientOrServerAuthenticationRequired",
  "ClientOrServerOrAdminAuthenticationRequired",
  "ExpectedInternalProject",
  "InsufficientAccessType",
  "InvalidProjectForAdminAccessToken",
  "InvalidPublishableClientKey",
  "InvalidSecretServerKey",
  "InvalidSuperSecretAdminKey",
  "ServerAuthenticationRequired",
  "UnparsableAdminAccessToken"
] as const
