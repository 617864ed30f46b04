/**
 * The page of a forgotten password, which asks for a mail.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Password from "../auth/Password.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

/**
 * The person may ask for a link that resets their password.
 *
 * @category pages
 * @since 0.1.0
 */
export interface ForgotPassword {
  readonly _tag: "ForgotPassword"
  /** Mails the link. Succeeds for every well-formed address, so that nobody learns who has an account. */
  readonly send: (email: string) => Effect.Effect<
    void,
    | KnownErrors.PasswordAuthenticationNotEnabled
    | KnownErrors.RedirectUrlNotWhitelisted
    | KnownErrors.SchemaError
    | ApiError,
    Client | Navigation
  >
}

/**
 * The page that asks for a mail. Opening it sends nothing.
 *
 * @category opening
 * @since 0.1.0
 */
export const forgotPassword: ForgotPassword = {
  _tag: "ForgotPassword",
  send: (email) => Password.sendResetCode({ email })
}
