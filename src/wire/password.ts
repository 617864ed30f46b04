/** The endpoints of password sign-in, and of changing and resetting passwords. */
import { botChallengeFields, botChallengeNames } from "./botChallenge.ts"
import { optional, secret, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  BotChallengeFailed,
  BotChallengeRequired,
  CannotGetOwnUserWithoutUser,
  EmailPasswordMismatch,
  MultiFactorAuthenticationRequired,
  PasswordAuthenticationNotEnabled,
  PasswordConfirmationMismatch,
  PasswordTooLong,
  PasswordTooShort,
  RedirectUrlNotWhitelisted,
  RequestSchemaError,
  SignUpNotEnabled,
  SignUpRejected,
  UserDoesNotHavePassword,
  UserWithEmailAlreadyExists
} from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { IssuedTokens } from "./tokens.ts"
import { code, codeErrors, validCode } from "./verificationCodes.ts"

export const signIn = endpoint("password.signIn", "POST", "/auth/password/sign-in", {}, () => ({
  payload: struct({ email: string, password: secret }),
  success: IssuedTokens,
  errors: [
    PasswordAuthenticationNotEnabled,
    EmailPasswordMismatch,
    MultiFactorAuthenticationRequired,
    RequestSchemaError
  ]
}))

export const signUp = endpoint("password.signUp", "POST", "/auth/password/sign-up", {
  session: "optional",
  addedFields: botChallengeNames,
  omittableFields: ["verification_callback_url"]
}, () => ({
  payload: struct({
    email: string,
    password: secret,
    verificationCallbackUrl: optional(string),
    ...botChallengeFields()
  }),
  success: IssuedTokens,
  errors: [
    BotChallengeRequired,
    BotChallengeFailed,
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    PasswordTooLong,
    SignUpNotEnabled,
    SignUpRejected,
    UserWithEmailAlreadyExists,
    MultiFactorAuthenticationRequired,
    RedirectUrlNotWhitelisted,
    RequestSchemaError
  ]
}))

export const update = endpoint("password.update", "POST", "/auth/password/update", { session: true }, () => ({
  payload: struct({ oldPassword: secret, newPassword: secret }),
  errors: [
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    UserDoesNotHavePassword,
    PasswordConfirmationMismatch,
    CannotGetOwnUserWithoutUser,
    RequestSchemaError
  ]
}))

export const set = endpoint("password.set", "POST", "/auth/password/set", { session: true }, () => ({
  payload: struct({ password: secret }),
  errors: [PasswordAuthenticationNotEnabled, PasswordTooShort, CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const sendResetCode = endpoint("password.sendResetCode", "POST", "/auth/password/send-reset-code", {}, () => ({
  payload: struct({ email: string, callbackUrl: string }),
  // A message for the user. It is the same for known and unknown addresses, so that the service does not reveal
  // accounts.
  success: struct({ success: string }),
  errors: [PasswordAuthenticationNotEnabled, RedirectUrlNotWhitelisted, RequestSchemaError]
}))

export const checkResetCode = endpoint("password.resetCheck", "POST", "/auth/password/reset/check-code", {}, () => ({
  payload: code,
  success: validCode,
  errors: [...codeErrors(), RequestSchemaError]
}))

export const reset = endpoint("password.reset", "POST", "/auth/password/reset", {}, () => ({
  payload: struct({ code: secret, password: secret }),
  errors: [
    ...codeErrors(),
    PasswordAuthenticationNotEnabled,
    PasswordTooShort,
    RequestSchemaError
  ]
}))
