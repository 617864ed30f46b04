/**
 * Mails: the emulator keeps what the service would send.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { RedirectUrlNotWhitelisted } from "../wire/KnownErrors.ts"
import type { EmailTemplateType } from "../wire/projectConfig.ts"
import * as checks from "./checks.ts"
import * as codes from "./codes.ts"
import * as random from "./random.ts"
import type { CodePurpose, CodeRow, MailRow, ProjectRow } from "./State.ts"

/**
 * Puts a mail into the project's inbox.
 *
 * @category mutations
 * @since 0.1.0
 */
export const send = Effect.fnUntraced(function*(
  project: ProjectRow,
  mail: {
    readonly type: EmailTemplateType
    readonly to: string
    /** The whole code. */
    readonly code: string
    readonly link: string
    /** The six characters that a user types instead of following the link. */
    readonly otp?: string | undefined
    readonly userDisplayName?: string | null | undefined
    readonly teamDisplayName?: string | undefined
  }
): Effect.fn.Return<MailRow> {
  const { subject, text } = render(project, mail)
  const row: MailRow = {
    id: yield* random.uuid,
    type: mail.type,
    to: [mail.to],
    subject,
    text,
    code: mail.code,
    link: mail.link,
    sentAtMillis: yield* Clock.currentTimeMillis,
    sender: project.config.emailConfig,
    error: null
  }
  project.mails.push(row)
  return row
})

type MailedPurpose = Extract<CodePurpose, { readonly email: string }>

const templates: Record<MailedPurpose["for"], EmailTemplateType> = {
  "sign-in": "magic_link",
  "password-reset": "password_reset",
  "contact-channel": "email_verification",
  "team-invitation": "team_invitation"
}

/**
 * Issues a code and mails the link that brings it to the callback URL, which the project must trust.
 *
 * @category mutations
 * @since 0.1.0
 */
export const sendCode = Effect.fnUntraced(function*<const P extends MailedPurpose>(
  project: ProjectRow,
  purpose: P,
  callbackUrl: string,
  names: Pick<Parameters<typeof send>[1], "userDisplayName" | "teamDisplayName"> = {}
): Effect.fn.Return<CodeRow<P>, RedirectUrlNotWhitelisted> {
  yield* checks.trustedUrl(project, callbackUrl)
  const row = yield* codes.issue(project, purpose)
  yield* send(project, {
    type: templates[purpose.for],
    to: purpose.email,
    code: row.code,
    link: codes.linkOf(callbackUrl, row),
    otp: purpose.for === "sign-in" ? codes.halves(row).otp : undefined,
    ...names
  })
  return row
})

/**
 * A mail as a test sees it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Mail {
  readonly type: MailRow["type"]
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly text: string
  /** The whole code that the mail brings. */
  readonly code: Redacted.Redacted<string> | undefined
  /** The six characters of a sign-in code that a user may type instead of following the link. */
  readonly otp: Redacted.Redacted<string> | undefined
  /** The link that the mail brings, with the code in its query. */
  readonly link: string | undefined
  readonly sentAt: Date
}

/**
 * Shows a mail.
 *
 * @category conversion
 * @since 0.1.0
 */
export const showMail = ({ code, link, sentAtMillis, subject, text, to, type }: MailRow): Mail => ({
  type,
  to,
  subject,
  text,
  code: code === undefined ? undefined : Redacted.make(code),
  otp: code === undefined || type !== "magic_link" ? undefined : Redacted.make(codes.halves({ code }).otp),
  link,
  sentAt: new Date(sentAtMillis)
})

const render = (
  { displayName }: ProjectRow,
  { link, otp, teamDisplayName, type }: Parameters<typeof send>[1]
): { readonly subject: string; readonly text: string } => {
  const subjects: Record<EmailTemplateType, string> = {
    email_verification: `Verify your email at ${displayName}`,
    password_reset: `Reset your password at ${displayName}`,
    magic_link: `Sign in to ${displayName}: Your code is ${otp}`,
    team_invitation: `You have been invited to join ${teamDisplayName}`
  }
  return { subject: subjects[type], text: `${subjects[type]}\n\n${link}\n` }
}
