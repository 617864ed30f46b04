/** A project's emails, and a test for its email server. */
import {
  array,
  boolean,
  type Codec,
  dateFromMillis,
  finite,
  literal,
  nullOr,
  optional,
  string,
  union,
  withDefault
} from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { type Json, json, type JsonObject, jsonObjectInput } from "./Json.ts"
import { RequestSchemaError, RequiresCustomEmailServer, UserIdDoesNotExist } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { smtpFields } from "./projectConfig.ts"
import { struct } from "./Struct.ts"

/**
 * An email's sender: the service's shared server, or the project's server. The service never returns the password.
 */
export interface EmailSender {
  readonly type: "shared" | "standard"
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly username?: string | undefined
  readonly senderName?: string | undefined
  readonly senderEmail?: string | undefined
}

/** An email that the service sent, or failed to send. */
export interface SentEmail {
  readonly id: string
  /** Email addresses. Services since 2026 use `User ID: …` for emails to users. */
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly sentAt: Date
  /** Services before 2026. */
  readonly senderConfig?: EmailSender | undefined
  /** `null` if the email was sent; otherwise data about the failure, such as its `message`. */
  readonly error: Json
}

const text = () => optional(string)

export const SentEmail: Codec<SentEmail> = /*#__PURE__*/ struct(() => ({
  id: string,
  to: array(string),
  subject: string,
  sentAt: dateFromMillis,
  senderConfig: optional(struct({
    type: literal("shared", "standard"),
    host: text(),
    port: optional(finite),
    username: text(),
    senderName: text(),
    senderEmail: text()
  })),
  error: withDefault(json, null)
}), { sentAt: "sent_at_millis" })

export const list = endpoint("emails.list", "GET", "/internal/emails", { level: "admin" }, () => ({
  success: listOf(SentEmail)
}))

export const sendTest = endpoint("emails.sendTest", "POST", "/internal/send-test-email", { level: "admin" }, () => ({
  payload: struct({
    recipientEmail: string,
    emailConfig: struct(smtpFields())
  }),
  success: struct({ success: boolean, errorMessage: text() }),
  errors: [RequestSchemaError]
}))

/**
 * An email's content for users: HTML, a template with values for its variables, or a draft from the service's
 * dashboard.
 */
export type EmailContent =
  | {
    readonly html: string
    readonly templateId?: undefined
    readonly variables?: undefined
    readonly draftId?: undefined
  }
  | {
    readonly templateId: string
    readonly variables?: JsonObject | undefined
    readonly html?: undefined
    readonly draftId?: undefined
  }
  | {
    readonly draftId: string
    readonly html?: undefined
    readonly templateId?: undefined
    readonly variables?: undefined
  }

/** An email's recipients: users by id, or all project users. */
export type EmailRecipients =
  | { readonly userIds: ReadonlyArray<string>; readonly allUsers?: undefined }
  | { readonly allUsers: true; readonly userIds?: undefined }

/** An email to project users. */
export type UserEmail = EmailContent & EmailRecipients & {
  /** Required for HTML. Templates and drafts contain a subject. */
  readonly subject?: string | undefined
  /** The category that users can unsubscribe from: `Transactional` or `Marketing`. */
  readonly notificationCategoryName?: string | undefined
  /** The theme. `null` uses the project's theme; `false` uses none. */
  readonly themeId?: string | false | null | undefined
  readonly isHighPriority?: boolean | undefined
  /** The sending time. By default, the email is sent as soon as possible. */
  readonly scheduledAt?: Date | undefined
}

export const send = endpoint(
  "emails.send",
  "POST",
  "/emails/send-email",
  { level: "server", generation: "2026" },
  () => ({
    payload: struct({
      userIds: optional(array(string)),
      allUsers: optional(boolean),
      subject: text(),
      notificationCategoryName: text(),
      html: text(),
      templateId: text(),
      variables: optional(jsonObjectInput),
      draftId: text(),
      themeId: optional(nullOr(union(() => [literal(false), string]))),
      isHighPriority: optional(boolean),
      scheduledAt: optional(dateFromMillis)
    }, { scheduledAt: "scheduled_at_millis" }),
    success: struct({ results: array(struct({ userId: string })) }),
    errors: [RequiresCustomEmailServer, UserIdDoesNotExist, RequestSchemaError]
  })
)
