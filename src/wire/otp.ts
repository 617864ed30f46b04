/** The endpoints for signing in with a code from an email. */
import { botChallengeFields, botChallengeNames } from "./botChallenge.ts"
import { secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  BotChallengeFailed,
  BotChallengeRequired,
  MultiFactorAuthenticationRequired,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  SignUpNotEnabled,
  SignUpRejected,
  UserWithEmailAlreadyExists
} from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { IssuedTokensWithNew } from "./tokens.ts"
import { code, codeErrors, validCode } from "./verificationCodes.ts"

export const sendSignInCode = endpoint("otp.sendSignInCode", "POST", "/auth/otp/send-sign-in-code", {
  addedFields: botChallengeNames
}, () => ({
  payload: struct({ email: string, callbackUrl: string, ...botChallengeFields() }),
  success: struct({ nonce: secret }),
  errors: [
    BotChallengeRequired,
    BotChallengeFailed,
    RedirectUrlNotWhitelisted,
    SignUpNotEnabled,
    UserWithEmailAlreadyExists,
    RequestSchemaError
  ]
}))

export const signIn = endpoint("otp.signIn", "POST", "/auth/otp/sign-in", { session: "optional" }, () => ({
  payload: code,
  success: IssuedTokensWithNew,
  errors: [
    ...codeErrors(),
    MultiFactorAuthenticationRequired,
    SignUpNotEnabled,
    SignUpRejected,
    UserWithEmailAlreadyExists,
    RequestSchemaError
  ]
}))

export const checkCode = endpoint("otp.signInCheck", "POST", "/auth/otp/sign-in/check-code", {}, () => ({
  payload: code,
  success: validCode,
  errors: [...codeErrors(), RequestSchemaError]
}))
