/**
 * The codecs of tokens, and the endpoints that issue and refresh them.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled, RefreshTokenNotFoundOrExpired } from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"

/**
 * Codec of a secret: `Redacted` in the program, plain text on the wire.
 *
 * @category schemas
 * @since 0.1.0
 */
export const secret = /*#__PURE__*/ memoize(() => Schema.RedactedFromValue(Schema.String))

/**
 * The response of a sign-in.
 *
 * @category schemas
 * @since 0.1.0
 */
export const IssuedTokens = /*#__PURE__*/ memoize(() =>
  struct({ accessToken: secret(), refreshToken: secret(), userId: Schema.String })
)

/**
 * The response of a sign-in that may have created the user.
 *
 * @category schemas
 * @since 0.1.0
 */
export const IssuedTokensWithNew = /*#__PURE__*/ memoize(() =>
  struct({ accessToken: secret(), refreshToken: secret(), userId: Schema.String, isNewUser: Schema.Boolean })
)

/** @since 0.1.0 */
export const anonymousSignUp = endpoint("anonymous.signUp", "POST", "/auth/anonymous/sign-up", {}, () => ({
  success: IssuedTokens(),
  errors: [AnonymousAccountsNotEnabled]
}))

/**
 * The refresh token grant (RFC 6749 § 6).
 *
 * @category endpoints
 * @since 0.1.0
 */
export const refresh = endpoint("oauth.refresh", "POST", "/auth/oauth/token", { encoding: "form" }, () => ({
  payload: struct({
    grantType: Schema.Literal("refresh_token"),
    refreshToken: secret(),
    clientId: Schema.String,
    clientSecret: Schema.String
  }),
  success: struct({
    accessToken: secret(),
    tokenType: Schema.optional(Schema.String),
    expiresIn: Schema.optional(Schema.Number),
    scope: Schema.optional(Schema.String)
  }),
  errors: [RefreshTokenNotFoundOrExpired]
}))
