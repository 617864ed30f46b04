/**
 * Creating projects.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as random from "./random.ts"
import type { KeySetRow, ProjectConfig, ProjectRow } from "./State.ts"

/**
 * What a project allows unless it is told otherwise.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultConfig: ProjectConfig = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: false,
  passkeyEnabled: false,
  anonymousEnabled: false,
  clientTeamCreationEnabled: false,
  clientUserDeletionEnabled: false,
  allowUserApiKeys: false,
  allowTeamApiKeys: false,
  allowLocalhost: true,
  createTeamOnSignUp: false,
  oauthAccountMergeStrategy: "link_method",
  domains: [],
  oauthProviders: [],
  emailConfig: { type: "shared" },
  teamCreatorDefaultPermissions: ["team_admin"],
  teamMemberDefaultPermissions: ["team_member"],
  userDefaultPermissions: []
}

/**
 * Creates a project without users or keys. It is in no state yet.
 *
 * @category constructors
 * @since 0.1.0
 */
export const createProject = Effect.fnUntraced(function*(given: {
  readonly id?: string | undefined
  readonly displayName: string
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly config?: Partial<ProjectConfig> | undefined
}): Effect.fn.Return<ProjectRow> {
  return {
    id: given.id ?? (yield* random.uuid),
    displayName: given.displayName,
    description: given.description ?? "",
    createdAtMillis: yield* Clock.currentTimeMillis,
    isProductionMode: given.isProductionMode ?? false,
    config: { ...defaultConfig, ...given.config },
    signingSeed: yield* random.signingSeed,
    keySets: new Map(),
    users: new Map(),
    sessions: new Map(),
    teams: new Map(),
    membershipCount: 0,
    permissionDefinitions: new Map(predefined.map((definition) => [definition.id, definition])),
    codes: new Map(),
    apiKeys: new Map(),
    emailTemplates: new Map(),
    mails: []
  }
})

/** The two permissions that a new project defines on top of the system's. Its admins may change and delete them. */
const predefined = [
  {
    scope: "team",
    id: "team_admin",
    description: "The default permission of whoever creates a team",
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
    description: "The default permission of a team's members",
    containedPermissionIds: ["$invite_members", "$read_members"]
  }
] as const

/**
 * Adds a set of keys to a project.
 *
 * @category constructors
 * @since 0.1.0
 */
export const addKeySet = Effect.fnUntraced(function*(
  project: ProjectRow,
  given: Omit<KeySetRow, "id" | "createdAtMillis" | "manuallyRevokedAtMillis">
): Effect.fn.Return<KeySetRow> {
  const keys: KeySetRow = {
    id: yield* random.uuid,
    createdAtMillis: yield* Clock.currentTimeMillis,
    manuallyRevokedAtMillis: undefined,
    ...given
  }
  project.keySets.set(keys.id, keys)
  return keys
})
