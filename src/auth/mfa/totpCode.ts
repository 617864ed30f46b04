/** The six digits of TOTP codes. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Secret, toRedacted } from "../../platform/toRedacted.ts"
import { InvalidTotpCode } from "../../wire/KnownErrors.ts"

/** Fails with the error that the service returns for a wrong code. */
export const invalidTotpCode: Effect.Effect<never, InvalidTotpCode> = /*#__PURE__*/ Effect.suspend(() =>
  Effect.fail(new InvalidTotpCode({ message: "The TOTP code is invalid. Please try again.", details: {} }))
)

/** Removes whitespace from a code. Authenticator apps show a space in the middle, which the service rejects. */
export const removeBlanks = (totp: Secret): Redacted.Redacted<string> =>
  Redacted.make(String(Redacted.value(toRedacted(totp))).replace(/\s/g, ""))
