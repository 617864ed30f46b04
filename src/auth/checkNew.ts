/** The rules for new passwords that can be checked without a request. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { PasswordConfirmationMismatch, PasswordTooLong, PasswordTooShort } from "../wire/KnownErrors.ts"
import { passwordLength } from "../wire/passwordLength.ts"

/** A new password, and its confirmation if the form has one. */
export interface NewPassword {
  readonly password: Secret
  readonly confirmation?: Secret | undefined
}

/** A form whose password and confirmation are redacted. */
export type RedactedForm<P extends NewPassword> = {
  [Key in keyof P]: Key extends keyof NewPassword ? Redacted.Redacted<string> | Extract<P[Key], undefined> : P[Key]
}

/** Errors from `checkNew`. */
export type CheckNewError = PasswordTooShort | PasswordTooLong | PasswordConfirmationMismatch

/**
 * Checks that a new password has 8 to 70 characters and equals its confirmation. Sends no request. Returns the form with
 * redacted secrets.
 *
 * **When to use**
 *
 * Use before `Password.reset`, which uses its code up for any password, and in forms with a confirmation.
 *
 * **Example** (A sign-up form)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Password } from "latchkey"
 *
 * const signUp = (form: { readonly email: string; readonly password: string; readonly confirmation: string }) =>
 *   Effect.flatMap(Password.checkNew(form), ({ email, password }) => Password.signUp({ email, password }))
 * ```
 */
export const checkNew = <P extends NewPassword>(
  given: P
): Effect.Effect<RedactedForm<P>, CheckNewError> =>
  Effect.suspend((): Effect.Effect<RedactedForm<P>, CheckNewError> => {
    const password = toRedacted(given.password)
    const confirmation = given.confirmation === undefined ? undefined : toRedacted(given.confirmation)
    const { length } = Redacted.value(password)
    const { max, min } = passwordLength
    if (length < min) {
      const message = `Password too short. Minimum length is ${min}.`
      return Effect.fail(new PasswordTooShort({ message, details: { minLength: min } }))
    }
    if (length > max) {
      const message = `Password too long. Maximum length is ${max}.`
      return Effect.fail(new PasswordTooLong({ message, details: { maxLength: max } }))
    }
    if (confirmation !== undefined && Redacted.value(confirmation) !== Redacted.value(password)) {
      return Effect.fail(new PasswordConfirmationMismatch({ message: "The two passwords differ", details: {} }))
    }
    // Sound: the secrets are redacted, and all other fields are unchanged.
    return Effect.succeed(
      (password === given.password && confirmation === given.confirmation
        ? given
        : { ...given, password, ...confirmation !== undefined && { confirmation } }) as RedactedForm<P>
    )
  })
