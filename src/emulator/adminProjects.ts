/**
 * Handlers of projects, for their admins and for the users of `internal` who own them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/adminProjects.ts"
import type { Generation } from "../wire/Endpoint.ts"
import { ExpectedInternalProject, ProjectNotFound } from "../wire/KnownErrors.ts"
import type { ProjectConfigUpdate } from "../wire/projectConfig.ts"
import { schemaError } from "./checks.ts"
import { themes } from "./emailSources.ts"
import { userRequired } from "./errors.ts"
import { findMember } from "./find.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { refuse } from "./http.ts"
import { addListedId, deleteProject, ownedProjectIds } from "./owners.ts"
import { createProject, ordered, showProject } from "./projectRows.ts"
import type { ProjectConfig, ProjectRow } from "./State.ts"

/** Returns the settings of a request. Before 2026, a request that does not give `allowLocalhost` turns it on. */
const settingsOf = (generation: Generation, config: ProjectConfigUpdate = {}): Partial<ProjectConfig> => {
  const given = generation === "2025" ? { ...config, allowLocalhost: config.allowLocalhost ?? true } : config
  // Sound: the fields that are left have a value, and every setting of a request is one of the project's.
  return ordered(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
}

const checkTheme = ({ emailTheme }: ProjectConfigUpdate = {}) =>
  emailTheme === undefined || themes.some(({ id }) => id === emailTheme)
    ? Effect.void
    : Effect.fail(refuse(400, `No email theme has the id ${JSON.stringify(emailTheme)}`))

/** Changes the fields that services since 2026 have. */
const setFields = (project: ProjectRow, { onboardingStatus, ...changes }: wire.ProjectUpdate): void => {
  if (onboardingStatus !== undefined) project.onboardingStatus = onboardingStatus
  for (const name of ["logoUrl", "logoFullUrl", "logoDarkModeUrl", "logoFullDarkModeUrl"] as const) {
    const logo = changes[name]
    if (logo !== undefined) project.logos[name] = logo === null ? null : stored(project.id, name, logo)
  }
}

/** Returns the address that the service stores an image under. */
const stored = (projectId: string, name: string, logo: string): string =>
  logo.startsWith("data:") ? `https://images.example.com/${projectId}/${name}` : logo

/** Finds the user of `internal` who asks. That a user is signed in is checked before the project is. */
const ownerOf = Effect.fnUntraced(function*({ project, user }: Circumstances) {
  if (user === undefined) return yield* userRequired
  if (project.id === "internal") return user
  return yield* new ExpectedInternalProject({
    message: "This request is for the project \"internal\" only",
    details: {}
  })
})

/** @since 0.1.0 */
export const adminProjectHandlers: HandlersOf<typeof wire> = {
  read: ({ project }) => Effect.succeed(showProject(project)),

  update: Effect.fnUntraced(function*({ payload, project }) {
    const { config, description, displayName, isProductionMode } = payload
    yield* checkTheme(config)
    if (displayName !== undefined) project.displayName = displayName
    if (description !== undefined) project.description = description ?? ""
    if (isProductionMode !== undefined) project.isProductionMode = isProductionMode
    setFields(project, payload)
    Object.assign(project.config, settingsOf(project.generation, config))
    return showProject(project)
  }),

  remove: ({ project, state }) => {
    deleteProject(state, project)
    return Effect.succeed({ success: true as const })
  },

  list: (circumstances) =>
    Effect.map(ownerOf(circumstances), (owner) => ({
      items: ownedProjectIds(circumstances.state, owner).flatMap((id) => {
        const project = circumstances.state.get(id)
        return project === undefined ? [] : [showProject(project)]
      }),
      isPaginated: false
    })),

  create: Effect.fnUntraced(function*({ payload, ...circumstances }) {
    const { config, description, displayName, isProductionMode, ownerTeamId } = payload
    const { project: internal, state } = circumstances
    const owner = yield* ownerOf(circumstances)
    if (ownerTeamId !== undefined) yield* findMember(internal, ownerTeamId, owner.id)
    yield* checkTheme(config)
    const project = yield* createProject({
      generation: state.generation,
      displayName,
      description: description ?? "",
      isProductionMode,
      ownerTeamId,
      config: settingsOf(state.generation, config)
    })
    setFields(project, payload)
    state.set(project.id, project)
    if (state.generation === "2025") addListedId(owner, project.id)
    return showProject(project)
  }),

  transfer: Effect.fnUntraced(function*({ payload: { newTeamId, projectId }, ...circumstances }) {
    const { project: internal, state } = circumstances
    // The service reports a missing user as a missing header.
    if (circumstances.user === undefined) return yield* schemaError(["auth.user is missing"])
    const user = yield* ownerOf(circumstances)
    const project = state.get(projectId)
    if (project === undefined || project.ownerTeamId === null) {
      const message = `No project has the id ${JSON.stringify(projectId)}`
      return yield* new ProjectNotFound({ message, details: { projectId } })
    }
    yield* findMember(internal, project.ownerTeamId, user.id)
    yield* findMember(internal, newTeamId, user.id)
    project.ownerTeamId = newTeamId
    return { success: "true" as const }
  })
}
