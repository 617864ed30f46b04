/**
 * The project's email templates as TSX programs. In older services, a template is a document; use `EmailTemplates`.
 *
 * The service has a template for each email it sends. A project can add templates for emails that servers send. Changing
 * templates requires an email server in the project.
 *
 * **Example** (A template for a newsletter)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { EmailTemplateSources } from "latchkey/admin"
 *
 * const create = (tsxSource: string) =>
 *   Effect.gen(function*() {
 *     const id = yield* EmailTemplateSources.create({ displayName: "Newsletter" })
 *     return yield* EmailTemplateSources.update(id, { tsxSource })
 *   })
 * ```
 *
 * @generation 2026
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/emailSources.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link list}. */
export type ListError = ApiError

/** Lists all templates with their sources. */
export const list: Effect.Effect<ReadonlyArray<wire.EmailTemplateSource>, ListError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplateSources.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.list, {}), ({ templates }) => templates)
)

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/**
 * Creates a template with default content, and returns its id.
 *
 * Fails with `RequiresCustomEmailServer` if the project has no email server.
 */
export const create = (template: { readonly displayName: string }): Effect.Effect<string, CreateError, Admin> =>
  trace("EmailTemplateSources.create", Effect.map(callAsAdmin(wire.create, { payload: template }), ({ id }) => id))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Changes a template's source, and returns the HTML of a sample email.
 *
 * Fails with `EmailRenderingError` if the source does not render, and with `RequiresCustomEmailServer` if the project
 * has no email server. Fails with the `ApiError` reason `RequestRefused` and status 404 if no template has the id. A
 * malformed id fails with `RequestSchemaError`, and no request is sent.
 */
export const update = (
  id: string,
  changes: wire.EmailTemplateSourceUpdate
): Effect.Effect<{ readonly renderedHtml: string }, UpdateError, Admin> =>
  trace("EmailTemplateSources.update", callAsAdmin(wire.update, { params: { id }, payload: changes }))

/** Errors from {@link remove}. */
export type RemoveError = Errors<typeof wire.remove>

/** Removes a template. Unknown and malformed ids fail as in `update`. */
export const remove = (id: string): Effect.Effect<void, RemoveError, Admin> =>
  trace("EmailTemplateSources.remove", Effect.asVoid(callAsAdmin(wire.remove, { params: { id } })))

/** Errors from {@link listThemes}. */
export type ListThemesError = ApiError

/** Lists the themes, which surround the email content. To select one, set `config.emailTheme` with `Project.update`. */
export const listThemes: Effect.Effect<ReadonlyArray<wire.EmailTheme>, ListThemesError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplateSources.listThemes",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.listThemes, {}), ({ themes }) => themes)
)

/** Errors from {@link getTheme}. */
export type GetThemeError = Errors<typeof wire.getTheme>

/** Gets a theme with its source. Unknown and malformed ids fail as in `update`. */
export const getTheme = (
  id: string
): Effect.Effect<wire.EmailTheme & { readonly tsxSource: string }, GetThemeError, Admin> =>
  trace("EmailTemplateSources.getTheme", callAsAdmin(wire.getTheme, { params: { id } }))

export type { EmailTemplateSource, EmailTemplateSourceUpdate, EmailTheme } from "../wire/emailSources.ts"
