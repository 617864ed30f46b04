/**
 * Signing in, and up, with the six characters that a mail shows: a value with one next step, which survives a reload.
 *
 * The mail is that of `MagicLink`, link and all. Whoever reads it on another device than the one they want to sign in on
 * types its six characters there. The rest of the code stays with the program that asked for the mail.
 *
 * **Example** (A form in two steps)
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
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { trace } from "../call/trace.ts"
import type { WithCallbackUrl } from "../navigation/Navigation.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { Client } from "../session/Client.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import * as MagicLink from "./MagicLink.ts"
import * as laterStep from "./persistedStep.ts"
import type { SignedInOrUp } from "./startSession.ts"

/** How long the service knows a code: seven days. */
const lifetimeMillis = 604_800_000

const kind = "latchkey-email-code-"

/** How many characters the user types. */
const typedLength = 6

/**
 * The errors of `send`.
 *
 * @category errors
 * @since 0.1.0
 */
export type SendError = MagicLink.SendError

/**
 * What typing the characters may meet. After `VerificationCodeNotFound` they may be typed again, twenty times in all; after
 * any other `VerificationCodeError` the user needs another mail.
 *
 * @category errors
 * @since 0.1.0
 */
export type SignInError = MagicLink.SignInError

/**
 * A mail that was sent. The only step that leads on is `signIn`, with what the mail shows.
 *
 * @category models
 * @since 0.1.0
 */
export class SentCode extends Data.TaggedClass("SentCode")<{
  readonly email: string
  /** What the mail does not show of the code. */
  readonly nonce: Redacted.Redacted<string>
  readonly projectId: string
  /** When the code is too old, by this device's clock. */
  readonly expiresAt: Date
}> {
  /**
   * Signs in with the six characters of the mail, in upper case or lower, in which blanks do not count. Another number of
   * characters is a `VerificationCodeNotFound` and not even sent.
   *
   * What was kept of the mail is forgotten when its code has been used, or is refused for good.
   */
  signIn(typed: Secret): Effect.Effect<SignedInOrUp, SignInError, Client> {
    return trace(
      "EmailCode.signIn",
      laterStep.forgetWhenFinal(
        Effect.suspend(() =>
          Redacted.value(toRedacted(typed)).replace(/\s/g, "").length === typedLength
            ? MagicLink.signIn({ code: MagicLink.joinCode({ otp: typed, nonce: this.nonce }) })
            : Effect.fail(
              new KnownErrors.VerificationCodeNotFound({
                message: `The code of a mail has ${typedLength} characters`,
                details: {}
              })
            )
        ),
        { final, restore, forget, isOwn: ({ nonce }) => Redacted.value(nonce) === Redacted.value(this.nonce) }
      )
    )
  }
}

/** After these, nothing comes of the code any more. */
const final: ReadonlyArray<string> = [
  "VerificationCodeExpired",
  "VerificationCodeAlreadyUsed",
  "VerificationCodeMaxAttemptsReached",
  // The code is used up, and the second factor goes on from here.
  "MultiFactorAuthenticationRequired"
]

/**
 * Mails a code, as `MagicLink.send` does, and returns what the program has to know until it was typed.
 *
 * @category signing in
 * @since 0.1.0
 */
export const send: WithCallbackUrl<
  { readonly email: string },
  SentCode,
  SendError
> = ({ callbackUrl, email }) =>
  trace(
    "EmailCode.send",
    Effect.gen(function*() {
      const { projectId } = (yield* Client).caller.connection
      // Sound: without an address `Navigation` is required by the overloads.
      const nonce = yield* MagicLink.send(
        { email, callbackUrl } as { readonly email: string; readonly callbackUrl: string }
      )
      const now = yield* Clock.currentTimeMillis
      return new SentCode({ email, nonce, projectId, expiresAt: new Date(now + lifetimeMillis) })
    })
  )

/**
 * Writes a mail that was sent as a text, for the program to keep where it likes.
 *
 * @category encoding
 * @since 0.1.0
 */
export const serialize = (sent: SentCode): Redacted.Redacted<string> =>
  laterStep.serialize(sent, { email: sent.email, nonce: Redacted.value(sent.nonce) })

/**
 * Reads the text of a mail that was sent. Total: what is none, is too old or belongs to another project than the client's is
 * `undefined`.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (
  text: string | Redacted.Redacted<string>
): Effect.Effect<SentCode | undefined, never, Client> =>
  laterStep.parse(
    text,
    lifetimeMillis,
    ({ email, nonce }, step) =>
      typeof email === "string" && typeof nonce === "string" && nonce !== ""
        ? new SentCode({ ...step, email, nonce: Redacted.make(nonce) })
        : undefined
  )

/**
 * Keeps a mail that was sent in the {@link SessionStorage}, where a reload leaves it. There is one at a time.
 *
 * @category keeping
 * @since 0.1.0
 */
export const keep = (sent: SentCode): Effect.Effect<void> => laterStep.keep(kind, sent, serialize(sent))

/**
 * The mail that was kept, if its code is good still. One that is not is forgotten.
 *
 * @category keeping
 * @since 0.1.0
 */
export const restore: Effect.Effect<SentCode | undefined, never, Client> = /*#__PURE__*/ laterStep.restore(
  kind,
  parse
)

/**
 * Forgets the mail that was kept, such as when the user would rather give another address.
 *
 * @category keeping
 * @since 0.1.0
 */
export const forget: Effect.Effect<void, never, Client> = /*#__PURE__*/ laterStep.forget(kind)
