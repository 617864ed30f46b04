/** The codecs and errors that endpoints with a verification code share. */
import { literal, secret } from "./Codec.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/** Codec for a code from an email. */
export const code = /*#__PURE__*/ struct(() => ({ code: secret }))

/** Returns the errors of an invalid code. */
export const codeErrors = () =>
  [
    VerificationCodeNotFound,
    VerificationCodeExpired,
    VerificationCodeAlreadyUsed,
    VerificationCodeMaxAttemptsReached
  ] as const

/** The response of endpoints that check a code without using it. */
export const validCode = /*#__PURE__*/ struct(() => ({ isCodeValid: literal(true) }))
