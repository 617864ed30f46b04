/** `auth.signIn` and `auth.signUp`. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Anonymous from "../../auth/Anonymous.ts"
import type * as Cli from "../../auth/cliLogin/login.ts"
import * as EmailCode from "../../auth/EmailCode.ts"
import * as MagicLink from "../../auth/MagicLink.ts"
import * as Mfa from "../../auth/mfa/Continuation.ts"
import type * as Exchange from "../../auth/oauth/exchange.ts"
import type * as OAuth from "../../auth/oauth/start.ts"
import type * as Passkey from "../../auth/passkey/ceremony.ts"
import * as Password from "../../auth/Password.ts"
import type { ApiError } from "../../call/ApiError.ts"
import type { GivenUrls } from "../../navigation/Urls.ts"
import type { MakeCall } from "../makeCall.ts"
import type { Call, CallOptions } from "../Result.ts"
import { withNames } from "../withNames.ts"
import {
  type FirstFactorError,
  forgetSteps,
  type SecondFactor,
  type SignedIn,
  type SignInOutcome,
  toOutcome,
  toSecondFactor,
  toSignedIn
} from "./outcome.ts"
import type { Services } from "./Services.ts"

/**
 * An email with a link and a code.
 *
 * The page keeps it for seven days: after a reload, `auth.signIn.pending()` returns it.
 */
export interface SentEmail {
  readonly status: "email-sent"
  readonly email: string
  readonly expiresAt: Date
  /** Completes the sign-in with the email's six characters, for users who read it on another device. */
  readonly verify: (code: string, options?: CallOptions) => Call<SignInOutcome, FirstFactorError<EmailCode.SignInError>>
}

/** A provider, such as `github`. Projects choose theirs. */
export type Provider = "google" | "github" | "microsoft" | "apple" | (string & {})

/** Options for a sign-in with a provider. URLs must be on the project's trusted domains. */
export interface OAuthOptions extends CallOptions {
  /** Scopes in addition to the project's. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The page to return to. By default, the page that redirected to the sign-in page, then `urls.afterSignIn`. */
  readonly returnTo?: string | undefined
  /** The page that calls `handleCallback()`; `urls.oauthCallback` by default. */
  readonly callbackUrl?: string | undefined
  /** The page for errors; `urls.error` by default. */
  readonly errorUrl?: string | undefined
}

/** Options for a sign-in from a command-line program. */
export type CliOptions = CallOptions & {
  /** The app's URL, where the user confirms. */
  readonly appUrl: string
  /** Shows the URL to the user, or opens it in a browser. */
  readonly open: (url: string) => unknown
  readonly urls?: Pick<GivenUrls, "handler" | "cliAuthConfirm"> | undefined
  /** The time for the confirmation; 2 hours by default. A number is in milliseconds. */
  readonly expiresIn?: Duration.Input | undefined
  /** The pause between two polls; 2 seconds by default. */
  readonly waitTime?: Duration.Input | undefined
  /** The number of polls; unlimited by default. */
  readonly maxAttempts?: number | undefined
  /** An anonymous user's refresh token. The sign-in keeps the user's data. */
  readonly anonRefreshToken?: string | undefined
}

/**
 * Signs users in. For a user with a second factor, the result is `{ status: "second-factor" }` with `verify`.
 *
 * **Example** (A form)
 *
 * ```ts
 * import type { AuthClient } from "latchkey/promise"
 *
 * export const signIn = async (auth: AuthClient, email: string, password: string) => {
 *   const { data, error } = await auth.signIn.password({ email, password })
 *   if (error) return error.code === "EMAIL_PASSWORD_MISMATCH" ? "Wrong email or password." : error.message
 *   return data.status === "second-factor" ? "Enter the code of your authenticator app." : `Welcome, ${data.userId}!`
 * }
 * ```
 */
export interface SignIn {
  readonly password: (
    credentials: { readonly email: string; readonly password: string },
    options?: CallOptions
  ) => Call<SignInOutcome, FirstFactorError<Password.SignInError>>
  /**
   * Sends an email with a link and a code. The link opens `callbackUrl`, by default `urls.magicLinkCallback`, where
   * `handleCallback()` signs the user in.
   */
  readonly email: (
    to: { readonly email: string; readonly callbackUrl?: string | undefined },
    options?: CallOptions
  ) => Call<SentEmail, EmailCode.SendError>
  /** Signs in with a link's code. `handleCallback()` does it for the link's page. */
  readonly magicLink: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<SignInOutcome, FirstFactorError<MagicLink.SignInError>>
  /** Checks a link's code without using it up. */
  readonly checkMagicLink: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<void, MagicLink.CheckCodeError>
  /** Leaves the page for the provider's. Resolves only if the browser could not leave. */
  readonly oauth: (provider: Provider, options?: OAuthOptions) => Call<void, OAuth.StartError>
  /** Returns the provider's URL instead, for a link or a pop-up. */
  readonly oauthUrl: (provider: Provider, options?: OAuthOptions) => Call<string, OAuth.StartError>
  /** Signs in with the identity token from Apple's native sign-in. @generation 2026 */
  readonly apple: (
    token: { readonly idToken: string },
    options?: CallOptions
  ) => Call<SignInOutcome, FirstFactorError<Exchange.SignInWithAppleError>>
  /**
   * Signs in with a passkey on this device. With `autofill`, the browser offers passkeys as autofill in an input whose
   * `autocomplete` ends with `webauthn`, and the call waits until the user chooses one.
   */
  readonly passkey: (
    options?: CallOptions & { readonly autofill?: boolean | undefined }
  ) => Call<SignInOutcome, FirstFactorError<Passkey.SignInError>>
  /** Signs in as a new user without an email, or continues as the current anonymous one. */
  readonly anonymous: (
    options?: CallOptions
  ) => Call<{ readonly status: "signed-in"; readonly userId: string }, Anonymous.SignUpError>
  /** Signs a command-line program in: the user confirms it in the app. */
  readonly cli: (options: CliOptions) => Call<{ readonly status: "signed-in" }, Cli.LoginError>
  /** Returns the sign-in that a reload interrupted: a second factor, or a sent email, otherwise `null`. */
  readonly pending: (options?: CallOptions) => Call<SecondFactor | SentEmail | null, ApiError>
}

/** The sign-in methods whose code is a separate part. @internal */
export type OtherSignIn = "oauth" | "oauthUrl" | "apple" | "passkey" | "anonymous" | "cli"

/** Signs up new users. */
export interface SignUp {
  /**
   * Creates a user and signs in. The service emails a link to `verificationCallbackUrl`, by default `urls.emailVerification`,
   * where `handleCallback()` verifies the address. With `null`, it sends no email; services since 2026.
   *
   * An anonymous user with a second factor gets `MULTI_FACTOR_AUTHENTICATION_REQUIRED`, and `signIn.pending()` continues.
   */
  readonly password: (
    user: {
      readonly email: string
      readonly password: string
      readonly verificationCallbackUrl?: string | null | undefined
    },
    options?: CallOptions
  ) => Call<SignedIn, Password.SignUpError>
}

const toSentEmail = (call: MakeCall<Services>, sent: EmailCode.SentCode): SentEmail => {
  const verify: SentEmail["verify"] = (code, options) =>
    call(toOutcome(call, sent.signIn(code)), options?.signal, verify)
  return { status: "email-sent", email: sent.email, expiresAt: sent.expiresAt, verify }
}

const signUp = /*#__PURE__*/ withNames<SignUp, Services>({
  password: (user) =>
    // Sound: one overload accepts `null`, and the other one `undefined`.
    Password.signUp(user as typeof user & { readonly verificationCallbackUrl: string | null }).pipe(
      Effect.tapError((error) =>
        Effect.flatMap(
          Mfa.orContinue(Effect.fail(error)),
          (continuation) => Mfa.keep(continuation)
        ).pipe(Effect.catch(() => Effect.void))
      ),
      Effect.tap(() => forgetSteps),
      Effect.map(({ userId }) => toSignedIn({ userId, isNewUser: true }))
    )
}, { password: [{ email: true, password: true, verificationCallbackUrl: true }] })

/** @internal */
export const makeSignIn = (call: MakeCall<Services>) => ({
  signIn: withNames<Omit<SignIn, OtherSignIn>, Services>({
    password: (credentials) => toOutcome(call, Password.signIn(credentials)),
    email: (to) =>
      EmailCode.send(to).pipe(
        Effect.tap((sent) => Effect.andThen(forgetSteps, EmailCode.keep(sent))),
        Effect.map((sent) => toSentEmail(call, sent))
      ),
    magicLink: (link) => toOutcome(call, MagicLink.signIn(link)),
    checkMagicLink: MagicLink.checkCode,
    pending: () =>
      Effect.flatMap(
        Mfa.restore,
        (continuation): Effect.Effect<SecondFactor | SentEmail | null, never, Services> =>
          continuation !== undefined
            ? Effect.succeed(toSecondFactor(call, continuation))
            : Effect.map(EmailCode.restore, (sent) => sent === undefined ? null : toSentEmail(call, sent))
      )
  }, {
    password: [{ email: true, password: true }],
    email: [{ email: true, callbackUrl: true }],
    magicLink: [{ code: true }],
    checkMagicLink: [{ code: true }]
  }),
  signUp
})
