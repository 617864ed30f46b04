/** Operations on projects. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { AdminProject } from "../../wire/adminProjects.ts"
import type { Generation } from "../../wire/Endpoint.ts"
import { makeWebhookRows } from "../webhooks/rows.ts"
import { defaultThemeId, makeDefaultSources } from "./defaultEmailSources.ts"
import { mapFlags, type ProjectConfig } from "./ProjectConfig.ts"
import { makeTables } from "./projectTables.ts"
import * as random from "./random.ts"
import type { KeySetRow, ProjectRow } from "./rows.ts"

/** A project's default settings. */
export const defaultConfig: ProjectConfig = {
  ...mapFlags(({ isOnIn }) => isOnIn === "service"),
  oauthAccountMergeStrategy: "link_method",
  domains: [],
  oauthProviders: [],
  emailConfig: { type: "shared" },
  emailTheme: defaultThemeId,
  signUpRules: {},
  signUpRulesDefaultAction: "allow",
  mailHosts: [],
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"],
  userDefaultPermissions: []
}

/** Creates a project without users or keys. The caller adds it to the state. */
export const createProject = Effect.fnUntraced(function*(options: {
  readonly generation: Generation
  readonly id?: string | undefined
  readonly displayName: string
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly ownerTeamId?: string | undefined
  readonly config?: Partial<ProjectConfig> | undefined
}): Effect.fn.Return<ProjectRow> {
  return {
    id: options.id ?? (yield* random.uuid),
    generation: options.generation,
    displayName: options.displayName,
    description: options.description ?? "",
    createdAtMillis: yield* Clock.currentTimeMillis,
    isProductionMode: options.isProductionMode ?? false,
    ownerTeamId: options.ownerTeamId ?? null,
    onboardingStatus: "completed",
    logos: { logoUrl: null, logoFullUrl: null, logoDarkModeUrl: null, logoFullDarkModeUrl: null },
    configOverrides: { project: {}, branch: {}, environment: {} },
    configSource: { type: "unlinked" },
    config: { ...defaultConfig, ...normalizeConfig(options.config ?? {}) },
    signingSeed: yield* random.signingSeed,
    keySets: new Map(),
    ...makeTables(),
    teams: new Map(),
    membershipCount: 0,
    permissionDefinitions: new Map(predefined.map((definition) => [definition.id, definition])),
    oauthFlows: new Map(),
    authorizationCodes: new Map(),
    emailTemplates: new Map(),
    emailSources: makeDefaultSources(),
    images: new Map(),
    mails: [],
    cliAttempts: [],
    activity: new Map(),
    lastActivity: new Map(),
    webhooks: makeWebhookRows()
  }
})

/** Normalizes settings as the service does: lists are sorted and without duplicates. */
export const normalizeConfig = (config: Partial<ProjectConfig>): Partial<ProjectConfig> => {
  const { domains, oauthProviders } = config
  const normalized: Partial<ProjectConfig> = { ...config }
  if (domains !== undefined) normalized.domains = domains.toSorted(compareBy(({ domain }) => domain))
  if (oauthProviders !== undefined) {
    const last = new Map(oauthProviders.map((provider) => [provider.id, provider]))
    normalized.oauthProviders = [...last.values()].sort(compareBy(({ id }) => id))
  }
  for (const name of permissionLists) {
    const ids = config[name]
    if (ids !== undefined) normalized[name] = [...new Set(ids)].sort()
  }
  return normalized
}

/** The settings that list default permissions. */
export const permissionLists = [
  "teamCreatorDefaultPermissions",
  "teamMemberDefaultPermissions",
  "userDefaultPermissions"
] as const

const compareBy = <A>(text: (item: A) => string) => (a: A, b: A): number =>
  text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0

/** Converts a project to the entity that its admins see. The description selects the fields and settings. */
export const toAdminProject = (project: ProjectRow): AdminProject => {
  const { emailTheme, oauthProviders } = project.config
  const isOld = project.generation === "2025"
  return {
    ...project,
    ...(isOld ? {} : project.logos),
    createdAt: new Date(project.createdAtMillis),
    userCount: isOld ? project.users.size : undefined,
    ownerTeamId: isOld ? undefined : project.ownerTeamId,
    onboardingStatus: isOld ? undefined : project.onboardingStatus,
    config: {
      ...project.config,
      emailTheme: isOld ? undefined : emailTheme,
      enabledOauthProviders: oauthProviders.map(({ id }) => ({ id })),
      oauthProviders: isOld
        ? oauthProviders
        : oauthProviders.map((provider) => ({ ...provider, providerConfigId: provider.id }))
    }
  }
}

/** The permissions that a new project defines in addition to the built-in ones. Admins can change and delete them. */
const predefined = [
  {
    scope: "team",
    id: "team_admin",
    description: "The default permission of team creators",
    containedPermissionIds: [
      "$delete_team",
      "$invite_members",
      "$manage_api_keys",
      "$read_members",
      "$remove_members",
      "$update_team"
    ]
  },
  {
    scope: "team",
    id: "team_member",
    description: "The default permission of team members",
    containedPermissionIds: ["$invite_members", "$read_members"]
  }
] as const

/** Adds a key set to a project. */
export const addKeySet = Effect.fnUntraced(function*(
  project: ProjectRow,
  fields: Omit<KeySetRow, "id" | "createdAtMillis" | "manuallyRevokedAtMillis">
): Effect.fn.Return<KeySetRow> {
  const keys: KeySetRow = {
    id: yield* random.uuid,
    createdAtMillis: yield* Clock.currentTimeMillis,
    manuallyRevokedAtMillis: undefined,
    ...fields
  }
  project.keySets.set(keys.id, keys)
  return keys
})

/** Returns `true` if a key belongs to the project, is not revoked and has not expired. */
export const hasKey = (
  project: ProjectRow,
  kind: "publishableClientKey" | "secretServerKey" | "superSecretAdminKey",
  key: string,
  now: number
): boolean => {
  for (const keys of project.keySets.values()) {
    if (keys[kind] === key && keys.manuallyRevokedAtMillis === undefined && keys.expiresAtMillis > now) return true
  }
  return false
}
