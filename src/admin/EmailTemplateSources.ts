/**
 * The templates of the project's emails, as programs in TSX. Services since 2026; before, a template is a document, and
 * `EmailTemplates` manages it.
 *
 * The service has a template for each of its own emails, and a project can add templates for emails that a server sends. Both
 * can change only in a project with its own mail server.
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
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/emailSources.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { type Admin, callAsAdmin } from "./Admin.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = ApiError

/**
 * Lists all templates with their sources.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<ReadonlyArray<wire.EmailTemplateSource>, ListError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplateSources.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.list, {}), ({ templates }) => templates)
)

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError = KnownErrors.RequiresCustomEmailServer | KnownErrors.RequestSchemaError | ApiError

/**
 * Creates a template with a source of the service's choice, and returns its id.
 *
 * Fails with `RequiresCustomEmailServer` if the project has no mail server of its own.
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (template: { readonly displayName: string }) => Effect.Effect<
  string,
  CreateError,
  Admin
> = (payload) => trace("EmailTemplateSources.create", Effect.map(callAsAdmin(wire.create, { payload }), ({ id }) => id))

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError =
  | KnownErrors.RequiresCustomEmailServer
  | KnownErrors.EmailRenderingError
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Changes the source of a template, and returns the HTML of a sample email.
 *
 * Fails with `EmailRenderingError` if the source does not render, and with `RequiresCustomEmailServer` if the project has no mail
 * server of its own. An unknown id is an `ApiError` with the reason `RequestRefused` and status 404.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (id: string, changes: wire.EmailTemplateSourceUpdate) => Effect.Effect<
  { readonly renderedHtml: string },
  UpdateError,
  Admin
> = (id, payload) => trace("EmailTemplateSources.update", callAsAdmin(wire.update, { params: { id }, payload }))

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = KnownErrors.RequestSchemaError | ApiError

/**
 * Removes a template. An unknown id is an `ApiError` with the reason `RequestRefused` and status 404.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: (id: string) => Effect.Effect<void, RemoveError, Admin> = (id) =>
  trace("EmailTemplateSources.remove", Effect.asVoid(callAsAdmin(wire.remove, { params: { id } })))

/**
 * The errors of {@link listThemes}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListThemesError = ApiError

/**
 * Lists the themes: the frames around the content of emails. `Project.update` chooses one as `config.emailTheme`.
 *
 * @category reading
 * @since 0.1.0
 */
export const listThemes: Effect.Effect<ReadonlyArray<wire.EmailTheme>, ListThemesError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplateSources.listThemes",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.listThemes, {}), ({ themes }) => themes)
)

/**
 * The errors of {@link getTheme}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetThemeError = KnownErrors.RequestSchemaError | ApiError

/**
 * Gets a theme with its source. An unknown id is an `ApiError` with the reason `RequestRefused` and status 404.
 *
 * @category reading
 * @since 0.1.0
 */
export const getTheme: (id: string) => Effect.Effect<
  wire.EmailTheme & { readonly tsxSource: string },
  GetThemeError,
  Admin
> = (id) => trace("EmailTemplateSources.getTheme", callAsAdmin(wire.readTheme, { params: { id } }))

/** @since 0.1.0 */
export type { EmailTemplateSource, EmailTemplateSourceUpdate, EmailTheme } from "../wire/emailSources.ts"
