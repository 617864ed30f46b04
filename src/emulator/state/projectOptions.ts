/** An emulator's initial projects, with their keys, settings and users. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Generation } from "../../wire/Endpoint.ts"
import type { Domain, OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { setEndpoints } from "../webhooks/rows.ts"
import type { WebhookEndpoint } from "../webhooks/types.ts"
import { lastMillis } from "./dates.ts"
import { mapFlags, type ProjectConfig } from "./ProjectConfig.ts"
import { addKeySet, createProject } from "./projectRows.ts"
import { findUserByAuthEmail } from "./projectTables.ts"
import type { ProjectRow } from "./rows.ts"
import type { ServiceState } from "./ServiceState.ts"
import { createUser, type NewUser } from "./userRows.ts"

/** Options for a project. All fields are optional. */
export interface ProjectOptions {
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly isProductionMode?: boolean | undefined
  readonly publishableClientKey?: string | undefined
  readonly secretServerKey?: Redacted.Redacted<string> | undefined
  readonly superSecretAdminKey?: Redacted.Redacted<string> | undefined
  readonly config?: ConfigOptions | undefined
  /** The initial users. */
  readonly users?: ReadonlyArray<UserOptions> | undefined
  /** The endpoints that receive webhooks. Initial users are not reported. */
  readonly webhooks?: ReadonlyArray<WebhookEndpoint> | undefined
}

/** Project settings. A trusted domain can be given by its URL, and a provider with shared keys by its id. */
export interface ConfigOptions extends Partial<Omit<ProjectConfig, "domains" | "oauthProviders">> {
  readonly domains?: ReadonlyArray<string | Domain> | undefined
  readonly oauthProviders?: ReadonlyArray<string | OAuthProviderConfig> | undefined
}

/** Options for a user. The email is used to sign in unless `primaryEmailAuthEnabled` is `false`. */
export interface UserOptions extends Omit<NewUser, "password"> {
  readonly password?: Redacted.Redacted<string> | undefined
}

/** The default project id and publishable client key, for a client. */
export const clientOptions = {
  projectId: "00000000-0000-4000-8000-00000000e300",
  publishableClientKey: "pck_emulator"
} as const

/** The default options for a server: the options for a client, and the secret server key. */
export const serverOptions = { ...clientOptions, secretServerKey: /*#__PURE__*/ Redacted.make("ssk_emulator") } as const

/** The default options for an admin: the project id and all keys. */
export const adminOptions = {
  ...serverOptions,
  superSecretAdminKey: /*#__PURE__*/ Redacted.make("sak_emulator")
} as const

/**
 * The default options for a client in the project `internal`. Its users own projects. The keys equal the keys of a
 * self-hosted service in development.
 */
export const internalClientOptions = {
  projectId: "internal",
  publishableClientKey: "this-publishable-client-key-is-for-local-development-only"
} as const

/** The default options for an admin in the project `internal`: its id and all keys. */
export const internalAdminOptions = {
  ...internalClientOptions,
  secretServerKey: /*#__PURE__*/ Redacted.make("this-secret-server-key-is-for-local-development-only"),
  superSecretAdminKey: /*#__PURE__*/ Redacted.make("this-super-secret-admin-key-is-for-local-development-only")
} as const

/** Returns the options for `internal`. Since 2026, each of its users has a team, which owns the user's projects. */
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

/** Adds a project with its keys and users to the state. */
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
    description: "Initial keys",
    expiresAtMillis: lastMillis,
    publishableClientKey: options.publishableClientKey ?? adminOptions.publishableClientKey,
    secretServerKey: Redacted.value(options.secretServerKey ?? adminOptions.secretServerKey),
    superSecretAdminKey: Redacted.value(options.superSecretAdminKey ?? adminOptions.superSecretAdminKey)
  })
  state.set(row.id, row)
  for (const user of options.users ?? []) yield* seedUser(row, user)
  yield* setEndpoints(row, options.webhooks ?? [])
  return row
})

/** The settings of initial projects that differ from the service's defaults. */
const everythingOn = {
  ...mapFlags(({ isOnIn }) => isOnIn !== undefined),
  oauthProviders: ["github", "google", "microsoft", "spotify"].map((id) => ({ id, type: "shared" as const }))
}

/** Expands short forms: domains by URL, providers by id. */
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

/** Creates a user. It is a defect if another user signs in with its email, or if a default permission is not defined. */
export const seedUser = Effect.fnUntraced(function*(project: ProjectRow, { password, ...user }: UserOptions) {
  const { primaryEmail, primaryEmailAuthEnabled = true } = user
  if (primaryEmail != null && primaryEmailAuthEnabled && findUserByAuthEmail(project, primaryEmail) !== undefined) {
    return yield* Effect.die(
      new Error(`Two initial users sign in with ${primaryEmail}. Give each user a different primaryEmail.`)
    )
  }
  return yield* Effect.orDie(createUser(project, {
    ...user,
    primaryEmailAuthEnabled,
    password: password && { plain: Redacted.value(password) }
  }))
})
