/** The endpoint that completes a sign-in with a second factor. */
import { literal, secret } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { InvalidTotpCode, RequestSchemaError } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { IssuedTokensWithNew } from "./tokens.ts"
import { codeErrors } from "./verificationCodes.ts"

export const signIn = endpoint("mfa.signIn", "POST", "/auth/mfa/sign-in", {}, () => ({
  payload: struct({ type: literal("totp"), totp: secret, code: secret }),
  success: IssuedTokensWithNew,
  errors: [...codeErrors(), InvalidTotpCode, RequestSchemaError]
}))
