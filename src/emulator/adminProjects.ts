/**
 * Handlers of projects, for their admins and for the users of `internal` who own them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as wire from "../wire/adminProjects.ts"
import { ExpectedInternalProject } from "../wire/KnownErrors.ts"
import type { ProjectConfigUpdate } from "../wire/projectConfig.ts"
import { userRequired } from "./errors.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import {
  createProject,
  deleteProject,
  ordered,
  ownedProjectIds,
  setOwnedProjectIds,
  showProject
} from "./projectRows.ts"
import type { ProjectConfig } from "./State.ts"

/** The settings that a request gives. The service allows localhost whenever a request does not forbid it. */
const settingsOf = ({ allowLocalhost = true, ...config }: ProjectConfigUpdate = {}): Partial<ProjectConfig> =>
  // Sound: the fields that are left have a value, and every setting of a request is one of the project's.
  ordered(
    Object.fromEntries(Object.entries({ ...config, allowLocalhost }).filter(([, value]) => value !== undefined))
  )

/** Finds the user of `internal` who asks. That somebody is signed in is looked at before the project is. */
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
    if (displayName !== undefined) project.displayName = displayName
    if (description !== undefined) project.description = description ?? ""
    if (isProductionMode !== undefined) project.isProductionMode = isProductionMode
    Object.assign(project.config, settingsOf(config))
    return showProject(project)
  }),

  remove: ({ project, state }) => {
    deleteProject(state, project)
    return Effect.succeed({ success: true as const })
  },

  list: (circumstances) =>
    Effect.map(ownerOf(circumstances), (owner) => ({
      items: ownedProjectIds(owner).flatMap((id) => {
        const project = circumstances.state.get(id)
        return project === undefined ? [] : [showProject(project)]
      }),
      isPaginated: false
    })),

  create: Effect.fnUntraced(function*({ payload, ...circumstances }) {
    const { config, description, displayName, isProductionMode } = payload
    const owner = yield* ownerOf(circumstances)
    const project = yield* createProject({
      generation: circumstances.state.generation,
      displayName,
      description: description ?? "",
      isProductionMode,
      config: settingsOf(config)
    })
    circumstances.state.set(project.id, project)
    setOwnedProjectIds(owner, [...ownedProjectIds(owner), project.id])
    return showProject(project)
  })
}
