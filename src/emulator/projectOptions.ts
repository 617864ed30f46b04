/**
 * What an emulator starts with: projects with their keys, settings and users.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Generation } from "../wire/Endpoint.ts"
import type { Domain, OAuthProviderConfig } from "../wire/projectConfig.ts"
import { addKeySet, createProject } from "./projectRows.ts"
import { findUserByAuthEmail } from "./projectTables.ts"
import type { ProjectConfig, ProjectRow } from "./rows.ts"
import type { ServiceState } from "./ServiceState.ts"
import { createUser, type NewUser } from "./userRows.ts"

/**
 * A project to start with. Every field has a default.
 *
 * @category options
 * @since 0.1.0
 */
export interface ProjectOptions {
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
  readonly superSecretAdminKey?: Redacted.Redacted<string> | undefined
  readonly config?: ConfigOptions | undefined
  /** Users who exist from the start. */
  readonly users?: ReadonlyArray<UserOptions> | undefined
}

/**
 * Settings of a project. A trusted domain may be given as its URL alone; an OAuth provider by its name, if it shall use
 * the service's shared keys.
 *
 * @category options
 * @since 0.1.0
 */
export interface ConfigOptions extends Partial<Omit<ProjectConfig, "domains" | "oauthProviders">> {
  readonly domains?: ReadonlyArray<string | Domain> | undefined
  readonly oauthProviders?: ReadonlyArray<string | OAuthProviderConfig> | undefined
}

/**
 * A user to start with. An address is used for signing in unless `primaryEmailAuthEnabled` is false.
 *
 * @category options
 * @since 0.1.0
 */
export interface UserOptions extends Omit<NewUser, "password"> {
  readonly password?: Redacted.Redacted<string> | undefined
}

/**
 * The id and the key for a client of the project that an emulator starts with, unless it is told others.
 *
 * @category constants
 * @since 0.1.0
 */
export const clientOptions = {
  projectId: "00000000-0000-4000-8000-00000000e300",
  publishableClientKey: "pck_emulator"
} as const

/**
 * The same for a server.
 *
 * @category constants
 * @since 0.1.0
 */
export const serverOptions = { ...clientOptions, secretServerKey: /*#__PURE__*/ Redacted.make("ssk_emulator") } as const

/**
 * The same for an admin: the project's id and all of its keys.
 *
 * @category constants
 * @since 0.1.0
 */
export const adminOptions = {
  ...serverOptions,
  superSecretAdminKey: /*#__PURE__*/ Redacted.make("sak_emulator")
} as const

/**
 * The id and the key for a client of the project `internal`, whose users own projects. The keys are those that a
 * self-hosted service starts with, unless an emulator is told others.
 *
 * @category constants
 * @since 0.1.0
 */
export const internalClientOptions = {
  projectId: "internal",
  publishableClientKey: "this-publishable-client-key-is-for-local-development-only"
} as const

/**
 * The same for an admin: the id `internal` and all of that project's keys.
 *
 * @category constants
 * @since 0.1.0
 */
export const internalAdminOptions = {
  ...internalClientOptions,
  secretServerKey: /*#__PURE__*/ Redacted.make("this-secret-server-key-is-for-local-development-only"),
  superSecretAdminKey: /*#__PURE__*/ Redacted.make("this-super-secret-admin-key-is-for-local-development-only")
} as const

/**
 * Returns the options of the project `internal`: those given, and else the keys that a self-hosted service starts with. Since
 * 2026, each of its users has a team, which owns the user's projects.
 *
 * @category options
 * @since 0.1.0
 */
export const makeInternalOptions = (
  options: Omit<ProjectOptions, "id"> = {},
  generation: Generation = "2026"
): ProjectOptions => ({
  displayName: "Internal",
  ...options,
  id: internalAdminOptions.projectId,
  publishableClientKey: options.publishableClientKey ?? internalAdminOptions.publishableClientKey,
  secretServerKey: options.secretServerKey ?? internalAdminOptions.secretServerKey,
  superSecretAdminKey: options.superSecretAdminKey ?? internalAdminOptions.superSecretAdminKey,
  config: { anonymousEnabled: true, createTeamOnSignUp: generation === "2026", ...options.config }
})

/** The keys that a project starts with live for as long as anybody will want to try. */
const never = 8_640_000_000_000_000

/**
 * Adds a project to an emulator, with its keys and users.
 *
 * @category constructors
 * @since 0.1.0
 */
export const addProject = Effect.fnUntraced(function*(state: ServiceState, options: ProjectOptions) {
  const row = yield* createProject({
    generation: state.generation,
    id: options.id ?? adminOptions.projectId,
    displayName: options.displayName ?? "Emulated project",
    description: options.description,
    isProductionMode: options.isProductionMode,
    config: { ...everythingOn, ...toProjectConfig(options.config ?? {}) }
  })
  yield* addKeySet(row, {
    description: "The keys that the project started with",
    expiresAtMillis: never,
    publishableClientKey: options.publishableClientKey ?? adminOptions.publishableClientKey,
    secretServerKey: Redacted.value(options.secretServerKey ?? adminOptions.secretServerKey),
    superSecretAdminKey: Redacted.value(options.superSecretAdminKey ?? adminOptions.superSecretAdminKey)
  })
  state.set(row.id, row)
  for (const user of options.users ?? []) yield* seedUser(row, user)
  return row
})

/** What the projects that an emulator starts with allow besides the service's defaults: nothing has to be turned on. */
const everythingOn = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  oauthProviders: ["github", "google", "microsoft", "spotify"].map((id) => ({ id, type: "shared" as const }))
}

/**
 * Returns settings as the project keeps them: domains and providers that are given by name are spelled out.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toProjectConfig = ({ domains, oauthProviders, ...config }: ConfigOptions): Partial<ProjectConfig> => ({
  ...config,
  ...(domains && {
    domains: domains.map((domain) => typeof domain === "string" ? { domain, handlerPath: "/handler" } : domain)
  }),
  ...(oauthProviders && {
    oauthProviders: oauthProviders.map((provider) =>
      typeof provider === "string" ? { id: provider, type: "shared" } : provider
    )
  })
})

/**
 * Creates a user. Two users cannot sign in with one address, and a project whose default permissions are defined nowhere can
 * have no users: both are the program's mistakes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedUser = Effect.fnUntraced(function*(project: ProjectRow, { password, ...user }: UserOptions) {
  const { primaryEmail, primaryEmailAuthEnabled = true } = user
  if (primaryEmail != null && primaryEmailAuthEnabled && findUserByAuthEmail(project, primaryEmail) !== undefined) {
    return yield* Effect.die(new Error(`The emulator has a user who signs in with ${primaryEmail} already`))
  }
  return yield* Effect.orDie(createUser(project, {
    ...user,
    primaryEmailAuthEnabled,
    password: password && { plain: Redacted.value(password) }
  }))
})
