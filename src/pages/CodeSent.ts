/**
 * What the sign-in page shows while somebody fetches a mail: the field for its six characters.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as EmailCode from "../auth/EmailCode.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type { Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { finishSignIn, type Mfa, type SignedIn } from "./finishSignIn.ts"
import type { Onboarding } from "./Onboarding.ts"

/**
 * A mail is on its way. The person types its six characters here, or follows its link anywhere. A reload does not matter:
 * the sign-in page knows of the mail until its code is used or too old.
 *
 * @category pages
 * @since 0.1.0
 */
export interface CodeSent {
  readonly _tag: "CodeSent"
  readonly email: string
  /** When the code is too old, by this device's clock. */
  readonly expiresAt: Date
  /** Signs in, or up whoever is new, and goes on. After `VerificationCodeNotFound` the characters may be typed again. */
  readonly signIn: (typed: Secret) => Effect.Effect<
    SignedIn | Mfa | Onboarding,
    Exclude<EmailCode.SignInError, KnownErrors.MultiFactorAuthenticationRequired> | RedirectUrlNotTrusted,
    Client | Navigation
  >
  /** Sends another mail. The characters of this one are good still, but not here. */
  readonly sendAgain: ReturnType<SendCode>
  /** Forgets the mail, such as to give another address. */
  readonly startOver: Effect.Effect<void, never, Client>
}

/**
 * Mails a code.
 *
 * @category models
 * @since 0.1.0
 */
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

/**
 * Mails a code, and keeps what belongs to it for a reload.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sendCode: SendCode = (email) =>
  EmailCode.send({ email }).pipe(Effect.tap(EmailCode.keep), Effect.map(makeCodeSent))

/**
 * The mail that was sent before a reload, if there is one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const restoreCodeSent: Effect.Effect<CodeSent | undefined, never, Client> = /*#__PURE__*/ Effect.map(
  EmailCode.restore,
  (kept) => kept && makeCodeSent(kept)
)

const makeCodeSent = (sent: EmailCode.SentCode): CodeSent => ({
  _tag: "CodeSent",
  email: sent.email,
  expiresAt: sent.expiresAt,
  signIn: (typed) => finishSignIn(sent.signIn(typed)),
  sendAgain: sendCode(sent.email),
  startOver: EmailCode.forget
})
