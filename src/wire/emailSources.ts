/**
 * The email templates and themes of services since 2026, which are TSX programs, and their endpoints.
 *
 * @since 0.1.0
 */
import { array, type Codec, literal, optional, string, union } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { EmailRenderingError, RequestSchemaError, RequiresCustomEmailServer } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
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

const themeId = () => optional(union(() => [literal(false), string]))

/** @since 0.1.0 */
export const EmailTemplateSource: Codec<EmailTemplateSource> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: string,
  tsxSource: string,
  themeId: themeId()
}))

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
const idParams = () => struct({ id: uuid })
const themeFields = { id: string, displayName: string }

/** @since 0.1.0 */
export const list = endpoint("emailTemplateSources.list", "GET", templates, traits, () => ({
  success: struct({ templates: array(EmailTemplateSource) })
}))

/** @since 0.1.0 */
export const create = endpoint("emailTemplateSources.create", "POST", templates, traits, () => ({
  payload: struct({ displayName: string }),
  success: struct({ id: string }),
  errors: [RequiresCustomEmailServer, RequestSchemaError]
}))

/** @since 0.1.0 */
export const update = endpoint("emailTemplateSources.update", "PATCH", `${templates}/:id`, traits, () => ({
  params: idParams(),
  payload: struct({ tsxSource: string, themeId: themeId() }),
  success: struct({ renderedHtml: string }),
  errors: [RequiresCustomEmailServer, EmailRenderingError, RequestSchemaError]
}))

/** @since 0.1.0 */
export const remove = endpoint("emailTemplateSources.delete", "DELETE", `${templates}/:id`, traits, () => ({
  params: idParams(),
  success: struct({}),
  errors: [RequiresCustomEmailServer, RequestSchemaError]
}))

/** @since 0.1.0 */
export const listThemes = endpoint("emailThemes.list", "GET", themes, traits, () => ({
  success: struct({ themes: array(struct(themeFields)) })
}))

/** @since 0.1.0 */
export const readTheme = endpoint("emailThemes.read", "GET", `${themes}/:id`, traits, () => ({
  params: idParams(),
  success: struct({ ...themeFields, tsxSource: string }),
  errors: [RequestSchemaError]
}))
