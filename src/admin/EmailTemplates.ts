/**
 * The project's email templates as documents, one for each email type. Services before 2026.
 *
 * In newer services, use `EmailTemplateSources`. There, these functions fail with the `ApiError` reason
 * `UnsupportedGeneration` and send no request.
 *
 * Subjects and texts may contain placeholders, such as `{{ projectDisplayName }}`, which the service replaces. Changing
 * templates requires an email server in the project.
 *
 * **Example** (Changing a subject)
 *
 * ```ts
 * import { EmailTemplates } from "latchkey/admin"
 *
 * const german = EmailTemplates.update("password_reset", { subject: "Neues Passwort für {{ projectDisplayName }}" })
 * ```
 */
import * as Effect from "effect/Effect"
import { takeItems } from "../account/takeItems.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/emailTemplates.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link list}. */
export type ListError = ApiError

/** Lists all templates, one for each email type. */
export const list: Effect.Effect<ReadonlyArray<wire.EmailTemplate>, ListError, Admin> = /*#__PURE__*/ trace(
  "EmailTemplates.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsAdmin(wire.list, {}))
)

/** Errors from {@link get}. */
export type GetError = Errors<typeof wire.get>

/** Gets an email type's template. */
export const get = (type: wire.EmailTemplateType): Effect.Effect<wire.EmailTemplate, GetError, Admin> =>
  trace("EmailTemplates.get", callAsAdmin(wire.get, { params: { type } }))

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Changes an email type's template, and returns the changed template. Omitted fields keep their values.
 *
 * Fails with the `ApiError` reason `RequestRefused` if the project has no email server, or if the content is not a
 * document from the service's editor.
 */
export const update = (
  type: wire.EmailTemplateType,
  changes: wire.EmailTemplateUpdate
): Effect.Effect<wire.EmailTemplate, UpdateError, Admin> =>
  trace("EmailTemplates.update", callAsAdmin(wire.update, { params: { type }, payload: changes }))

/** Errors from {@link reset}. */
export type ResetError = Errors<typeof wire.reset>

/**
 * Restores the service's template for an email type. Fails with the `ApiError` reason `RequestRefused` and status 404
 * if the template was not changed.
 */
export const reset = (type: wire.EmailTemplateType): Effect.Effect<void, ResetError, Admin> =>
  trace("EmailTemplates.reset", Effect.asVoid(callAsAdmin(wire.reset, { params: { type } })))

export type { EmailTemplate, EmailTemplateType, EmailTemplateUpdate } from "../wire/emailTemplates.ts"
