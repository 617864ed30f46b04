/**
 * The codecs and errors that endpoints with a verification code share.
 *
 * @since 0.1.0
 */
import { literal, secret } from "./Codec.ts"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "./KnownErrors.ts"
import { struct } from "./Struct.ts"

/**
 * Codec of a code from an email.
 *
 * @category schemas
 * @since 0.1.0
 */
export const code = /*#__PURE__*/ struct(() => ({ code: secret }))

/**
 * Returns the errors of an invalid code.
 *
 * @category errors
 * @since 0.1.0
 */
export const codeErrors = () =>
  [
    VerificationCodeNotFound,
    VerificationCodeExpired,
    VerificationCodeAlreadyUsed,
    VerificationCodeMaxAttemptsReached
  ] as const

/**
 * The response of endpoints that check a code without using it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const validCode = /*#__PURE__*/ struct(() => ({ isCodeValid: literal(true) }))
