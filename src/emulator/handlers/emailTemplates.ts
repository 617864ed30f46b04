/** Handlers for email templates. 2025 generation only. */
import * as Effect from "effect/Effect"
import * as wire from "../../wire/emailTemplates.ts"
import { isDocument, templateOf } from "../emails/templates.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import type { ProjectRow } from "../state/rows.ts"

const toEmailTemplate = (project: ProjectRow, type: wire.EmailTemplateType): wire.EmailTemplate => ({
  type,
  ...templateOf(project, type),
  isDefault: !project.emailTemplates.has(type)
})

export const emailTemplateHandlers: HandlersOf<typeof wire> = {
  list: ({ project }) =>
    Effect.sync(() => ({
      items: wire.emailTemplateTypes.map((type) => toEmailTemplate(project, type)),
      isPaginated: false
    })),

  get: ({ params, project }) => Effect.sync(() => toEmailTemplate(project, params.type)),

  update: Effect.fnUntraced(function*({ params: { type }, payload, project }) {
    if (project.config.emailConfig.type === "shared") {
      return yield* reject(400, "Email templates can be changed only in projects with a custom email server")
    }
    if (payload.content !== undefined && !isDocument(payload.content)) {
      return yield* reject(400, "The content is not a valid email template")
    }
    const { content, subject } = templateOf(project, type)
    project.emailTemplates.set(type, {
      subject: payload.subject ?? subject,
      content: payload.content ?? content
    })
    return toEmailTemplate(project, type)
  }),

  reset: Effect.fnUntraced(function*({ params: { type }, project }) {
    if (!project.emailTemplates.delete(type)) return yield* reject(404, "The email template has no changes to reset")
    return { success: true as const }
  })
}
