/**
 * Signing up and in with an e-mail address and a password, changing the password, and resetting one that is forgotten.
 *
 * Passwords are `Redacted` from the first line of your program on, so that no log shows one.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callbackUrlOr } from "../navigation/callbackUrl.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/password.ts"
import { sendWithBotChallenge } from "./sendWithBotChallenge.ts"
import { type SignedIn, startSession } from "./startSession.ts"

/**
 * Signs a user in.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, with which `Mfa.orContinue` and `Mfa.orAsk` go on.
 * A malformed address or a password of more than 70 characters is a `RequestSchemaError`.
 *
 * **Example** (Telling the user what is wrong)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Password } from "latchkey"
 *
 * const signIn = (email: string, password: Redacted.Redacted<string>) =>
 *   Password.signIn({ email, password }).pipe(
 *     Effect.as("Welcome back!"),
 *     Effect.catchTag("EmailPasswordMismatch", (error) => Effect.succeed(error.message))
 *   )
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const signIn: (credentials: {
  readonly email: string
  readonly password: Redacted.Redacted<string>
}) => Effect.Effect<
  SignedIn,
  | KnownErrors.EmailPasswordMismatch
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) => trace("Password.signIn", Effect.flatMap(callAsClient(wire.signIn, { payload }), startSession))

/**
 * Signs a new user up and in.
 *
 * The service emails a link to `verificationCallbackUrl` with a `code` in its query. The default is the app's page
 * `emailVerification`. The URL must be on one of the project's trusted domains; otherwise the call fails with
 * `RedirectUrlNotWhitelisted`. The password has at least 8 characters (`PasswordTooShort`) and at most 70.
 *
 * With `verificationCallbackUrl: null`, the service sends no email. Services since 2026.
 *
 * @category signing up
 * @since 0.1.0
 */
export const signUp: WithCallbackUrl<
  { readonly email: string; readonly password: Redacted.Redacted<string> },
  SignedIn,
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.PasswordTooShort
  | KnownErrors.PasswordTooLong
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.SignUpRejected
  | KnownErrors.BotChallengeRequired
  | KnownErrors.BotChallengeFailed
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError,
  "verificationCallbackUrl",
  string | null
> = ({ email, password, verificationCallbackUrl: given }: {
  readonly email: string
  readonly password: Redacted.Redacted<string>
  readonly verificationCallbackUrl?: string | null | undefined
}) =>
  trace(
    "Password.signUp",
    callbackUrlOr(given, "emailVerification").pipe(
      Effect.flatMap((url) =>
        sendWithBotChallenge("sign_up_with_credential", (fields) =>
          callAsClient(wire.signUp, {
            payload: { email, password, verificationCallbackUrl: url ?? undefined, ...fields }
          }))
      ),
      Effect.flatMap(startSession)
    )
  )

/**
 * Changes the password of the user who is signed in. Every other session of the user ends.
 *
 * A wrong old password is a `PasswordConfirmationMismatch`. The new one has at least 8 characters (`PasswordTooShort`) and
 * at most 70.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (passwords: {
  readonly oldPassword: Redacted.Redacted<string>
  readonly newPassword: Redacted.Redacted<string>
}) => Effect.Effect<
  void,
  | KnownErrors.PasswordConfirmationMismatch
  | KnownErrors.PasswordTooShort
  | KnownErrors.UserDoesNotHavePassword
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) => trace("Password.update", Effect.asVoid(callAsClient(wire.update, { payload })))

/**
 * Gives a first password to the user who is signed in. A user who has one already is refused with a text, which is an
 * `ApiError` with the reason `RequestRefused`.
 *
 * @category managing
 * @since 0.1.0
 */
export const set: (options: { readonly password: Redacted.Redacted<string> }) => Effect.Effect<
  void,
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.PasswordTooShort
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) => trace("Password.set", Effect.asVoid(callAsClient(wire.set, { payload })))

/**
 * Mails a link that resets a forgotten password: `callbackUrl` with a `code` in its query, the app's page `passwordReset`
 * unless another is given.
 *
 * Succeeds for every well-formed address, and mails only to users who have a password, so that nobody learns who has an
 * account. The callback URL must be on one of the project's trusted domains, else the call fails with
 * `RedirectUrlNotWhitelisted`; the service may look at it only when there is something to mail.
 *
 * **Example** (A forgotten password, from the form to the page behind the link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { KnownErrors, Password } from "latchkey"
 *
 * const forgot = (email: string) =>
 *   Password.sendResetCode({ email, callbackUrl: "https://app.example.com/reset-password" })
 *
 * const reset = (link: URL, password: Redacted.Redacted<string>) =>
 *   Password.reset({ code: Redacted.make(link.searchParams.get("code") ?? ""), password }).pipe(
 *     Effect.as("Sign in with the new password."),
 *     Effect.catchTag(KnownErrors.VerificationCodeError, () => Effect.succeed("Ask for a new link, please."))
 *   )
 * ```
 *
 * @category resetting
 * @since 0.1.0
 */
export const sendResetCode: WithCallbackUrl<
  { readonly email: string },
  void,
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | ApiError
> = ({ callbackUrl: given, email }) =>
  trace(
    "Password.sendResetCode",
    Effect.flatMap(
      callbackUrlOr(given, "passwordReset"),
      (callbackUrl) => Effect.asVoid(callAsClient(wire.sendResetCode, { payload: { email, callbackUrl } }))
    )
  )

/**
 * Checks the code of a reset link without using it up, such as before a page asks for the new password.
 *
 * A code lives for 7 days and takes 20 attempts, of which each check is one.
 *
 * @category resetting
 * @since 0.1.0
 */
export const checkResetCode: (request: { readonly code: Redacted.Redacted<string> }) => Effect.Effect<
  void,
  KnownErrors.VerificationCodeError | KnownErrors.RequestSchemaError | ApiError,
  Client
> = (payload) => trace("Password.checkResetCode", Effect.asVoid(callAsClient(wire.checkResetCode, { payload })))

/**
 * Replaces a forgotten password, and ends every session of its user. Nobody is signed in by it.
 *
 * A code is used up before the service looks at the password: after `PasswordTooShort` the user needs another mail. The
 * password has at least 8 characters and at most 70, so check it first, with `checkNew`.
 *
 * @category resetting
 * @since 0.1.0
 */
export const reset: (request: {
  readonly code: Redacted.Redacted<string>
  readonly password: Redacted.Redacted<string>
}) => Effect.Effect<
  void,
  | KnownErrors.VerificationCodeError
  | KnownErrors.PasswordAuthenticationNotEnabled
  | KnownErrors.PasswordTooShort
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client
> = (payload) => trace("Password.reset", Effect.asVoid(callAsClient(wire.reset, { payload })))

/** @since 0.1.0 */
export { checkNew, type NewPassword } from "./checkNew.ts"
