/** The current session's requests: its refresh and its end. */
import { literal, number, optional, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { AccessTokenExpired, RefreshTokenNotFoundOrExpired } from "./sessionErrors.ts"
import { struct } from "./Struct.ts"

export const signOut = endpoint("sessions.signOut", "DELETE", "/auth/sessions/current", { session: true }, () => ({
  payload: struct({}),
  errors: [RefreshTokenNotFoundOrExpired, AccessTokenExpired]
}))

/**
 * Refreshes a session with the refresh token in a header, and any project key. The OAuth grant accepts only the
 * publishable key, so levels with other keys use this endpoint.
 */
export const refreshCurrent = endpoint("sessions.refreshCurrent", "POST", "/auth/sessions/current/refresh", {
  session: "refresh",
  isIdempotent: true
}, () => ({
  success: struct({ accessToken: secret }),
  errors: [RefreshTokenNotFoundOrExpired]
}))

/** The refresh token grant (RFC 6749 § 6). The service does not rotate refresh tokens, so the request is idempotent. */
export const refresh = endpoint("oauth.refresh", "POST", "/auth/oauth/token", {
  encoding: "form",
  isIdempotent: true
}, () => ({
  payload: struct({
    grantType: literal("refresh_token"),
    refreshToken: secret,
    clientId: string,
    clientSecret: string
  }),
  success: struct({
    accessToken: secret,
    tokenType: optional(string),
    expiresIn: optional(number),
    scope: optional(string)
  }),
  errors: [RefreshTokenNotFoundOrExpired]
}))
