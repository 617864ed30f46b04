/**
 * The codecs and errors that endpoints with a verification code share.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct } from "./Struct.ts"
import { secret } from "./tokens.ts"

/**
 * Codec of a code from an email.
 *
 * @category schemas
 * @since 0.1.0
 */
export const code = /*#__PURE__*/ memoize(() => struct({ code: secret() }))

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
export const validCode = /*#__PURE__*/ memoize(() => struct({ isCodeValid: Schema.Literal(true) }))
