/**
 * Handlers of projects, for their admins and for the users of `internal` who own them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../wire/adminProjects.ts"
import { ExpectedInternalProject } from "../wire/KnownErrors.ts"
import { oauthProviderIds, type ProjectConfigUpdate } from "../wire/projectConfig.ts"
import * as checks from "./checks.ts"
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

/** The rules for settings, whether of a new project or of one that is changed. */
const checkConfig = Effect.fnUntraced(
  function*({ domains = [], emailConfig, oauthProviders = [] }: ProjectConfigUpdate) {
    for (const { domain, handlerPath } of domains) {
      yield* checks.schema(/^https?:\/\//.test(domain) && checks.isUrl(domain), "A domain must be an http or https URL")
      yield* checks.schema(handlerPath.startsWith("/"), "A handler_path must start with a slash")
    }
    for (const provider of oauthProviders) {
      yield* checks.schema(oauthProviderIds.some((id) => id === provider.id), "The OAuth provider is unknown")
      yield* checks.schema(
        provider.type === "shared" || provider.clientId !== "" && Redacted.value(provider.clientSecret) !== "",
        "A standard OAuth provider must have a client_id and a client_secret"
      )
    }
    if (emailConfig?.type !== "standard") return
    const { host, password, senderName, username } = emailConfig
    yield* checks.schema(
      [host, username, Redacted.value(password), senderName].every((text) => text !== ""),
      "host, username, password and sender_name must not be empty"
    )
    yield* checks.mailServer(emailConfig)
  }
)

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
  return yield* new ExpectedInternalProject({ message: "Only users of the project internal own projects", details: {} })
})

/** @since 0.1.0 */
export const adminProjectHandlers: HandlersOf<typeof wire> = {
  read: ({ project }) => Effect.succeed(showProject(project)),

  update: Effect.fnUntraced(function*({ payload, project }) {
    const { config, description, displayName, isProductionMode } = payload
    yield* checkConfig(config ?? {})
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
    yield* checkConfig(config ?? {})
    const owner = yield* ownerOf(circumstances)
    const project = yield* createProject({
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
