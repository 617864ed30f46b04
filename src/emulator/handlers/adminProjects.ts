/** Handlers for projects, for their admins and for their owners, who are users in `internal`. */
import * as Effect from "effect/Effect"
import type * as wire from "../../wire/adminProjects.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import { ExpectedInternalProject, ProjectNotFound } from "../../wire/KnownErrors.ts"
import type { RedactedConfigUpdate } from "../../wire/projectConfig.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject, type Rejection } from "../requests/http.ts"
import { userRequired } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import { storeDataUrl } from "../rules/images.ts"
import { findMember } from "../rules/lookup.ts"
import { addManagedId, deleteProject, listOwnedProjectIds } from "../rules/owners.ts"
import { requireTeamPermission } from "../rules/permissions.ts"
import { schemaError } from "../rules/validation.ts"
import { themes } from "../state/defaultEmailSources.ts"
import type { ProjectConfig } from "../state/ProjectConfig.ts"
import { createProject, normalizeConfig, toAdminProject } from "../state/projectRows.ts"
import type { ProjectRow } from "../state/rows.ts"

/** Changes settings. Before 2026, a missing `allowLocalhost` is `true`. Since then, undefined permissions are dropped. */
const setConfig = (project: ProjectRow, config: RedactedConfigUpdate = {}): void => {
  const isOld = project.generation === "2025"
  const isDefined = (id: string) => isOld || id.startsWith("$") || project.permissionDefinitions.has(id)
  const update: RedactedConfigUpdate = {
    ...config,
    ...(isOld && { allowLocalhost: config.allowLocalhost ?? true }),
    teamCreatorDefaultPermissions: config.teamCreatorDefaultPermissions?.filter(isDefined),
    teamMemberDefaultPermissions: config.teamMemberDefaultPermissions?.filter(isDefined),
    userDefaultPermissions: config.userDefaultPermissions?.filter(isDefined)
  }
  // Sound: the remaining fields have a value, and the project has each setting in a request.
  const settings: Partial<ProjectConfig> = Object.fromEntries(
    Object.entries(update).filter(([, value]) => value !== undefined)
  )
  Object.assign(project.config, normalizeConfig(settings))
}

const checkTheme = ({ emailTheme }: RedactedConfigUpdate = {}) =>
  emailTheme === undefined || themes.some(({ id }) => id === emailTheme)
    ? Effect.void
    : Effect.fail(reject(400, `No email theme has the id ${JSON.stringify(emailTheme)}`))

const checkProviders = (generation: Generation, { oauthProviders = [] }: RedactedConfigUpdate = {}) => {
  const index = generation === "2025" ? oauthProviders.findIndex(({ id }) => id === "twitch") : -1
  return index < 0
    ? Effect.void
    : Effect.fail(schemaError([`body.config.oauth_providers[${index}].id must be a provider of services of 2025`]))
}

const logoNames = ["logoUrl", "logoFullUrl", "logoDarkModeUrl", "logoFullDarkModeUrl"] as const

/** Changes the fields that were added in 2026. */
const setFields = Effect.fnUntraced(function*(
  project: ProjectRow,
  origin: string,
  { onboardingStatus, ...changes }: ReturnType<typeof wire.redactProject<wire.ProjectUpdate>>
): Effect.fn.Return<void, Rejection> {
  const logos: Partial<ProjectRow["logos"]> = {}
  for (const name of logoNames) {
    const logo = changes[name]
    if (logo !== undefined) logos[name] = logo === null ? null : yield* storeDataUrl(project, origin, logo)
  }
  Object.assign(project.logos, logos)
  if (onboardingStatus !== undefined) project.onboardingStatus = onboardingStatus
})

/** Returns the signed-in user in `internal`. A missing user is reported before a wrong project. */
const ownerOf = Effect.fnUntraced(function*({ project, user }: RequestContext) {
  if (user === undefined) return yield* userRequired
  if (project.id === "internal") return user
  return yield* failWith(ExpectedInternalProject, "This request is for the project \"internal\" only")
})

export const adminProjectHandlers: HandlersOf<typeof wire> = {
  get: ({ project }) => Effect.succeed(toAdminProject(project)),

  update: Effect.fnUntraced(function*({ origin, payload, project }) {
    const { config, description, displayName, isProductionMode } = payload
    yield* checkTheme(config)
    yield* checkProviders(project.generation, config)
    yield* setFields(project, origin, payload)
    if (displayName !== undefined) project.displayName = displayName
    if (description !== undefined) project.description = description ?? ""
    if (isProductionMode !== undefined) project.isProductionMode = isProductionMode
    setConfig(project, config)
    return toAdminProject(project)
  }),

  remove: ({ project, state }) => {
    deleteProject(state, project)
    return Effect.succeed({ success: true as const })
  },

  list: (context) =>
    Effect.map(ownerOf(context), (owner) => ({
      items: listOwnedProjectIds(context.state, owner).flatMap((id) => context.state.get(id) ?? []).map(toAdminProject),
      isPaginated: false
    })),

  create: Effect.fnUntraced(function*({ payload, ...context }) {
    const { config, description, displayName, isProductionMode, ownerTeamId } = payload
    const { project: internal, state } = context
    const owner = yield* ownerOf(context)
    if (ownerTeamId !== undefined) yield* findMember(internal, ownerTeamId, owner.id)
    yield* checkTheme(config)
    yield* checkProviders(state.generation, config)
    const project = yield* createProject({
      generation: state.generation,
      displayName,
      description: description ?? "",
      isProductionMode,
      ownerTeamId
    })
    setConfig(project, config)
    yield* setFields(project, context.origin, payload)
    state.set(project.id, project)
    if (state.generation === "2025") addManagedId(owner, project.id)
    return toAdminProject(project)
  }),

  transfer: Effect.fnUntraced(function*({ payload: { newTeamId, projectId }, ...context }) {
    const { project: internal, state } = context
    // The service reports a missing user as a missing header.
    if (context.user === undefined) return yield* schemaError(["auth.user is missing"])
    const user = yield* ownerOf(context)
    const project = state.get(projectId)
    if (project === undefined || project.ownerTeamId === null) {
      const message = `No project has the id ${JSON.stringify(projectId)}`
      return yield* failWith(ProjectNotFound, message, { projectId })
    }
    yield* requireTeamPermission(internal, project.ownerTeamId, user.id, "team_admin")
    yield* findMember(internal, newTeamId, user.id)
    project.ownerTeamId = newTeamId
    return { success: "true" as const }
  })
}
