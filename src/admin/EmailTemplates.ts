/**
 * The templates of the project's emails as documents: one for each kind of email. Services before 2026.
 *
 * Newer services have another model, and `EmailTemplateSources` manages it. There, every function of this module fails with the
 * `ApiError` reason `UnsupportedGeneration` and sends nothing.
 *
 * Subjects and texts may hold placeholders, such as `{{ projectDisplayName }}`, that the service fills in when it sends.
 * Templates can be changed only while the project has a mail server of its own.
 *
 * **Example** (Another subject)
 *
 * ```ts
 * import { EmailTemplates } from "latchkey/admin"
 *
 * const german = EmailTemplates.update("password_reset", { subject: "Neues Passwort für {{ projectDisplayName }}" })
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/emailTemplates.ts"
import type { RequestSchemaError } from "../wire/KnownErrors.ts"
import { type Admin, callAsAdmin } from "./Admin.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = ApiError

/**
 * Lists the templates: one for each kind of mail, changed or not.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<ReadonlyArray<wire.EmailTemplate>, ListError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplates.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.list, {}), ({ items }) => items)
)

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = RequestSchemaError | ApiError

/**
 * Gets the template of a kind of mail.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: (
  type: wire.EmailTemplateType
) => Effect.Effect<wire.EmailTemplate, GetError, Admin> = (
  type
) => trace("EmailTemplates.get", callAsAdmin(wire.read, { params: { type } }))

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError = RequestSchemaError | ApiError

/**
 * Changes the template of a kind of mail, and returns it as it is then. A field that is left out stays as it is.
 *
 * A project without a mail server of its own, and content that is no document of the service's editor, are each an
 * `ApiError` with `RequestRefused` for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (type: wire.EmailTemplateType, changes: wire.EmailTemplateUpdate) => Effect.Effect<
  wire.EmailTemplate,
  UpdateError,
  Admin
> = (type, payload) => trace("EmailTemplates.update", callAsAdmin(wire.update, { params: { type }, payload }))

/**
 * The errors of {@link reset}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ResetError = RequestSchemaError | ApiError

/**
 * Gives a kind of mail the service's own template back. One that was not changed is an `ApiError` with `RequestRefused`,
 * of status 404, for its reason.
 *
 * @category managing
 * @since 0.1.0
 */
export const reset: (type: wire.EmailTemplateType) => Effect.Effect<void, ResetError, Admin> = (
  type
) => trace("EmailTemplates.reset", Effect.asVoid(callAsAdmin(wire.reset, { params: { type } })))

/** @since 0.1.0 */
export type { EmailTemplate, EmailTemplateType, EmailTemplateUpdate } from "../wire/emailTemplates.ts"
