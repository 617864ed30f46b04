/**
 * Sign-up and sign-in with an email address and a password, password changes, and resets of forgotten passwords.
 *
 * Functions accept passwords and codes as strings or as `Redacted` values. Results are always `Redacted`, so that no log
 * shows them.
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/password.ts"
import { sendWithBotChallenge } from "./sendWithBotChallenge.ts"
import { type SignedIn, startSession } from "./startSession.ts"

/** Errors from `signIn`. */
export type SignInError = Errors<typeof wire.signIn>

/**
 * Signs in with an email address and a password.
 *
 * For a user with TOTP, this fails with `MultiFactorAuthenticationRequired`: continue with `Mfa.orContinue` or `Mfa.orAsk`.
 * A malformed email address or a password with more than 70 characters is a `RequestSchemaError`.
 *
 * **Example** (Handling a wrong password)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Password } from "latchkey"
 *
 * const signIn = (email: string, password: string) =>
 *   Password.signIn({ email, password }).pipe(
 *     Effect.as("Welcome back!"),
 *     Effect.catchTag("EmailPasswordMismatch", () => Effect.succeed("Wrong email or password."))
 *   )
 * ```
 */
export const signIn = (
  { email, password }: { readonly email: string; readonly password: Secret }
): Effect.Effect<SignedIn, SignInError, Client> =>
  trace(
    "Password.signIn",
    Effect.flatMap(callAsClient(wire.signIn, { payload: { email, password: toRedacted(password) } }), startSession)
  )

/** Errors from `signUp`. */
export type SignUpError = Errors<typeof wire.signUp>

/**
 * Signs up a new user and signs in.
 *
 * The service emails a link to `verificationCallbackUrl` with a `code` in its query. The default is the app's page
 * `emailVerification`. The URL must be on one of the project's trusted domains; otherwise the call fails with
 * `RedirectUrlNotWhitelisted`. The password must have 8 to 70 characters.
 *
 * With `verificationCallbackUrl: null`, the service sends no email.
 *
 * @generation 2026
 */
export const signUp: WithCallbackUrl<
  { readonly email: string; readonly password: Secret },
  SignedIn,
  SignUpError,
  "verificationCallbackUrl",
  string | null
> = ({ email, password, verificationCallbackUrl: given }: {
  readonly email: string
  readonly password: Secret
  readonly verificationCallbackUrl?: string | null | undefined
}) =>
  trace(
    "Password.signUp",
    callbackUrlOr(given, "emailVerification").pipe(
      Effect.flatMap((url) =>
        sendWithBotChallenge("sign_up_with_credential", (fields) =>
          callAsClient(wire.signUp, {
            payload: { email, password: toRedacted(password), verificationCallbackUrl: url ?? undefined, ...fields }
          }))
      ),
      Effect.flatMap(startSession)
    )
  )

/** Errors from `update`. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Changes the signed-in user's password, and ends the user's other sessions.
 *
 * Fails with `PasswordConfirmationMismatch` if the old password is wrong. The new password must have 8 to 70 characters.
 */
export const update = (
  { newPassword, oldPassword }: { readonly oldPassword: Secret; readonly newPassword: Secret }
): Effect.Effect<void, UpdateError, Client> =>
  trace(
    "Password.update",
    Effect.asVoid(callAsClient(wire.update, {
      payload: { oldPassword: toRedacted(oldPassword), newPassword: toRedacted(newPassword) }
    }))
  )

/** Errors from `set`. */
export type SetError = Errors<typeof wire.set>

/**
 * Sets the signed-in user's first password. If the user already has one, the call fails with an `ApiError` whose reason
 * is `RequestRefused`.
 */
export const set = ({ password }: { readonly password: Secret }): Effect.Effect<void, SetError, Client> =>
  trace("Password.set", Effect.asVoid(callAsClient(wire.set, { payload: { password: toRedacted(password) } })))

/** Errors from `sendResetCode`. */
export type SendResetCodeError = Errors<typeof wire.sendResetCode>

/**
 * Emails a link to reset a forgotten password: `callbackUrl` with a `code` in its query. The default is the app's page
 * `passwordReset`.
 *
 * Succeeds for every well-formed address, so that the result does not reveal whether an account exists. The service emails
 * only users with a password. The callback URL must be on one of the project's trusted domains; otherwise the call fails
 * with `RedirectUrlNotWhitelisted`. The service may check it only if there is an email to send.
 *
 * **Example** (From the form to the page behind the link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { KnownErrors, Password } from "latchkey"
 *
 * const forgot = (email: string) =>
 *   Password.sendResetCode({ email, callbackUrl: "https://app.example.com/reset-password" })
 *
 * const reset = (link: URL, password: string) =>
 *   Password.reset({ code: link.searchParams.get("code") ?? "", password }).pipe(
 *     Effect.as("Sign in with your new password."),
 *     Effect.catchTag(KnownErrors.VerificationCodeError, () => Effect.succeed("Request a new link."))
 *   )
 * ```
 */
export const sendResetCode: WithCallbackUrl<
  { readonly email: string },
  void,
  SendResetCodeError
> = ({ callbackUrl: given, email }) =>
  trace(
    "Password.sendResetCode",
    Effect.flatMap(
      callbackUrlOr(given, "passwordReset"),
      (callbackUrl) => Effect.asVoid(callAsClient(wire.sendResetCode, { payload: { email, callbackUrl } }))
    )
  )

/** Errors from `checkResetCode`. */
export type CheckResetCodeError = Errors<typeof wire.checkResetCode>

/**
 * Checks a reset link's code without using it up, for example before the page shows the form for a new password.
 *
 * A code is valid for 7 days and 20 attempts. Each check is one attempt.
 */
export const checkResetCode: (request: { readonly code: Secret }) => Effect.Effect<void, CheckResetCodeError, Client> =
  (
    { code }
  ) =>
    trace(
      "Password.checkResetCode",
      Effect.asVoid(callAsClient(wire.checkResetCode, { payload: { code: toRedacted(code) } }))
    )

/** Errors from `reset`. */
export type ResetError = Errors<typeof wire.reset>

/**
 * Replaces a forgotten password, and ends all user sessions. Does not sign in.
 *
 * The service uses the code up before it checks the password. Therefore, check the password with `checkNew` first: after
 * `PasswordTooShort`, the user needs a new email. The password must have 8 to 70 characters.
 */
export const reset: (request: {
  readonly code: Secret
  readonly password: Secret
}) => Effect.Effect<void, ResetError, Client> = ({ code, password }) =>
  trace(
    "Password.reset",
    Effect.asVoid(callAsClient(wire.reset, { payload: { code: toRedacted(code), password: toRedacted(password) } }))
  )

export { checkNew, type CheckNewError, type NewPassword, type RedactedForm } from "./checkNew.ts"
