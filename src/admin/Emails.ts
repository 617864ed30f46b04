/** The emails that the service has sent for the project, and a test for email servers. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { getSpellings, redactMessage } from "../call/redact.ts"
import { trace } from "../call/trace.ts"
import { CodedError } from "../platform/CodedError.ts"
import * as wire from "../wire/emails.ts"
import type { SmtpConfigInput } from "../wire/projectConfig.ts"
import { redactFields } from "../wire/redactFields.ts"
import { Admin, callAsAdmin } from "./AdminService.ts"

/** The service could not send a test email. Its message comes from the service. */
export class TestEmailFailed extends CodedError("TestEmailFailed")<{ readonly message: string }> {}

/** Errors from {@link listSent}. */
export type ListSentError = ApiError

/**
 * Lists the last 100 emails, newest first, including failed ones.
 *
 * **Example** (Recipients of failed emails)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emails } from "latchkey/admin"
 *
 * const missed = Effect.map(
 *   Emails.listSent,
 *   (mails) => mails.filter(({ error }) => error !== null).flatMap(({ to }) => to)
 * )
 * ```
 */
export const listSent: Effect.Effect<ReadonlyArray<wire.SentEmail>, ListSentError, Admin> = /*#__PURE__*/ trace(
  "Emails.listSent",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsAdmin(wire.list, {}))
)

/** Errors from {@link sendTest}. */
export type SendTestError = Errors<typeof wire.sendTest, never, TestEmailFailed>

/**
 * Sends a test email through any SMTP server, and waits until the server accepts it.
 *
 * Fails with `TestEmailFailed` if the server rejects the email, or does not respond within a few seconds.
 *
 * **Example** (Testing an email server before using it)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emails } from "latchkey/admin"
 *
 * const check = (emailConfig: Emails.SmtpConfig) =>
 *   Emails.sendTest({ recipientEmail: "ada@example.com", emailConfig }).pipe(
 *     Effect.as("It works"),
 *     Effect.catchTag("TestEmailFailed", (failure) => Effect.succeed(failure.message))
 *   )
 * ```
 */
export const sendTest: (mail: {
  readonly recipientEmail: string
  readonly emailConfig: SmtpConfigInput
}) => Effect.Effect<void, SendTestError, Admin> = ({ recipientEmail, ...mail }) => {
  const emailConfig = redactFields(mail.emailConfig, "password")
  return trace(
    "Emails.sendTest",
    Effect.flatMap(Admin, ({ caller: { connection } }) =>
      Effect.flatMap(
        callAsAdmin(wire.sendTest, { payload: { recipientEmail, emailConfig } }),
        ({ errorMessage = "Email test error not specified", success }) => {
          if (success) return Effect.void
          // The email server's message may repeat the password or a key.
          const secrets = [Redacted.value(emailConfig.password), ...connection.access("admin").keys]
          return new TestEmailFailed({ message: redactMessage(errorMessage, getSpellings(secrets)) })
        }
      ))
  )
}

export type { EmailSender, SentEmail } from "../wire/emails.ts"
export type { SmtpConfig, SmtpConfigInput } from "../wire/projectConfig.ts"
