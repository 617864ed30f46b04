/** `admin.emails`, `admin.emailTemplates`, `admin.emailTemplateSources` and `admin.emailThemes`. */
import type { Admin } from "../../admin/AdminService.ts"
import * as Emails from "../../admin/Emails.ts"
import type { EmailTemplate, EmailTemplateType } from "../../admin/EmailTemplates.ts"
import * as EmailTemplates from "../../admin/EmailTemplates.ts"
import type { EmailTemplateSource, EmailTheme } from "../../admin/EmailTemplateSources.ts"
import * as EmailTemplateSources from "../../admin/EmailTemplateSources.ts"
import * as sources from "../../wire/emailSources.ts"
import { update as updateTemplate } from "../../wire/emailTemplates.ts"
import { showSecrets } from "../client/secrets.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/**
 * The emails that the service has sent, and a test email. To send an email to users, use
 * `admin.server.emails.send`.
 */
export interface AdminEmails {
  /** Lists the last 100 emails, newest first, with failed ones. */
  readonly listSent: (options?: CallOptions) => Call<ReadonlyArray<Emails.SentEmail>, Emails.ListSentError>
  /** Sends a test email through an SMTP server, and waits until the server accepts it. Fails with `TEST_EMAIL_FAILED`. */
  readonly sendTest: (
    email: { readonly recipientEmail: string; readonly emailConfig: Emails.SmtpConfigInput },
    options?: CallOptions
  ) => Call<void, Emails.SendTestError>
}

/** @internal */
export const emails = /*#__PURE__*/ withNames<AdminEmails, Admin>({
  listSent: () => Emails.listSent,
  sendTest: (email) => Emails.sendTest(showSecrets(email))
}, { sendTest: [{ recipientEmail: true, emailConfig: true }] })

/**
 * The project's email templates as documents. Services before 2026; newer ones have `admin.emailTemplateSources`.
 */
export interface AdminEmailTemplates {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<EmailTemplate>, EmailTemplates.ListError>
  readonly get: (type: EmailTemplateType, options?: CallOptions) => Call<EmailTemplate, EmailTemplates.GetError>
  readonly update: (
    type: EmailTemplateType,
    changes: EmailTemplates.EmailTemplateUpdate,
    options?: CallOptions
  ) => Call<EmailTemplate, EmailTemplates.UpdateError>
  /** Restores the service's template. */
  readonly reset: (type: EmailTemplateType, options?: CallOptions) => Call<void, EmailTemplates.ResetError>
}

/** @internal */
export const emailTemplates = /*#__PURE__*/ withNames<AdminEmailTemplates, Admin>({
  list: () => EmailTemplates.list,
  get: (type) => EmailTemplates.get(type),
  update: (type, changes) => EmailTemplates.update(type, changes),
  reset: (type) => EmailTemplates.reset(type)
}, { update: [null, fieldsOf(updateTemplate)] })

/** The project's email templates as TSX programs. Services since 2026; older ones have `admin.emailTemplates`. */
export interface AdminEmailTemplateSources {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<EmailTemplateSource>, EmailTemplateSources.ListError>
  /** Creates a template with default content, and returns its id. */
  readonly create: (
    template: { readonly displayName: string },
    options?: CallOptions
  ) => Call<string, EmailTemplateSources.CreateError>
  /** Changes a template's source, and returns a sample email's HTML. */
  readonly update: (
    id: string,
    changes: EmailTemplateSources.EmailTemplateSourceUpdate,
    options?: CallOptions
  ) => Call<{ readonly renderedHtml: string }, EmailTemplateSources.UpdateError>
  readonly remove: (id: string, options?: CallOptions) => Call<void, EmailTemplateSources.RemoveError>
}

/** @internal */
export const emailTemplateSources = /*#__PURE__*/ withNames<AdminEmailTemplateSources, Admin>({
  list: () => EmailTemplateSources.list,
  create: (template) => EmailTemplateSources.create(template),
  update: (id, changes) => EmailTemplateSources.update(id, changes),
  remove: (id) => EmailTemplateSources.remove(id)
}, { create: [fieldsOf(sources.create)], update: [null, fieldsOf(sources.update)] })

/**
 * The themes, which surround the email content. To select one, set `config.emailTheme` with `admin.project.update`.
 *
 * @generation 2026
 */
export interface AdminEmailThemes {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<EmailTheme>, EmailTemplateSources.ListThemesError>
  /** Gets a theme with its source. */
  readonly get: (
    id: string,
    options?: CallOptions
  ) => Call<EmailTheme & { readonly tsxSource: string }, EmailTemplateSources.GetThemeError>
}

/** @internal */
export const emailThemes = /*#__PURE__*/ withNames<AdminEmailThemes, Admin>({
  list: () => EmailTemplateSources.listThemes,
  get: (id) => EmailTemplateSources.getTheme(id)
}, {})
