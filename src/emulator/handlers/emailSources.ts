/**
 * Handlers for email templates and themes. 2026 generation only.
 *
 * The emulator does not run template sources. It rejects only empty sources and those with unbalanced brackets.
 */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/emailSources.ts"
import { EmailRenderingError } from "../../wire/KnownErrors.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import { failWith, orFail } from "../rules/failWith.ts"
import { listTemplates, makeSource, requireCustomServer, themes } from "../state/defaultEmailSources.ts"
import * as random from "../state/random.ts"

const noTemplate = reject(404, "No email template has this id")

const render = (source: string): Effect.Effect<string, EmailRenderingError> => {
  if (isBalanced(source)) return Effect.succeed("<p>The emulator does not render email sources.</p>")
  const error = "The source is empty or has unbalanced brackets"
  return failWith(EmailRenderingError, `The email template does not render: ${error}`, { error })
}

const isBalanced = (source: string): boolean => {
  const count = (bracket: string) => source.split(bracket).length
  return source.trim() !== "" && ["()", "[]", "{}"].every(([open, close]) => count(open!) === count(close!))
}

export const emailSourceHandlers: HandlersOf<typeof wire> = {
  list: ({ project }) => Effect.sync(() => ({ templates: listTemplates(project) })),

  create: Effect.fnUntraced(function*({ payload: { displayName }, project }) {
    yield* requireCustomServer(project)
    const id = yield* random.uuid
    project.emailSources.set(id, { id, displayName, tsxSource: makeSource(displayName) })
    return { id }
  }),

  update: Effect.fnUntraced(function*({ params: { id }, payload: { themeId, tsxSource }, project }) {
    yield* requireCustomServer(project)
    const template = project.emailSources.get(id)
    if (template === undefined) return yield* noTemplate
    const renderedHtml = yield* render(tsxSource)
    project.emailSources.set(id, { ...template, tsxSource, ...(themeId !== undefined && { themeId }) })
    return { renderedHtml }
  }),

  remove: Effect.fnUntraced(function*({ params: { id }, project }) {
    yield* requireCustomServer(project)
    return project.emailSources.delete(id) ? {} : yield* noTemplate
  }),

  listThemes: () => Effect.succeed({ themes }),

  getTheme: ({ params: { id } }) =>
    orFail(themes.find((theme) => theme.id === id), Effect.fail(reject(404, "No email theme has this id")))
}
