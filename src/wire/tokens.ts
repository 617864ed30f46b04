/**
 * The codecs of tokens, and the endpoints that issue and refresh them.
 *
 * @since 0.1.0
 */
import { boolean, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled } from "./KnownErrors.ts"
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

/** @since 0.1.0 */
export { refresh } from "./currentSession.ts"
