/**
 * The email templates and themes of services since 2026, which are TSX programs, and their endpoints.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { EmailRenderingError, RequestSchemaError, RequiresCustomEmailServer } from "./KnownErrors.ts"
import { memoize } from "./memoize.ts"
import { struct, type Wire } from "./Struct.ts"
import { uuid } from "./uuid.ts"

/**
 * An email template.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailTemplateSource {
  readonly id: string
  readonly displayName: string
  /** The source of a React component that renders the email. */
  readonly tsxSource: string
  /** The theme of the template. `undefined` uses the project's theme; `false` uses none. */
  readonly themeId?: string | false | undefined
}

const themeId = () => Schema.optional(Schema.Union([Schema.Literal(false), Schema.String]))

/** @since 0.1.0 */
export const EmailTemplateSource: () => Wire<EmailTemplateSource> = /*#__PURE__*/ memoize(() =>
  struct({ id: Schema.String, displayName: Schema.String, tsxSource: Schema.String, themeId: themeId() })
)

/**
 * A change of a template.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailTemplateSourceUpdate {
  readonly tsxSource: string
  readonly themeId?: string | false | undefined
}

/**
 * An email theme, which surrounds the content of each email.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmailTheme {
  readonly id: string
  readonly displayName: string
}

const traits = { level: "admin", generation: "2026" } as const
const templates = "/internal/email-templates"
const themes = "/internal/email-themes"
const idParams = () => struct({ id: uuid() })
const themeFields = { id: Schema.String, displayName: Schema.String }

/** @since 0.1.0 */
export const list = endpoint("emailTemplateSources.list", "GET", templates, traits, () => ({
  success: struct({ templates: Schema.Array(EmailTemplateSource()) })
}))

/** @since 0.1.0 */
export const create = endpoint("emailTemplateSources.create", "POST", templates, traits, () => ({
  payload: struct({ displayName: Schema.String }),
  success: struct({ id: Schema.String }),
  errors: [RequiresCustomEmailServer, RequestSchemaError]
}))

/** @since 0.1.0 */
export const update = endpoint("emailTemplateSources.update", "PATCH", `${templates}/:id`, traits, () => ({
  params: idParams(),
  payload: struct({ tsxSource: Schema.String, themeId: themeId() }),
  success: struct({ renderedHtml: Schema.String }),
  errors: [RequiresCustomEmailServer, EmailRenderingError, RequestSchemaError]
}))

/** @since 0.1.0 */
export const remove = endpoint("emailTemplateSources.delete", "DELETE", `${templates}/:id`, traits, () => ({
  params: idParams(),
  success: struct({}),
  errors: [RequestSchemaError]
}))

/** @since 0.1.0 */
export const listThemes = endpoint("emailThemes.list", "GET", themes, traits, () => ({
  success: struct({ themes: Schema.Array(struct(themeFields)) })
}))

/** @since 0.1.0 */
export const readTheme = endpoint("emailThemes.read", "GET", `${themes}/:id`, traits, () => ({
  params: idParams(),
  success: struct({ ...themeFields, tsxSource: Schema.String }),
  errors: [RequestSchemaError]
}))
