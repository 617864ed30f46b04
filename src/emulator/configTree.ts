/**
 * The configuration of a project as a tree, and the settings in it that the emulator acts on.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import type { Config, ConfigValue } from "../wire/config.ts"
import { isObject } from "../wire/Json.ts"
import type { OAuthProviderConfig } from "../wire/projectConfig.ts"
import { themes } from "./emailSources.ts"
import type { ProjectConfig, ProjectRow } from "./State.ts"

type Tree = Readonly<Record<string, ConfigValue>>

/** A setting: how it is shown, and how a value of a tree becomes a setting of the project. An unfit value is `undefined`. */
interface Setting {
  readonly show: (config: ProjectConfig) => ConfigValue
  readonly read: (value: ConfigValue) => Partial<ProjectConfig> | undefined
}

type Field<A> = { readonly [K in keyof ProjectConfig]: ProjectConfig[K] extends A ? K : never }[keyof ProjectConfig]

const flag = (field: Field<boolean>): Setting => ({
  show: (config) => config[field],
  read: (value) => typeof value === "boolean" ? { [field]: value } : undefined
})

const choice = <K extends Field<string>>(field: K, values: ReadonlyArray<ProjectConfig[K]>): Setting => ({
  show: (config) => config[field],
  read: (value) => {
    const chosen = values.find((each) => each === value)
    return chosen === undefined ? undefined : { [field]: chosen }
  }
})

const permissions = (field: Field<ReadonlyArray<string>>): Setting => ({
  show: (config) => Object.fromEntries(config[field].map((id) => [id, true])),
  read: (value) => isTree(value) ? { [field]: Object.keys(value).filter((id) => value[id] === true) } : undefined
})

const isTree = (value: ConfigValue | undefined): value is Tree => isObject(value) && !Redacted.isRedacted(value)

const textOf = (value: ConfigValue | undefined): string =>
  typeof value === "string" ? value : Redacted.isRedacted(value) ? String(Redacted.value(value)) : ""

const showProvider = (provider: OAuthProviderConfig): Tree => {
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

/** Returns the provider of a configuration. One that users may not sign in with is none. */
const readProvider = (id: string, provider: Tree): ReadonlyArray<OAuthProviderConfig> => {
  const { allowSignIn = true, appleBundles, clientId, facebookConfigId, isShared, microsoftTenantId, type } = provider
  if (allowSignIn !== true) return []
  const name = textOf(type) || id
  if (isShared !== false) return [{ id: name, type: "shared" }]
  return [{
    id: name,
    type: "standard",
    clientId: textOf(clientId),
    clientSecret: Redacted.make(textOf(provider["clientSecret"])),
    ...(facebookConfigId !== undefined && { facebookConfigId: textOf(facebookConfigId) }),
    ...(microsoftTenantId !== undefined && { microsoftTenantId: textOf(microsoftTenantId) }),
    ...(isTree(appleBundles) && {
      appleBundleIds: Object.values(appleBundles).flatMap((bundle) =>
        isTree(bundle) ? [textOf(bundle["bundleId"])] : []
      )
    })
  }]
}

const isEachTree = (value: ConfigValue): value is Readonly<Record<string, Tree>> =>
  isTree(value) && Object.values(value).every(isTree)

const actions: ReadonlyArray<unknown> = ["allow", "reject", "restrict", "log"]

/**
 * The settings that the emulator acts on, by their dotted key.
 *
 * @category constants
 * @since 0.1.0
 */
export const settings: Readonly<Record<string, Setting>> = {
  "apiKeys.enabled.team": flag("allowTeamApiKeys"),
  "apiKeys.enabled.user": flag("allowUserApiKeys"),
  "auth.allowSignUp": flag("signUpEnabled"),
  "auth.oauth.accountMergeStrategy": choice("oauthAccountMergeStrategy", [
    "link_method",
    "raise_error",
    "allow_duplicates"
  ]),
  "auth.oauth.providers": {
    show: ({ oauthProviders }) =>
      Object.fromEntries(oauthProviders.map((provider) => [provider.id, showProvider(provider)])),
    read: (value) =>
      isEachTree(value)
        ? { oauthProviders: Object.entries(value).flatMap(([id, provider]) => readProvider(id, provider)) }
        : undefined
  },
  "auth.otp.allowSignIn": flag("magicLinkEnabled"),
  "auth.passkey.allowSignIn": flag("passkeyEnabled"),
  "auth.password.allowSignIn": flag("credentialEnabled"),
  "auth.signUpRules": {
    show: ({ signUpRules }) => signUpRules,
    read: (value) =>
      isEachTree(value) &&
        Object.values(value).every(({ action }) => isTree(action) && actions.includes(action["type"]))
        // Sound: the action is what decides, and a condition that is not a text never holds.
        ? { signUpRules: value as unknown as ProjectConfig["signUpRules"] }
        : undefined
  },
  "auth.signUpRulesDefaultAction": choice("signUpRulesDefaultAction", ["allow", "reject"]),
  "domains.allowLocalhost": flag("allowLocalhost"),
  "domains.trustedDomains": {
    show: ({ domains }) =>
      Object.fromEntries(
        domains.map(({ domain, handlerPath }, index) => [`domain-${index}`, { baseUrl: domain, handlerPath }])
      ),
    read: (value) =>
      isEachTree(value)
        ? {
          domains: Object.values(value).map(({ baseUrl, handlerPath = "/handler" }) => ({
            domain: textOf(baseUrl),
            handlerPath: textOf(handlerPath)
          }))
        }
        : undefined
  },
  "emails.selectedThemeId": choice("emailTheme", themes.map(({ id }) => id)),
  "emails.server": {
    show: ({ emailConfig: { type, ...server } }) => ({ isShared: type === "shared", provider: "smtp", ...server }),
    read: (value) => {
      if (!isTree(value) || typeof value["isShared"] !== "boolean") return undefined
      if (value["isShared"]) return { emailConfig: { type: "shared" } }
      return {
        emailConfig: {
          type: "standard",
          host: textOf(value["host"]),
          port: Number(value["port"]),
          username: textOf(value["username"]),
          password: Redacted.make(textOf(value["password"])),
          senderName: textOf(value["senderName"]),
          senderEmail: textOf(value["senderEmail"])
        }
      }
    }
  },
  "onboarding.requireEmailVerification": flag("requireEmailVerification"),
  "project.requirePublishableClientKey": flag("requirePublishableClientKey"),
  "rbac.defaultPermissions.signUp": permissions("userDefaultPermissions"),
  "rbac.defaultPermissions.teamCreator": permissions("teamCreatorDefaultPermissions"),
  "rbac.defaultPermissions.teamMember": permissions("teamMemberDefaultPermissions"),
  "teams.allowClientTeamCreation": flag("clientTeamCreationEnabled"),
  "teams.createPersonalTeamOnSignUp": flag("createTeamOnSignUp"),
  "users.allowClientUserDeletion": flag("clientUserDeletionEnabled")
}

/** The parts of a configuration that the emulator stores and does not act on, by dotted key. */
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

/**
 * Returns `true` if an override may contain a key with a value: the key of a setting, one below it, or one above it whose value
 * contains such keys only. The settings of the section `project` belong to the level `project`.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isKnownKey = (level: string, key: string, value: ConfigValue | undefined): boolean => {
  const isOfProject = key === "project" || key.startsWith("project.") || key === "sourceOfTruth"
  if (isOfProject !== (level === "project")) return false
  const known = [...Object.keys(settings), ...storedOnly]
  if (known.some((each) => key === each || key.startsWith(`${each}.`))) return true
  return known.some((each) => each.startsWith(`${key}.`)) && isTree(value) &&
    Object.entries(value).every(([name, inner]) => isKnownKey(level, `${key}.${name}`, inner))
}

/**
 * Returns the value at a dotted key of a tree.
 *
 * @category getters
 * @since 0.1.0
 */
export const at = (tree: Tree, key: string): ConfigValue | undefined => {
  let value: ConfigValue | undefined = tree
  for (const name of key.split(".")) value = isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

/**
 * Returns a tree with another value at a dotted key. `null` removes the key.
 *
 * @category conversion
 * @since 0.1.0
 */
export const withValue = (tree: Tree, key: string, value: ConfigValue): Tree => {
  const dot = key.indexOf(".")
  const { [dot < 0 ? key : key.slice(0, dot)]: inner, ...others } = tree
  if (dot < 0) return value === null ? others : { ...others, [key]: value }
  return { ...others, [key.slice(0, dot)]: withValue(isTree(inner) ? inner : {}, key.slice(dot + 1), value) }
}

/**
 * Adds to a tree what it lacks of another one.
 *
 * @category conversion
 * @since 0.1.0
 */
export const withDefaults = (tree: Tree, defaults: Tree): Tree => {
  const merged = new Map(Object.entries(defaults))
  for (const [name, value] of Object.entries(tree)) {
    const other = merged.get(name)
    merged.set(name, isTree(value) && isTree(other) ? withDefaults(value, other) : value)
  }
  return Object.fromEntries(merged)
}

/**
 * Returns the tree of the settings that a project has, without its overrides.
 *
 * @category conversion
 * @since 0.1.0
 */
export const treeOf = (config: ProjectConfig): Config => {
  let tree: Tree = {}
  for (const [key, { show }] of Object.entries(settings)) tree = withValue(tree, key, show(config))
  return tree
}

const enabledApps = ["authentication", "emails"]

const apps = [
  ...enabledApps,
  ..."fraud-protection onboarding teams rbac api-keys payments email-api data-vault webhooks tv-mode launch-checklist"
    .split(
      " "
    ),
  ..."catalyst neon convex vercel analytics".split(" ")
]

/**
 * Returns the parts of a project's configuration that the emulator stores and does not act on.
 *
 * @category conversion
 * @since 0.1.0
 */
export const storedTree = (project: ProjectRow): Config => ({
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
  apps: { installed: Object.fromEntries(apps.map((id) => [id, { enabled: enabledApps.includes(id) }])) },
  emails: {
    themes: byId(themes),
    templates: byId(project.emailSources.values())
  },
  payments: { blockNewPurchases: false, testMode: true, productLines: {}, products: {}, items: {} },
  dbSync: { externalDatabases: {} },
  dataVault: { stores: {} },
  analytics: { queryFolders: {} },
  customDashboards: {},
  sourceOfTruth: { type: "hosted" }
})

const byId = (
  sources: Iterable<{ readonly id: string; readonly displayName: string; readonly tsxSource: string }>
): Tree => Object.fromEntries(Array.from(sources, ({ displayName, id, tsxSource }) => [id, { displayName, tsxSource }]))
