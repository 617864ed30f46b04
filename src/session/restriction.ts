/** Restricted users in access token claims. */
import type * as Redacted from "effect/Redacted"
import * as AccessToken from "./AccessToken.ts"

/**
 * The id that a client reports to change listeners, like an endpoint's id, when the user is no longer restricted.
 */
export const restrictionLifted = "restriction.lifted"

/**
 * Returns `true` if an access token's claims, which are unverified, describe a restricted user who is not anonymous.
 */
export const claimsRestriction = (accessToken: Redacted.Redacted<string> | undefined): boolean => {
  const { is_anonymous, is_restricted } = accessToken && AccessToken.parse(accessToken)?.claims || {}
  return is_restricted === true && is_anonymous !== true
}
