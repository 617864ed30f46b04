/**
 * The endpoint that completes a sign-in with a second factor.
 *
 * @since 0.1.0
 */
import { literal, secret } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { InvalidTotpCode, RequestSchemaError } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { IssuedTokensWithNew } from "./tokens.ts"
import { codeErrors } from "./verificationCodes.ts"

/** @since 0.1.0 */
export const signIn = endpoint("mfa.signIn", "POST", "/auth/mfa/sign-in", {}, () => ({
  payload: struct({ type: literal("totp"), totp: secret, code: secret }),
  success: IssuedTokensWithNew,
  errors: [...codeErrors(), InvalidTotpCode, RequestSchemaError]
}))
