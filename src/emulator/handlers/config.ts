/**
 * Handlers for the configuration and its overrides.
 *
 * Settings can also change in other ways, for example through a project update. Before an override is read or
 * changed, such changes are copied into the level `environment`, or from the section `project` into the level
 * `project`.
 */
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type * as wire from "../../wire/config.ts"
import { configLevels } from "../../wire/config.ts"
import { isObject } from "../../wire/Json.ts"
import type { HandlersOf, RequestContext } from "../requests/Handler.ts"
import { reject } from "../requests/http.ts"
import {
  applyDefaults,
  getValue,
  isKnownKey,
  makeSettingsTree,
  makeStoredTree,
  removeValue,
  settings,
  setValue
} from "../rules/configTree.ts"
import { type ProjectConfig, revealSecrets } from "../state/ProjectConfig.ts"
import { defaultConfig as defaultOfProjects, normalizeConfig } from "../state/projectRows.ts"
import type { ProjectRow } from "../state/rows.ts"

type Overrides = ProjectRow["configOverrides"]

type Override = Overrides[wire.ConfigLevel]

/** The service's defaults. In new projects, an override turns on passwords and localhost, and adds default permissions. */
const defaultConfig: ProjectConfig = {
  ...defaultOfProjects,
  credentialEnabled: false,
  allowLocalhost: false,
  teamCreatorDefaultPermissions: [],
  teamMemberDefaultPermissions: []
}

/** Applies overrides. As in the service, a key below a value that is no object has no effect, unless `keepsAll` is `true`. */
const mergeOverrides = (project: ProjectRow, overrides: Overrides, keepsAll = false): wire.Config => {
  const defaults = applyDefaults(makeSettingsTree(defaultConfig), makeStoredTree(project))
  let tree: wire.Config = {}
  for (const level of configLevels) {
    for (const [key, value] of Object.entries(overrides[level])) {
      const parent = key.slice(0, Math.max(key.lastIndexOf("."), 0))
      const hasParent = parent === "" || isObject(getValue(applyDefaults(tree, defaults), parent))
      if (keepsAll || hasParent) tree = setValue(tree, key, value)
    }
  }
  return applyDefaults(tree, defaults)
}

/** Returns a configuration's settings, or the key for the first invalid value. */
const parseSettings = (tree: wire.Config): Partial<ProjectConfig> | string => {
  const found: Partial<ProjectConfig> = {}
  for (const [key, { parse }] of Object.entries(settings)) {
    const part = parse(getValue(tree, key) ?? null)
    if (part === undefined) return key
    Object.assign(found, part)
  }
  return normalizeConfig(found)
}

/** Serializes a value for comparison, secrets included. */
const stringify = (value: wire.ConfigValue): string => JSON.stringify(revealSecrets(value))

/** Copies settings that were changed in other ways into the overrides. */
const syncOverrides = (project: ProjectRow): void => {
  const found = parseSettings(mergeOverrides(project, project.configOverrides))
  // Sound: all settings in the overrides were validated when they were written.
  const known = { ...defaultConfig, ...found as Partial<ProjectConfig> }
  for (const [key, { serialize }] of Object.entries(settings)) {
    const value = serialize(project.config)
    if (stringify(value) === stringify(serialize(known))) continue
    const level = key.startsWith("project.") ? "project" : "environment"
    project.configOverrides[level] = { ...omitKeys(project.configOverrides[level], [key]), [key]: value }
  }
}

/** Returns an override without the given keys and all keys below them. */
const omitKeys = (override: Override, keys: ReadonlyArray<string>): Override =>
  Record.filter(override, (_, key) => !keys.some((each) => key === each || key.startsWith(`${each}.`)))

/** Like `omitKeys`, and also removes the keys from objects that the override has at a key above. */
const resetOverride = (override: Override, keys: ReadonlyArray<string>): Override =>
  Object.fromEntries(
    Object.entries(omitKeys(override, keys)).map(([key, value]) => {
      const inner = keys.flatMap((each) => each.startsWith(`${key}.`) ? [each.slice(key.length + 1)] : [])
      return [key, inner.reduce((value, name) => removeValue(value, name), value)]
    })
  )

const checkLevel = (level: RequestContext["level"], of: wire.ConfigLevel) =>
  level === "server" && of !== "branch"
    ? Effect.fail(reject(403, "Servers may use the override of the level branch only"))
    : Effect.void

const replace = Effect.fnUntraced(function*(project: ProjectRow, level: wire.ConfigLevel, override: Override) {
  const unknown = Object.keys(override).find((key) => !isKnownKey(level, key, override[key]))
  if (unknown !== undefined) return yield* reject(400, `The level ${level} has no setting ${JSON.stringify(unknown)}`)
  const overrides = { ...project.configOverrides, [level]: override }
  const invalid = parseSettings(mergeOverrides(project, overrides, true))
  const found = typeof invalid === "string" ? invalid : parseSettings(mergeOverrides(project, overrides))
  if (typeof found === "string") {
    return yield* reject(400, `The value of the setting ${JSON.stringify(found)} is invalid`)
  }
  project.configOverrides[level] = override
  Object.assign(project.config, found)
  return { success: true as const }
})

const parseOverride = (override: wire.ConfigOverride) =>
  isObject(override)
    // Sound: the value was parsed from JSON, so no field is `undefined`.
    ? Effect.succeed(override as Override)
    : Effect.fail(reject(400, "The configuration is not a JSON object"))

type Handlers = HandlersOf<typeof wire>

const getOverride: Handlers["getOverride"] = Effect.fnUntraced(function*({ params: { level }, project, ...context }) {
  yield* checkLevel(context.level, level)
  syncOverrides(project)
  return { configString: project.configOverrides[level] }
})

const replaceOverride: Handlers["replaceOverride"] = Effect.fnUntraced(function*(
  { params: { level }, payload, project, ...context }
) {
  yield* checkLevel(context.level, level)
  if (level === "branch" && payload.source === undefined) {
    return yield* reject(400, "The level branch requires a source")
  }
  syncOverrides(project)
  const result = yield* replace(project, level, yield* parseOverride(payload.configString))
  if (payload.source !== undefined) project.configSource = payload.source
  return result
})

const updateOverride: Handlers["updateOverride"] = Effect.fnUntraced(function*(
  { params: { level }, payload, project, ...context }
) {
  yield* checkLevel(context.level, level)
  syncOverrides(project)
  const changes = yield* parseOverride(payload.configOverrideString)
  const remaining = omitKeys(project.configOverrides[level], Object.keys(changes))
  return yield* replace(project, level, { ...remaining, ...changes })
})

const resetKeys: Handlers["resetKeys"] = Effect.fnUntraced(function*({ params: { level }, payload, project }) {
  syncOverrides(project)
  return yield* replace(project, level, resetOverride(project.configOverrides[level], payload.keys))
})

const withDefaultEmails = (project: ProjectRow, tree: wire.Config): wire.Config => {
  const stored = makeStoredTree(project)
  return ["emails.templates", "emails.themes"]
    .reduce((tree, key) => setValue(tree, key, getValue(stored, key) ?? {}), tree)
}

export const configHandlers: Handlers = {
  get: ({ project }) =>
    Effect.sync(() => {
      syncOverrides(project)
      const tree = mergeOverrides(project, project.configOverrides)
      // With the shared email server, the service ignores the overrides' templates and themes.
      return { configString: project.config.emailConfig.type === "shared" ? withDefaultEmails(project, tree) : tree }
    }),

  // For a client, the error message names the levels of a route's first handler.
  getOverrideAsServer: getOverride,
  getOverride,
  replaceOverrideAsServer: replaceOverride,
  replaceOverride,
  updateOverrideAsServer: updateOverride,
  updateOverride,
  resetKeys,

  getSource: ({ project }) => Effect.sync(() => ({ source: project.configSource })),

  unlinkSource: ({ project }) =>
    Effect.sync(() => {
      project.configSource = { type: "unlinked" }
      return { success: true as const }
    })
}
