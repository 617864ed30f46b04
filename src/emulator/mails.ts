/**
 * Mails: the emulator keeps what the service would send.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { EmailTemplateType } from "../wire/projectConfig.ts"
import * as random from "./random.ts"
import type { MailRow, ProjectRow } from "./State.ts"

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
