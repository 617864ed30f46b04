/** The email templates and themes for services since 2026, which are TSX programs, and their endpoints. */
import { array, type Codec, literal, optional, string, union } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import { EmailRenderingError, RequestSchemaError, RequiresCustomEmailServer } from "./KnownErrors.ts"
import { struct } from "./Struct.ts"
import { uuid } from "./uuid.ts"

/** An email template. */
export interface EmailTemplateSource {
  readonly id: string
  readonly displayName: string
  /** The source for a React component that renders the email. */
  readonly tsxSource: string
  /** The template's theme. `undefined` uses the project's theme; `false` uses none. */
  readonly themeId?: string | false | undefined
}

const themeId = () => optional(union(() => [literal(false), string]))

export const EmailTemplateSource: Codec<EmailTemplateSource> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: string,
  tsxSource: string,
  themeId: themeId()
}))

/** A change to a template. */
export interface EmailTemplateSourceUpdate {
  readonly tsxSource: string
  readonly themeId?: string | false | undefined
}

/** An email theme, which surrounds each email's content. */
export interface EmailTheme {
  readonly id: string
  readonly displayName: string
}

const traits = { level: "admin", generation: "2026" } as const
const templates = "/internal/email-templates"
const themes = "/internal/email-themes"
const idParams = () => struct({ id: uuid })
const themeFields = { id: string, displayName: string }

export const list = endpoint("emailTemplateSources.list", "GET", templates, traits, () => ({
  success: struct({ templates: array(EmailTemplateSource) })
}))

export const create = endpoint("emailTemplateSources.create", "POST", templates, traits, () => ({
  payload: struct({ displayName: string }),
  success: struct({ id: string }),
  errors: [RequiresCustomEmailServer, RequestSchemaError]
}))

export const update = endpoint("emailTemplateSources.update", "PATCH", `${templates}/:id`, traits, () => ({
  params: idParams(),
  payload: struct({ tsxSource: string, themeId: themeId() }),
  success: struct({ renderedHtml: string }),
  errors: [RequiresCustomEmailServer, EmailRenderingError, RequestSchemaError]
}))

export const remove = endpoint("emailTemplateSources.remove", "DELETE", `${templates}/:id`, traits, () => ({
  params: idParams(),
  success: struct({}),
  errors: [RequiresCustomEmailServer, RequestSchemaError]
}))

export const listThemes = endpoint("emailThemes.list", "GET", themes, traits, () => ({
  success: struct({ themes: array(struct(themeFields)) })
}))

export const getTheme = endpoint("emailThemes.get", "GET", `${themes}/:id`, traits, () => ({
  params: idParams(),
  success: struct({ ...themeFields, tsxSource: string }),
  errors: [RequestSchemaError]
}))
