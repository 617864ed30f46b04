/** `auth.password`. */
import * as Effect from "effect/Effect"
import * as Password from "../../auth/Password.ts"
import type { Call, CallOptions } from "../Result.ts"
import { withNames } from "../withNames.ts"
import type { Services } from "./Services.ts"

/** The signed-in user's password, and resets if the user forgot it. Passwords have 8 to 70 characters. */
export interface PasswordGroup {
  /** Changes the password, and ends all other sessions. A wrong current one is `PASSWORD_CONFIRMATION_MISMATCH`. */
  readonly change: (
    passwords: { readonly currentPassword: string; readonly newPassword: string },
    options?: CallOptions
  ) => Call<void, Password.UpdateError>
  /** Sets a first password for a user without one. */
  readonly set: (password: { readonly password: string }, options?: CallOptions) => Call<void, Password.SetError>
  /**
   * Emails a link to reset a forgotten password. Succeeds for every address, so that the result does not reveal accounts. The
   * link opens `callbackUrl`, by default `urls.passwordReset`.
   */
  readonly sendReset: (
    to: { readonly email: string; readonly callbackUrl?: string | undefined },
    options?: CallOptions
  ) => Call<void, Password.SendResetCodeError>
  /**
   * Replaces a forgotten password with the link's code, and ends all user sessions. Does not sign in. After
   * `PASSWORD_TOO_SHORT`, the user can try again.
   */
  readonly reset: (
    reset: { readonly code: string; readonly password: string },
    options?: CallOptions
  ) => Call<void, Password.ResetError>
  /** Checks the link's code without using it up. */
  readonly checkResetCode: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<void, Password.CheckResetCodeError>
}

/**
 * Replaces a forgotten password. The service uses the code up for any password, so a password that is too short is not sent.
 *
 * @internal
 */
export const resetPassword: typeof Password.reset = ({ code, password }) =>
  Password.checkNew({ password }).pipe(
    // The next call refuses a password that is too long, and there is no confirmation.
    Effect.catchTag(["PasswordTooLong", "PasswordConfirmationMismatch"], () => Effect.void),
    Effect.andThen(Password.reset({ code, password }))
  )

/** @internal */
export const password = /*#__PURE__*/ withNames<PasswordGroup, Services>({
  change: ({ currentPassword, newPassword }) => Password.update({ oldPassword: currentPassword, newPassword }),
  set: Password.set,
  sendReset: Password.sendResetCode,
  reset: resetPassword,
  checkResetCode: Password.checkResetCode
}, {
  change: [{ currentPassword: true, newPassword: true }],
  set: [{ password: true }],
  sendReset: [{ email: true, callbackUrl: true }],
  reset: [{ code: true, password: true }],
  checkResetCode: [{ code: true }]
})
