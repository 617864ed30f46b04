/**
 * Sign-in and sign-up with an email's six characters: a value with one next step, which survives a reload.
 *
 * The service sends the same email as for `MagicLink`, including its link. Users who read it on another device enter its six
 * characters. The program that requested the email keeps the rest of the code.
 *
 * **Example** (A form with two steps)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { EmailCode } from "latchkey"
 *
 * const first = (email: string) => Effect.tap(EmailCode.send({ email }), EmailCode.keep)
 *
 * const second = (sent: EmailCode.SentCode, typed: string) =>
 *   sent.signIn(typed).pipe(
 *     Effect.as("Welcome!"),
 *     Effect.catchTag("VerificationCodeNotFound", () => Effect.succeed("Wrong code. Try again."))
 *   )
 * ```
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { trace } from "../call/trace.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { Client } from "../session/ClientService.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import * as MagicLink from "./MagicLink.ts"
import * as persistedStep from "./persistedStep.ts"
import type { SignedInOrUp } from "./startSession.ts"
import { emailCodeKind } from "./stepTexts.ts"

/** A code's lifetime: seven days. */
const lifetimeMillis = 604_800_000

/** The short code's length. */
const typedLength = 6

/** Errors from `send`. */
export type SendError = MagicLink.SendError

/**
 * Errors from `SentCode.signIn`. After `VerificationCodeNotFound` the user can try again, up to 20 attempts. After any
 * other `VerificationCodeError` the user needs another email.
 */
export type SignInError = MagicLink.SignInError

/** A sign-in email that was sent. The next step is `signIn` with the characters from the email. */
export class SentCode extends Data.TaggedClass("SentCode")<{
  readonly email: string
  /** The part of the code that the email does not show. */
  readonly nonce: Redacted.Redacted<string>
  readonly projectId: string
  /** When the code expires, by this device's clock. */
  readonly expiresAt: Date
}> {
  /**
   * Signs in with the email's six characters. Ignores case and whitespace. A code with another length is a
   * `VerificationCodeNotFound`, without a request.
   *
   * Removes the stored email when its code has been used up or can no longer work.
   */
  signIn(typed: Secret): Effect.Effect<SignedInOrUp, SignInError, Client> {
    return trace(
      "EmailCode.signIn",
      persistedStep.forgetWhenFinal(
        Effect.suspend(() =>
          Redacted.value(toRedacted(typed)).replace(/\s/g, "").length === typedLength
            ? MagicLink.signIn({ code: MagicLink.joinCode({ otp: typed, nonce: this.nonce }) })
            : Effect.fail(
              new KnownErrors.VerificationCodeNotFound({
                message: `The code must have ${typedLength} characters`,
                details: {}
              })
            )
        ),
        { final, restore, forget, isOwn: ({ nonce }) => Redacted.value(nonce) === Redacted.value(this.nonce) }
      )
    )
  }
}

/** The errors after which the code cannot work anymore. */
const final: ReadonlyArray<string> = [
  "VerificationCodeExpired",
  "VerificationCodeAlreadyUsed",
  "VerificationCodeMaxAttemptsReached",
  // The code is used up, and the sign-in continues with the second factor.
  "MultiFactorAuthenticationRequired"
]

/** Emails a code like `MagicLink.send`, and returns the state that the sign-in needs. */
export const send: WithCallbackUrl<
  { readonly email: string },
  SentCode,
  SendError
> = ({ callbackUrl, email }) =>
  trace(
    "EmailCode.send",
    Effect.gen(function*() {
      const { projectId } = (yield* Client).caller.connection
      // Sound: without a callback URL, the overloads require `Navigation`.
      const nonce = yield* MagicLink.send(
        { email, callbackUrl } as { readonly email: string; readonly callbackUrl: string }
      )
      const now = yield* Clock.currentTimeMillis
      return new SentCode({ email, nonce, projectId, expiresAt: new Date(now + lifetimeMillis) })
    })
  )

/** Serializes a sent email, for storage of the program's choice. */
export const serialize = (sent: SentCode): Redacted.Redacted<string> =>
  persistedStep.serialize(sent, { email: sent.email, nonce: Redacted.value(sent.nonce) })

/** Parses a serialized email. Returns `undefined` if it is invalid, has expired, or is from another project. */
export const parse = (
  text: string | Redacted.Redacted<string>
): Effect.Effect<SentCode | undefined, never, Client> =>
  persistedStep.parse(
    text,
    lifetimeMillis,
    ({ email, nonce }, step) =>
      typeof email === "string" && typeof nonce === "string" && nonce !== ""
        ? new SentCode({ ...step, email, nonce: Redacted.make(nonce) })
        : undefined
  )

/** Stores a sent email in the {@link TabStorage}, where it survives a reload. Replaces the previous one. */
export const keep = (sent: SentCode): Effect.Effect<void> => persistedStep.keep(emailCodeKind, sent, serialize(sent))

/** Returns the stored email while its code is valid. Removes it otherwise. */
export const restore: Effect.Effect<SentCode | undefined, never, Client> = /*#__PURE__*/ persistedStep.restore(
  emailCodeKind,
  parse
)

/** Removes the stored email, for example before the user enters another address. */
export const forget: Effect.Effect<void, never, Client> = /*#__PURE__*/ persistedStep.forget(emailCodeKind)
