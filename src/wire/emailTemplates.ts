/** The email templates for services before 2026, which are documents, and their endpoints. */
import { boolean, type Codec, literal, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { type JsonObject, jsonObject, jsonObjectInput } from "./Json.ts"
import { RequestSchemaError } from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"

/** The email kinds that have a template. */
export const emailTemplateTypes = ["email_verification", "password_reset", "magic_link", "team_invitation"] as const

/** An email template's type. */
export type EmailTemplateType = typeof emailTemplateTypes[number]

/** The template for a kind of email. */
export interface EmailTemplate {
  readonly type: EmailTemplateType
  /** May contain placeholders such as `{{ projectDisplayName }}`. */
  readonly subject: string
  /** A document from the service's editor. Its texts may contain placeholders. */
  readonly content: JsonObject
  /** `true` if this is the service's unchanged template. */
  readonly isDefault: boolean
}

const templateType = () => literal(...emailTemplateTypes)

export const EmailTemplate: Codec<EmailTemplate> = /*#__PURE__*/ struct(() => ({
  type: templateType(),
  subject: string,
  content: jsonObject,
  isDefault: boolean
}))

/** A change to a template. Omitted fields keep their values. */
export interface EmailTemplateUpdate {
  readonly subject?: string | undefined
  readonly content?: JsonObject | undefined
}

const traits = { level: "admin", generation: "2025", alternative: "EmailTemplateSources" } as const

const typeParams = () => struct({ type: templateType() })

export const list = endpoint("emailTemplates.list", "GET", "/email-templates", traits, () => ({
  success: listOf(EmailTemplate)
}))

export const get = endpoint("emailTemplates.get", "GET", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  success: EmailTemplate,
  errors: [RequestSchemaError]
}))

export const update = endpoint("emailTemplates.update", "PATCH", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  payload: struct({ subject: optional(string), content: optional(jsonObjectInput) }),
  success: EmailTemplate,
  errors: [RequestSchemaError]
}))

export const reset = endpoint("emailTemplates.reset", "DELETE", "/email-templates/:type", traits, () => ({
  params: typeParams(),
  errors: [RequestSchemaError]
}))
