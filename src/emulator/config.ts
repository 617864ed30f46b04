/**
 * Handlers of the configuration as text.
 *
 * Settings also change in other ways, such as by an update of the project. Before an override is read or changed, the level
 * `environment` (for the section `project`: the level `project`) takes over such changes.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../wire/config.ts"
import { configLevels } from "../wire/config.ts"
import { isObject } from "../wire/Json.ts"
import { at, isKnownKey, settings, storedTree, treeOf, withDefaults, withValue } from "./configTree.ts"
import type { Circumstances, HandlersOf } from "./Handler.ts"
import { type Refusal, refuse } from "./http.ts"
import { defaultConfig as defaultOfProjects, ordered } from "./projectRows.ts"
import type { ProjectConfig, ProjectRow } from "./State.ts"

type Overrides = ProjectRow["configOverrides"]

/** The service's defaults. The override of a new project turns passwords and localhost on, and has default permissions. */
const defaultConfig: ProjectConfig = {
  ...defaultOfProjects,
  credentialEnabled: false,
  allowLocalhost: false,
  teamCreatorDefaultPermissions: [],
  teamMemberDefaultPermissions: []
}

/** Returns the configuration that overrides make of the service's defaults, without the parts that are only stored. */
const effective = (overrides: Overrides): wire.Config => {
  let tree: wire.Config = {}
  for (const level of configLevels) {
    for (const [key, value] of Object.entries(overrides[level])) tree = withValue(tree, key, value)
  }
  return withDefaults(tree, treeOf(defaultConfig))
}

/** Returns the settings of a configuration, or the key of one with an unfit value. */
const settingsIn = (tree: wire.Config): Partial<ProjectConfig> | string => {
  const found: Partial<ProjectConfig> = {}
  for (const [key, { read }] of Object.entries(settings)) {
    const part = read(at(tree, key) ?? null)
    if (part === undefined) return key
    Object.assign(found, part)
  }
  return ordered(found)
}

/** Two settings with the same text are the same, secrets included. */
const textOf = (value: wire.ConfigValue): string =>
  JSON.stringify(value, function(this: Readonly<Record<string, unknown>>, key, value) {
    const given = this[key]
    return Redacted.isRedacted(given) ? Redacted.value(given) : value
  })

/** Writes settings that have changed in other ways into the overrides. */
const takeOver = (project: ProjectRow): void => {
  const found = settingsIn(effective(project.configOverrides))
  // Sound: every settings of the overrides was accepted when it was written.
  const known = { ...defaultConfig, ...found as Partial<ProjectConfig> }
  for (const [key, { show }] of Object.entries(settings)) {
    const value = show(project.config)
    if (textOf(value) === textOf(show(known))) continue
    const level = key.startsWith("project.") ? "project" : "environment"
    project.configOverrides[level] = { ...without(project.configOverrides[level], [key]), [key]: value }
  }
}

/** Returns an override without keys and all keys below them. */
const without = (override: Overrides[wire.ConfigLevel], keys: Iterable<string>): Overrides[wire.ConfigLevel] => {
  const gone = [...keys]
  return Object.fromEntries(
    Object.entries(override).filter(([key]) => !gone.some((each) => key === each || key.startsWith(`${each}.`)))
  )
}

const checkLevel = ({ level }: Circumstances, of: wire.ConfigLevel): Effect.Effect<void, Refusal> =>
  level === "server" && of !== "branch"
    ? Effect.fail(refuse(403, "Servers may use the override of the level branch only"))
    : Effect.void

/** Replaces the override of a level, if it is valid. */
const replace = Effect.fnUntraced(function*(
  project: ProjectRow,
  level: wire.ConfigLevel,
  override: Overrides[wire.ConfigLevel]
): Effect.fn.Return<{ readonly success: true }, Refusal> {
  const unknown = Object.keys(override).find((key) => !isKnownKey(level, key, override[key]))
  if (unknown !== undefined) return yield* refuse(400, `The level ${level} has no setting ${JSON.stringify(unknown)}`)
  const overrides = { ...project.configOverrides, [level]: override }
  const found = settingsIn(effective(overrides))
  if (typeof found === "string") {
    return yield* refuse(400, `The value of the setting ${JSON.stringify(found)} is invalid`)
  }
  project.configOverrides[level] = override
  Object.assign(project.config, found)
  return { success: true }
})

/** Returns the settings of a request. A text that is not a JSON object is refused. */
const given = (override: wire.ConfigOverride): Effect.Effect<Overrides[wire.ConfigLevel], Refusal> =>
  isObject(override)
    // Sound: it comes from JSON text, so no value is `undefined`.
    ? Effect.succeed(override as Overrides[wire.ConfigLevel])
    : Effect.fail(refuse(400, "The configuration is not a JSON object"))

type Handlers = HandlersOf<typeof wire>

const readOverride: Handlers["readOverride"] = Effect.fnUntraced(function*({ params: { level }, ...circumstances }) {
  yield* checkLevel(circumstances, level)
  takeOver(circumstances.project)
  return { configString: circumstances.project.configOverrides[level] }
})

const replaceOverride: Handlers["replaceOverride"] = Effect.fnUntraced(function*(
  { params: { level }, payload, ...circumstances }
) {
  const { project } = circumstances
  yield* checkLevel(circumstances, level)
  takeOver(project)
  const result = yield* replace(project, level, yield* given(payload.configString))
  if (payload.source !== undefined) project.configSource = payload.source
  return result
})

const updateOverride: Handlers["updateOverride"] = Effect.fnUntraced(function*(
  { params: { level }, payload, ...circumstances }
) {
  const { project } = circumstances
  yield* checkLevel(circumstances, level)
  takeOver(project)
  const changes = yield* given(payload.configOverrideString)
  const kept = without(project.configOverrides[level], Object.keys(changes))
  return yield* replace(project, level, { ...kept, ...changes })
})

const resetKeys: Handlers["resetKeys"] = Effect.fnUntraced(function*(
  { params: { level }, payload, ...circumstances }
) {
  const { project } = circumstances
  yield* checkLevel(circumstances, level)
  takeOver(project)
  return yield* replace(project, level, without(project.configOverrides[level], payload.keys))
})

/** @since 0.1.0 */
export const configHandlers: Handlers = {
  read: ({ project }) =>
    Effect.sync(() => {
      takeOver(project)
      return { configString: withDefaults(effective(project.configOverrides), storedTree(project)) }
    }),

  // The first of two handlers of one route decides which levels the refusal of a client names.
  readOverrideAsServer: readOverride,
  readOverride,
  replaceOverrideAsServer: replaceOverride,
  replaceOverride,
  updateOverrideAsServer: updateOverride,
  updateOverride,
  resetKeysAsServer: resetKeys,
  resetKeys,

  readSource: ({ project }) => Effect.sync(() => ({ source: project.configSource })),

  unlink: ({ project }) =>
    Effect.sync(() => {
      project.configSource = { type: "unlinked" }
      return { success: true as const }
    })
}
