/**
 * The mails that the service has sent for the project, and a test of its mail server.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { type Json, json } from "./Json.ts"
import { SchemaError } from "./KnownErrors.ts"
import { listOf } from "./list.ts"
import { once } from "./once.ts"
import { smtpFields } from "./projectConfig.ts"
import { struct, type Wire } from "./Struct.ts"

/**
 * Who sent a mail: the service's own server, or that of the project. The password is never shown.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailSender {
  readonly type: "shared" | "standard"
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly username?: string | undefined
  readonly senderName?: string | undefined
  readonly senderEmail?: string | undefined
}

/**
 * A mail that the service has sent, or tried to.
 *
 * @category models
 * @since 0.1.0
 */
export interface SentEmail {
  readonly id: string
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly sentAt: Date
  /** Newer services do not tell. */
  readonly senderConfig?: EmailSender | undefined
  /** `null` when the mail was sent; otherwise what the service knows of the failure, such as its `message`. */
  readonly error: Json
}

const text = () => Schema.optional(Schema.String)

/** @since 0.1.0 */
export const SentEmail: () => Wire<SentEmail> = /*#__PURE__*/ once(() =>
  struct({
    id: Schema.String,
    to: Schema.Array(Schema.String),
    subject: Schema.String,
    sentAt: Schema.DateFromMillis,
    senderConfig: Schema.optional(struct({
      type: Schema.Literals(["shared", "standard"]),
      host: text(),
      port: Schema.optional(Schema.Finite),
      username: text(),
      senderName: text(),
      senderEmail: text()
    })),
    error: json().pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null)))
  }, { sentAt: "sent_at_millis" })
)

/** @since 0.1.0 */
export const list = endpoint("emails.list", "GET", "/internal/emails", { level: "admin" }, () => ({
  success: listOf(SentEmail())
}))

/** @since 0.1.0 */
export const sendTest = endpoint("emails.sendTest", "POST", "/internal/send-test-email", { level: "admin" }, () => ({
  payload: struct({
    recipientEmail: Schema.String,
    emailConfig: struct(smtpFields())
  }),
  success: struct({ success: Schema.Boolean, errorMessage: text() }),
  errors: [SchemaError]
}))
