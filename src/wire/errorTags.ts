/**
 * The tags of families that every call recognizes. They are apart from the error classes, because browsers load this module only
 * for failures.
 */

/** The errors of an access token that the service rejects. */
export const accessTokenTags = ["AccessTokenExpired", "InvalidProjectForAccessToken", "UnparsableAccessToken"] as const

/** The errors of invalid or missing credentials of the project or of the access level. */
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
