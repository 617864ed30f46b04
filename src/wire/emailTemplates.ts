/**
 * The email templates of services before 2026, which are documents, and their endpoints.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { type JsonObject, jsonObject, jsonObjectInput } from "./Json.ts"
import { RequestSchemaError } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { success } from "./success.ts"

/**
 * The kinds of emails that have a template.
 *
 * @category constants
 * @since 0.1.0
 */
export const emailTemplateTypes = ["email_verification", "password_reset", "magic_link", "team_invitation"] as const

/** @since 0.1.0 */
export type EmailTemplateType = typeof emailTemplateTypes[number]

/**
 * The template of a kind of email.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailTemplate {
  readonly type: EmailTemplateType
  /** May contain placeholders such as `{{ projectDisplayName }}`. */
  readonly subject: string
  /** A document of the service's editor. Its texts may contain placeholders. */
  readonly content: JsonObject
  /** `true` if this is the service's unchanged template. */
  readonly isDefault: boolean
}

const templateType = () => Schema.Literals(emailTemplateTypes)

/** @since 0.1.0 */
export const EmailTemplate: () => Wire<EmailTemplate> = /*#__PURE__*/ memoize(() =>
  struct({ type: templateType(), subject: Schema.String, content: jsonObject(), isDefault: Schema.Boolean })
)

/**
 * A change of a template. Omitted fields keep their values.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailTemplateUpdate {
  readonly subject?: string | undefined
  readonly content?: JsonObject | undefined
}

const traits = { level: "admin", generation: "2025", alternative: "EmailTemplateSources" } as const

const typeParams = () => struct({ type: templateType() })

/** @since 0.1.0 */
export const list = endpoint("emailTemplates.list", "GET", "/email-templates", traits, () => ({
  success: listOf(EmailTemplate())
}))

/** @since 0.1.0 */
export const read = endpoint("emailTemplates.read", "GET", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  success: EmailTemplate(),
  errors: [RequestSchemaError]
}))

/** @since 0.1.0 */
export const update = endpoint("emailTemplates.update", "PATCH", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  payload: struct({ subject: Schema.optional(Schema.String), content: Schema.optional(jsonObjectInput()) }),
  success: EmailTemplate(),
  errors: [RequestSchemaError]
}))

/** @since 0.1.0 */
export const reset = endpoint("emailTemplates.reset", "DELETE", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  success: success(),
  errors: [RequestSchemaError]
}))
