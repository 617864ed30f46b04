/** The sign-in page after an email was sent: the user enters the email's six characters. */
import * as Effect from "effect/Effect"
import type * as EmailCode from "../auth/EmailCode.ts"
import { emailCodeKind } from "../auth/stepTexts.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type { Client } from "../session/ClientService.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import type { Mfa, SignedIn } from "./finishSignIn.ts"
import { loadSteps } from "./loadSteps.ts"
import type { Onboarding } from "./Onboarding.ts"
import { restoreStep } from "./restoreStep.ts"

/**
 * An email was sent. The user enters its six characters here, or opens its link on any device. After a reload, the sign-in
 * page restores this state until the code is used or expires.
 *
 * @category pages
 */
export interface CodeSent {
  readonly _tag: "CodeSent"
  readonly email: string
  /** When the code expires, by this device's clock. */
  readonly expiresAt: Date
  /** Signs in or signs up, and continues to the return URL. After `VerificationCodeNotFound` the user can try again. */
  readonly signIn: (typed: Secret) => Effect.Effect<
    SignedIn | Mfa | Onboarding,
    Exclude<EmailCode.SignInError, KnownErrors.MultiFactorAuthenticationRequired> | RedirectUrlNotTrusted,
    Client | Navigation
  >
  /** Sends another email. The code of the previous email stays valid, but cannot be entered here anymore. */
  readonly sendAgain: ReturnType<SendCode>
  /** Discards the email, for example to enter another address. */
  readonly startOver: Effect.Effect<void, never, Client>
}

/** Emails a sign-in code. */
export type SendCode = (email: string) => Effect.Effect<
  CodeSent,
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.SignUpNotEnabled
  | KnownErrors.BotChallengeRequired
  | KnownErrors.BotChallengeFailed
  | KnownErrors.UserWithEmailAlreadyExists
  | KnownErrors.RequestSchemaError
  | ApiError,
  Client | Navigation
>

/** Emails a sign-in code, and stores the state for a reload. */
export const sendCode: SendCode = (email) => Effect.flatMap(loadSteps, ({ sendCode }) => sendCode(email))

/** Restores the state of an email that was sent before a reload. */
export const restoreCodeSent: Effect.Effect<CodeSent | undefined, never, Client> = /*#__PURE__*/ restoreStep(
  emailCodeKind,
  ({ restoreCodeSent }) => restoreCodeSent
)
