/** Emails: the emulator stores them instead of sending them. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { EmailTemplateType } from "../../wire/emailTemplates.ts"
import type { RedirectUrlNotWhitelisted } from "../../wire/KnownErrors.ts"
import { setQuery } from "../requests/http.ts"
import * as codes from "../rules/codes.ts"
import * as validation from "../rules/validation.ts"
import * as random from "../state/random.ts"
import type { CodePurpose, CodeRow, MailRow, ProjectRow } from "../state/rows.ts"
import { linkNames, render, templateOf } from "./templates.ts"

/** A rendered email. By default, it has no code and no link, and the project's email server delivers it. */
type RenderedMail = Pick<MailRow, "type" | "subject" | "text"> & Partial<Omit<MailRow, "id" | "to" | "sentAtMillis">>

/** Adds a rendered email to a project's inbox. */
export const deliver = Effect.fnUntraced(function*(
  project: ProjectRow,
  { to, ...mail }: RenderedMail & { readonly to: string }
): Effect.fn.Return<MailRow> {
  const row: MailRow = {
    id: yield* random.uuid,
    to: [to],
    sentAtMillis: yield* Clock.currentTimeMillis,
    code: undefined,
    link: undefined,
    sender: project.config.emailConfig,
    error: null,
    ...mail
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

/** Issues a code and emails a link to the callback URL that contains it. Fails unless the project trusts the URL. */
export const sendCode = Effect.fnUntraced(function*<const P extends MailedPurpose>(
  project: ProjectRow,
  purpose: P,
  callbackUrl: string,
  { isOldClient, teamDisplayName = "", userDisplayName }: {
    readonly userDisplayName?: string | null | undefined
    readonly teamDisplayName?: string | undefined
    /** `true` if the requesting client is too old to accept a typed code. */
    readonly isOldClient?: boolean | undefined
  } = {}
): Effect.fn.Return<CodeRow<P>, RedirectUrlNotWhitelisted> {
  yield* validation.checkTrustedUrl(project, callbackUrl)
  const row = yield* codes.issue(project, purpose)
  const type = templates[purpose.for]
  const link = setQuery(callbackUrl, { code: row.code })
  const { subject, text } = render(templateOf(project, type, isOldClient), {
    projectDisplayName: project.displayName,
    userDisplayName: userDisplayName ?? "",
    teamDisplayName,
    otp: purpose.for === "sign-in" ? codes.split(row).otp : "",
    [linkNames[type]]: link
  })
  yield* deliver(project, { type, to: purpose.email, subject, text, code: row.code, link })
  return row
})

/**
 * The email types. Those with a template contain a link with a code. `sign_in_invitation` has a link without a code.
 * `test`, which tests an email server, and `custom`, which a server sends to users, have neither.
 */
export type MailType = MailRow["type"]

/** An email in the inbox. The types of `code`, `otp` and `link` depend on its type. */
export interface Mail<T extends MailType = MailType> {
  readonly id: string
  /** The sending project's id. */
  readonly projectId: string
  readonly type: T
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly text: string
  /** The complete code in the email. */
  readonly code: T extends "test" | "custom" | "sign_in_invitation" ? undefined : Redacted.Redacted<string>
  /** The six sign-in code characters that a user can type instead of following the link. */
  readonly otp: T extends "magic_link" ? Redacted.Redacted<string> : undefined
  /** The link in the email, with the code in its query. */
  readonly link: T extends "test" | "custom" ? undefined : string
  readonly sentAt: Date
}

export const toMail = (
  project: ProjectRow,
  { code, id, link, sentAtMillis, subject, text, to, type }: MailRow
): Mail => ({
  id,
  projectId: project.id,
  type,
  to,
  subject,
  text,
  code: code === undefined ? undefined : Redacted.make(code),
  otp: code === undefined || type !== "magic_link" ? undefined : Redacted.make(codes.split({ code }).otp),
  link,
  sentAt: new Date(sentAtMillis)
})
