/**
 * The six digits that a user types.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { InvalidTotpCode } from "../../wire/KnownErrors.ts"

/** Fails as the service does when a code is wrong. */
export const invalidTotpCode: Effect.Effect<never, InvalidTotpCode> = /*#__PURE__*/ Effect.suspend(() =>
  Effect.fail(new InvalidTotpCode({ message: "The TOTP code is invalid. Please try again.", details: {} }))
)

/**
 * Takes the blanks out of a code: authenticator apps show one in the middle, which the service does not read.
 *
 * @category conversion
 * @since 0.1.0
 */
export const removeBlanks = (totp: Secret): Redacted.Redacted<string> =>
  Redacted.make(Redacted.value(toRedacted(totp)).replace(/\s/g, ""))
