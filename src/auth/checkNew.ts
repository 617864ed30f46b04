/**
 * What a new password must be, as far as a program can tell without the service.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { PasswordConfirmationMismatch, PasswordTooLong, PasswordTooShort } from "../wire/KnownErrors.ts"
import { passwordLength } from "../wire/passwordLength.ts"

/**
 * A password that somebody has chosen.
 *
 * @category models
 * @since 0.1.0
 */
export interface NewPassword {
  readonly password: Redacted.Redacted<string>
  /** The same once more, where a form asks for it. */
  readonly confirmation?: Redacted.Redacted<string> | undefined
}

/**
 * Checks a new password before it is sent: it has at least 8 characters and at most 70, and was typed the same twice. Sends
 * nothing.
 *
 * **When to use**
 *
 * Use before `Password.reset`, which uses its code up whatever the password is, and in forms that ask for a password twice.
 *
 * **Example** (A form for signing up)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Password } from "latchkey"
 *
 * const signUp = (form: {
 *   readonly email: string
 *   readonly password: Redacted.Redacted<string>
 *   readonly confirmation: Redacted.Redacted<string>
 * }) => Effect.flatMap(Password.checkNew(form), ({ password }) => Password.signUp({ email: form.email, password }))
 * ```
 *
 * @category checks
 * @since 0.1.0
 */
export const checkNew = <P extends NewPassword>(
  given: P
): Effect.Effect<P, PasswordTooShort | PasswordTooLong | PasswordConfirmationMismatch> =>
  Effect.suspend((): Effect.Effect<P, PasswordTooShort | PasswordTooLong | PasswordConfirmationMismatch> => {
    const { length } = Redacted.value(given.password)
    const { max, min } = passwordLength
    if (length < min) {
      const message = `Password too short. Minimum length is ${min}.`
      return Effect.fail(new PasswordTooShort({ message, details: { minLength: min } }))
    }
    if (length > max) {
      const message = `Password too long. Maximum length is ${max}.`
      return Effect.fail(new PasswordTooLong({ message, details: { maxLength: max } }))
    }
    return given.confirmation !== undefined && Redacted.value(given.confirmation) !== Redacted.value(given.password)
      ? Effect.fail(new PasswordConfirmationMismatch({ message: "The two passwords differ", details: {} }))
      : Effect.succeed(given)
  })
