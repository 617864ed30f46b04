/** The codecs for tokens, and the endpoints that issue and refresh them. */
import { boolean, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/** The response of a sign-in. */
export const IssuedTokens = /*#__PURE__*/ struct(() => ({ accessToken: secret, refreshToken: secret, userId: string }))

/** The response of a sign-in that may have created the user. */
export const IssuedTokensWithNew = /*#__PURE__*/ struct(() => ({
  accessToken: secret,
  refreshToken: secret,
  userId: string,
  isNewUser: boolean
}))

export const anonymousSignUp = endpoint("anonymous.signUp", "POST", "/auth/anonymous/sign-up", {}, () => ({
  success: IssuedTokens,
  errors: [AnonymousAccountsNotEnabled]
}))

export { refresh } from "./currentSession.ts"
