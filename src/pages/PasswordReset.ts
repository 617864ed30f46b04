/** The page behind the link of a reset email. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { checkNew, type NewPassword } from "../auth/checkNew.ts"
import * as Password from "../auth/Password.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { type CodeRefused, openWithCode } from "./CodeRefused.ts"
import { goTo } from "./redirects.ts"

/**
 * The link is valid, and the user can set a new password.
 *
 * @category pages
 */
export interface PasswordReset {
  readonly _tag: "PasswordReset"
  /**
   * Replaces the password, ends all user sessions, and redirects to the sign-in page. An invalid password fails
   * before any request, because the service would use the code up.
   */
  readonly reset: (password: NewPassword) => Effect.Effect<
    PasswordChanged,
    | KnownErrors.PasswordTooShort
    | KnownErrors.PasswordTooLong
    | KnownErrors.PasswordConfirmationMismatch
    | KnownErrors.VerificationCodeError
    | KnownErrors.PasswordAuthenticationNotEnabled
    | KnownErrors.RequestSchemaError
    | ApiError,
    Client | Navigation
  >
}

/**
 * The password was changed. The page redirects, unless the app's redirect method is `none`.
 *
 * @category pages
 */
export interface PasswordChanged {
  readonly _tag: "PasswordChanged"
  /** Redirects to the sign-in page. */
  readonly signIn: Effect.Effect<void, never, Navigation>
}

/** Opens the page behind the link of a reset email. Checks the code without using it up. */
export const passwordReset: Effect.Effect<
  PasswordReset | CodeRefused<"passwordReset">,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.passwordReset",
  /*#__PURE__*/ openWithCode(
    "passwordReset",
    (code) => Effect.as(Password.checkResetCode({ code }), { _tag: "PasswordReset" as const, reset: makeReset(code) })
  )
)

const toSignIn = /*#__PURE__*/ goTo("signIn")

const makeReset = (code: Redacted.Redacted<string>): PasswordReset["reset"] => (password) =>
  checkNew(password).pipe(
    Effect.flatMap(({ password }) => Password.reset({ code, password })),
    Effect.andThen(revalidateSession),
    Effect.andThen(toSignIn),
    Effect.as({ _tag: "PasswordChanged", signIn: toSignIn })
  )

/**
 * Refreshes the session, because the reset may have ended it. Otherwise, its access token would stay valid for
 * some minutes, and the sign-in page would treat the user as signed in.
 */
const revalidateSession: Effect.Effect<void, never, Client> = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller: { credentials } }) =>
    Effect.gen(function*() {
      const accessToken = (yield* credentials.tokens)?.accessToken
      if (accessToken === undefined) return
      yield* credentials.expire(accessToken)
      yield* credentials.tokens
    }).pipe(Effect.catch(() => Effect.void))
)
