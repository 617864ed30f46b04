/** A project's configuration as a tree, and the settings in it that affect the emulator. */
import * as Redacted from "effect/Redacted"
import type { Config, ConfigValue } from "../../wire/config.ts"
import { isObject } from "../../wire/Json.ts"
import { type OAuthProviderConfig, oauthProviderIds } from "../../wire/projectConfig.ts"
import { listTemplates, themes } from "../state/defaultEmailSources.ts"
import { oauthAccountMergeStrategies, type ProjectConfig, projectFlags, signUpActions } from "../state/ProjectConfig.ts"
import type { ProjectRow } from "../state/rows.ts"

type Tree = Readonly<Record<string, ConfigValue>>

/** Converts a project setting to a value in the tree, and back. `parse` returns `undefined` for an invalid value. */
interface Setting {
  readonly serialize: (config: ProjectConfig) => ConfigValue
  readonly parse: (value: ConfigValue) => Partial<ProjectConfig> | undefined
}

type Field<A> = { readonly [K in keyof ProjectConfig]: ProjectConfig[K] extends A ? K : never }[keyof ProjectConfig]

const flag = (field: Field<boolean>): Setting => ({
  serialize: (config) => config[field],
  parse: (value) => typeof value === "boolean" ? { [field]: value } : undefined
})

const choice = <K extends Field<string>>(field: K, values: ReadonlyArray<ProjectConfig[K]>): Setting => ({
  serialize: (config) => config[field],
  parse: (value) => {
    const chosen = values.find((each) => each === value)
    return chosen === undefined ? undefined : { [field]: chosen }
  }
})

const permissions = (field: Field<ReadonlyArray<string>>): Setting => ({
  serialize: (config) => Object.fromEntries(config[field].map((id) => [id, true])),
  parse: (value) => isTree(value) ? { [field]: Object.keys(value).filter((id) => value[id] === true) } : undefined
})

const isTree = (value: ConfigValue | undefined): value is Tree => isObject(value) && !Redacted.isRedacted(value)

const toText = (value: ConfigValue | undefined): string =>
  typeof value === "string" ? value : Redacted.isRedacted(value) ? String(Redacted.value(value)) : ""

const serializeProvider = (provider: OAuthProviderConfig): Tree => {
  const flags = { allowSignIn: true, allowConnectedAccounts: true }
  if (provider.type === "shared") return { type: provider.id, isShared: true, ...flags }
  const { appleBundleIds, clientId, clientSecret, facebookConfigId, id, microsoftTenantId } = provider
  return {
    type: id,
    isShared: false,
    clientId,
    clientSecret,
    ...(facebookConfigId !== undefined && { facebookConfigId }),
    ...(microsoftTenantId !== undefined && { microsoftTenantId }),
    ...(appleBundleIds !== undefined && {
      appleBundles: Object.fromEntries(appleBundleIds.map((bundleId) => [bundleId, { bundleId }]))
    }),
    ...flags
  }
}

/** Parses a provider in the configuration. A provider with sign-in turned off is omitted. */
const parseProvider = (id: string, provider: Tree): ReadonlyArray<OAuthProviderConfig> => {
  const { allowSignIn = true, appleBundles, clientId, facebookConfigId, isShared, microsoftTenantId, type } = provider
  if (allowSignIn !== true) return []
  const name = toText(type) || id
  if (isShared !== false) return [{ id: name, type: "shared" }]
  return [{
    id: name,
    type: "standard",
    clientId: toText(clientId),
    clientSecret: Redacted.make(toText(provider["clientSecret"])),
    ...(facebookConfigId !== undefined && { facebookConfigId: toText(facebookConfigId) }),
    ...(microsoftTenantId !== undefined && { microsoftTenantId: toText(microsoftTenantId) }),
    ...(isTree(appleBundles) && {
      appleBundleIds: Object.values(appleBundles).flatMap((bundle) =>
        isTree(bundle) ? [toText(bundle["bundleId"])] : []
      )
    })
  }]
}

const isProviderType = (type: ConfigValue): boolean => oauthProviderIds.some((id) => id === type)

const isEachTree = (value: ConfigValue): value is Readonly<Record<string, Tree>> =>
  isTree(value) && Object.values(value).every(isTree)

const others: Readonly<Record<string, Setting>> = {
  "auth.oauth.accountMergeStrategy": choice("oauthAccountMergeStrategy", oauthAccountMergeStrategies),
  "auth.oauth.providers": {
    serialize: ({ oauthProviders }) =>
      Object.fromEntries(oauthProviders.map((provider) => [provider.id, serializeProvider(provider)])),
    parse: (value) =>
      isEachTree(value) && Object.values(value).every(({ type }) => type === undefined || isProviderType(type))
        ? { oauthProviders: Object.entries(value).flatMap(([id, provider]) => parseProvider(id, provider)) }
        : undefined
  },
  "auth.signUpRules": {
    serialize: ({ signUpRules }) => signUpRules,
    parse: (value) =>
      isEachTree(value) &&
        Object.values(value).every(({ action }) =>
          isTree(action) && signUpActions.some((type) => type === action["type"])
        )
        // Sound: the action is validated, and a condition that is not a string never matches.
        ? { signUpRules: value as unknown as ProjectConfig["signUpRules"] }
        : undefined
  },
  "auth.signUpRulesDefaultAction": choice("signUpRulesDefaultAction", ["allow", "reject"]),
  "domains.trustedDomains": {
    serialize: ({ domains }) =>
      Object.fromEntries(
        domains.map(({ domain, handlerPath }, index) => [`domain-${index}`, { baseUrl: domain, handlerPath }])
      ),
    parse: (value) =>
      isEachTree(value)
        ? {
          domains: Object.values(value).map(({ baseUrl, handlerPath = "/handler" }) => ({
            domain: toText(baseUrl),
            handlerPath: toText(handlerPath)
          }))
        }
        : undefined
  },
  "emails.selectedThemeId": choice("emailTheme", themes.map(({ id }) => id)),
  "emails.server": {
    serialize: ({ emailConfig: { type, ...server } }) => ({ isShared: type === "shared", provider: "smtp", ...server }),
    parse: (value) => {
      if (!isTree(value) || typeof value["isShared"] !== "boolean") return undefined
      if (value["isShared"]) return { emailConfig: { type: "shared" } }
      return {
        emailConfig: {
          type: "standard",
          host: toText(value["host"]),
          port: Number(value["port"]),
          username: toText(value["username"]),
          password: Redacted.make(toText(value["password"])),
          senderName: toText(value["senderName"]),
          senderEmail: toText(value["senderEmail"])
        }
      }
    }
  },
  "rbac.defaultPermissions.signUp": permissions("userDefaultPermissions"),
  "rbac.defaultPermissions.teamCreator": permissions("teamCreatorDefaultPermissions"),
  "rbac.defaultPermissions.teamMember": permissions("teamMemberDefaultPermissions")
}

/** The settings that affect the emulator, by dotted key, sorted. */
export const settings: Readonly<Record<string, Setting>> = Object.fromEntries(
  [
    ...projectFlags.flatMap(({ key, name }) => key === undefined ? [] : [[key, flag(name)] as const]),
    ...Object.entries(others)
  ].toSorted(([a], [b]) => a < b ? -1 : 1)
)

/** The sections that the emulator only stores, by dotted key. */
const storedOnly = [
  "analytics",
  "apps",
  "customDashboards",
  "dataVault",
  "dbSync",
  "emails.templates",
  "emails.themes",
  "payments",
  "rbac.permissions",
  "sourceOfTruth"
]

/** Matches the settings that branches cannot have, because they differ between environments. */
const environmentOnly =
  /^(?:domains\.trustedDomains|emails\.server|auth\.oauth\.providers\.[^.]+\.(?!(?:type|allowSignIn|allowConnectedAccounts)$)[^.]+)(?:\.|$)/

/** Returns `true` if a key, or a key below it in the value, must not be in a branch. */
const isEnvironmentOnly = (key: string, value: ConfigValue | undefined): boolean =>
  environmentOnly.test(key) ||
  isTree(value) && Object.entries(value).some(([name, inner]) => isEnvironmentOnly(`${key}.${name}`, inner))

/**
 * Returns `true` if an override may have a key: a setting, a key below one, or one above if its value has only such keys.
 * The section `project` is for the level `project` only. Secrets and domains are not for branches.
 */
export const isKnownKey = (level: string, key: string, value: ConfigValue | undefined): boolean => {
  const isOfProject = key === "project" || key.startsWith("project.") || key === "sourceOfTruth"
  if (isOfProject !== (level === "project")) return false
  if (level === "branch" && isEnvironmentOnly(key, value)) return false
  const known = [...Object.keys(settings), ...storedOnly]
  if (known.some((each) => key === each || key.startsWith(`${each}.`))) return true
  return known.some((each) => each.startsWith(`${key}.`)) && isTree(value) &&
    Object.entries(value).every(([name, inner]) => isKnownKey(level, `${key}.${name}`, inner))
}

/** Returns the value at a dotted key in a tree. */
export const getValue = (tree: Tree, key: string): ConfigValue | undefined => {
  let value: ConfigValue | undefined = tree
  for (const name of key.split(".")) value = isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/** Copies a tree with another value at a dotted key. `null` removes the key. */
export const setValue = (tree: Tree, key: string, value: ConfigValue): Tree => {
  const [name = "", ...rest] = key.split(".")
  const { [name]: inner, ...others } = tree
  if (rest.length === 0) return value === null ? others : { ...others, [key]: value }
  return { ...others, [name]: setValue(isTree(inner) ? inner : {}, rest.join("."), value) }
}

/** Returns a copy without the value at a dotted key. */
export const removeValue = (value: ConfigValue, key: string): ConfigValue => {
  if (!isTree(value)) return value
  // An override's key may contain dots at any depth.
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === key || name.startsWith(`${key}.`)
        ? []
        : [[name, key.startsWith(`${name}.`) ? removeValue(inner, key.slice(name.length + 1)) : inner]]
    )
  )
}

/** Fills in a tree's missing values from `defaults`, recursively. */
export const applyDefaults = (tree: Tree, defaults: Tree): Tree => {
  const merged = new Map(Object.entries(defaults))
  for (const [name, value] of Object.entries(tree)) {
    const other = merged.get(name)
    merged.set(name, isTree(value) && isTree(other) ? applyDefaults(value, other) : value)
  }
  return Object.fromEntries(merged)
}

/** Returns a project's settings as a tree, without its overrides. */
export const makeSettingsTree = (config: ProjectConfig): Config => {
  let tree: Tree = {}
  for (const [key, { serialize }] of Object.entries(settings)) tree = setValue(tree, key, serialize(config))
  return tree
}

const enabledApps = ["authentication", "emails"]

const otherApps =
  "fraud-protection onboarding teams rbac api-keys payments email-api data-vault webhooks tv-mode launch-checklist " +
  "catalyst neon convex vercel analytics"

/** Returns a project's configuration sections that the emulator only stores. */
export const makeStoredTree = (project: ProjectRow): Config => ({
  rbac: {
    permissions: Object.fromEntries(
      [...project.permissionDefinitions.values()].map((
        { containedPermissionIds, description = "", id, scope }
      ) => [id, {
        containedPermissionIds: Object.fromEntries(containedPermissionIds.map((contained) => [contained, true])),
        description,
        scope
      }])
    )
  },
  apps: {
    installed: Object.fromEntries(
      [...enabledApps, ...otherApps.split(" ")].map((id) => [id, { enabled: enabledApps.includes(id) }])
    )
  },
  emails: { themes: indexById(themes), templates: indexById(listTemplates(project)) },
  payments: { blockNewPurchases: false, testMode: true, productLines: {}, products: {}, items: {} },
  dbSync: { externalDatabases: {} },
  dataVault: { stores: {} },
  analytics: { queryFolders: {} },
  customDashboards: {},
  sourceOfTruth: { type: "hosted" }
})

const indexById = (
  sources: Iterable<{ readonly id: string; readonly displayName: string; readonly tsxSource: string }>
): Tree => Object.fromEntries(Array.from(sources, ({ displayName, id, tsxSource }) => [id, { displayName, tsxSource }]))
