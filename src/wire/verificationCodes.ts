/**
 * What requests with a verification code have in common, whatever the code is for.
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
 * A code from a mail.
 *
 * @category schemas
 * @since 0.1.0
 */
export const code = /*#__PURE__*/ memoize(() => struct({ code: secret() }))

/**
 * What may be wrong with a code.
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
 * The answer of requests that only check a code.
 *
 * @category schemas
 * @since 0.1.0
 */
export const validCode = /*#__PURE__*/ memoize(() => struct({ isCodeValid: Schema.Literal(true) }))
