/**
 * The codecs of tokens, and the endpoints that issue and refresh them.
 *
 * @since 0.1.0
 */
import { boolean, literal, number, optional, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled, RefreshTokenNotFoundOrExpired } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/**
 * The response of a sign-in.
 *
 * @category schemas
 * @since 0.1.0
 */
export const IssuedTokens = /*#__PURE__*/ struct(() => ({ accessToken: secret, refreshToken: secret, userId: string }))

/**
 * The response of a sign-in that may have created the user.
 *
 * @category schemas
 * @since 0.1.0
 */
export const IssuedTokensWithNew = /*#__PURE__*/ struct(() => ({
  accessToken: secret,
  refreshToken: secret,
  userId: string,
  isNewUser: boolean
}))

/** @since 0.1.0 */
export const anonymousSignUp = endpoint("anonymous.signUp", "POST", "/auth/anonymous/sign-up", {}, () => ({
  success: IssuedTokens,
  errors: [AnonymousAccountsNotEnabled]
}))

/**
 * The refresh token grant (RFC 6749 § 6). The service does not rotate refresh tokens, so the request is idempotent.
 *
 * @category endpoints
 * @since 0.1.0
 */
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
