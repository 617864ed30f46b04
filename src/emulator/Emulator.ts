/**
 * The authentication service, in memory.
 *
 * `Emulator.layer` is a `Transport`: provide it to a client's layer, and every call is answered in the calling fiber, in
 * microseconds, without a port or a process. Time comes from `Clock` and ids from `Random`, so a test clock rules both
 * sides and a seed repeats a run to the letter.
 *
 * **Example** (Testing a sign-up offline)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { CurrentUser, Password } from "latchkey"
 * import { Emulator } from "latchkey/emulator"
 *
 * const test = Effect.gen(function*() {
 *   yield* Password.signUp({
 *     email: "ada@example.com",
 *     password: Redacted.make("correct horse"),
 *     verificationCallbackUrl: "http://localhost:3000/verify"
 *   })
 *   return yield* CurrentUser.get({ or: "throw" })
 * }).pipe(Effect.provide(Emulator.layerClient()))
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import { Transport } from "../call/Transport.ts"
import * as Client from "../session/Client.ts"
import type { InvalidOptions } from "../session/options.ts"
import * as TokenStore from "../session/TokenStore.ts"
import type { Domain, OAuthProviderConfig } from "../wire/projectConfig.ts"
import type { ServerUser } from "../wire/users.ts"
import type { EmulatorRequest, EmulatorResponse } from "./http.ts"
import { type InboxFilter, latestIn, mailsIn, type NoMail } from "./inbox.ts"
import type { Mail, MailType } from "./mails.ts"
import { type ProviderDecision, type ProviderSignInRefused, signInWithProvider } from "./oauthBrowser.ts"
import { addKeySet, createProject, ordered } from "./projectRows.ts"
import { handle } from "./router.ts"
import type { ProjectConfig, ProjectRow, State } from "./State.ts"
import { userByAuthEmail } from "./tables.ts"
import { createUser, type NewUser, showUser } from "./userRows.ts"

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
 * The emulator. It answers requests, and lets a test look behind them.
 *
 * @category services
 * @since 0.1.0
 */
export class Emulator extends Context.Service<Emulator, {
  /** Answers a request as the service would. */
  readonly handle: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse>
  /** Creates a user of the first project, or of another one. */
  readonly createUser: (user: UserOptions, projectId?: string) => Effect.Effect<ServerUser>
  /** Changes settings of the first project, or of another one. */
  readonly configure: (config: ConfigOptions, projectId?: string) => Effect.Effect<void>
  /** The mails that the service would have sent, newest last: all of them, or those that are asked for. */
  readonly inbox: {
    <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<ReadonlyArray<Mail<T>>>
    (filter?: InboxFilter): Effect.Effect<ReadonlyArray<Mail>>
  }
  /** The newest mail of those that are asked for. Retry it to wait for a mail that is not there yet. */
  readonly latestMail: {
    <T extends MailType>(filter: InboxFilter & { readonly type: T }): Effect.Effect<Mail<T>, NoMail>
    (filter?: InboxFilter): Effect.Effect<Mail, NoMail>
  }
  /**
   * Does what a browser and its user would do with an authorization URL: goes to the provider, signs in there with an
   * account or denies access, and comes back. Returns where the browser is sent in the end, with `code` and `state` in
   * the query, or with `errorCode`.
   */
  readonly signInWithProvider: (
    authorizationUrl: string | Redacted.Redacted<string>,
    decision: ProviderDecision
  ) => Effect.Effect<URL, ProviderSignInRefused>
}>()("latchkey/emulator/Emulator") {}

/**
 * Options of an emulator.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The ordinary project; further ones in `projects`. */
  readonly project?: ProjectOptions | undefined
  /** The project `internal`. Its users own the projects whose ids their `serverMetadata` lists as `managedProjectIds`. */
  readonly internal?: Omit<ProjectOptions, "id"> | undefined
  readonly projects?: ReadonlyArray<ProjectOptions & { readonly id: string }> | undefined
}

/**
 * Creates an emulator: with the ordinary project, the `internal` one, and those of the options.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function*(options: Options = {}): Effect.fn.Return<Emulator["Service"]> {
  const state: State = new Map()
  const first = yield* addProject(state, options.project ?? {})
  yield* addProject(state, internalProject(options.internal))
  for (const project of options.projects ?? []) yield* addProject(state, project)
  const projectOf = (projectId: string | undefined) =>
    Effect.suspend(() => {
      const id = projectId ?? first.id
      const project = state.get(id)
      return project === undefined
        ? Effect.die(new Error(`The emulator has no project ${id}`))
        : Effect.succeed(project)
    })
  const answer = (request: EmulatorRequest) => undivided(handle(state, request))
  return Emulator.of({
    handle: answer,
    createUser: (user, projectId) =>
      Effect.flatMap(
        projectOf(projectId),
        (project) => Effect.map(seedUser(project, user), (row) => showUser(project, row))
      ).pipe(undivided),
    configure: (config, projectId) =>
      Effect.map(projectOf(projectId), (project) => {
        Object.assign(project.config, ordered(configOf(config)))
      }),
    // Sound, both: mails that are asked for by a type are of that type.
    inbox: (filter?: InboxFilter): Effect.Effect<ReadonlyArray<any>> => Effect.sync(() => mailsIn(state, filter)),
    latestMail: (filter?: InboxFilter): Effect.Effect<any, NoMail> => latestIn(state, filter),
    signInWithProvider: (authorizationUrl, decision) => signInWithProvider(answer, authorizationUrl, decision)
  })
})

/**
 * Does something without making way for other fibers: what was looked up is so still when something is done about it. Only
 * passkeys are waited for.
 */
const undivided = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Scheduler.PreventSchedulerYield, true)

const internalProject = (options: Options["internal"] = {}): ProjectOptions => ({
  displayName: "Internal",
  ...options,
  id: internalAdminOptions.projectId,
  publishableClientKey: options.publishableClientKey ?? internalAdminOptions.publishableClientKey,
  secretServerKey: options.secretServerKey ?? internalAdminOptions.secretServerKey,
  superSecretAdminKey: options.superSecretAdminKey ?? internalAdminOptions.superSecretAdminKey,
  config: { anonymousEnabled: true, ...options.config }
})

/** The keys that a project starts with live for as long as anybody will want to try. */
const never = 8_640_000_000_000_000

const addProject = Effect.fnUntraced(function*(state: State, options: ProjectOptions) {
  const row = yield* createProject({
    id: options.id ?? adminOptions.projectId,
    displayName: options.displayName ?? "Emulated project",
    description: options.description,
    isProductionMode: options.isProductionMode,
    config: { ...everythingOn, ...configOf(options.config ?? {}) }
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

const configOf = ({ domains, oauthProviders, ...config }: ConfigOptions): Partial<ProjectConfig> => ({
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
 * Two users cannot sign in with one address, and a project whose default permissions are defined nowhere can have no users:
 * both are the program's mistakes.
 */
const seedUser = Effect.fnUntraced(function*(project: ProjectRow, { password, ...user }: UserOptions) {
  const { primaryEmail, primaryEmailAuthEnabled = true } = user
  if (primaryEmail != null && primaryEmailAuthEnabled && userByAuthEmail(project, primaryEmail) !== undefined) {
    return yield* Effect.die(new Error(`The emulator has a user who signs in with ${primaryEmail} already`))
  }
  return yield* Effect.orDie(createUser(project, {
    ...user,
    primaryEmailAuthEnabled,
    password: password && { plain: Redacted.value(password) }
  }))
})

/**
 * Layer of an emulator that is nobody's transport: to be served over HTTP, or put behind msw.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWithoutTransport = (options?: Options): Layer.Layer<Emulator> => Layer.effect(Emulator, make(options))

/**
 * Layer of an emulator, which is also the `Transport` of everything that it is provided to: no call in its reach leaves
 * the program.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options?: Options): Layer.Layer<Emulator> =>
  Layer.provideMerge(transport, layerWithoutTransport(options))

const transport: Layer.Layer<never, never, Emulator> = Layer.effect(
  Transport,
  Effect.map(Emulator, (emulator) => (request) =>
    Effect.map(
      emulator.handle(request),
      ({ body = "", headers, status }) => ({ status, body, header: (name) => headers[name] })
    ))
)

/**
 * Layer of a client of an emulator of its own, with its tokens in memory: all that a test needs.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerClient = (options: Options = {}): Layer.Layer<Client.Client | Emulator, InvalidOptions> => {
  const { id = clientOptions.projectId, publishableClientKey = clientOptions.publishableClientKey } = options.project ??
    {}
  return Client.layer({ projectId: id, publishableClientKey }).pipe(
    Layer.provide(TokenStore.layerMemory),
    Layer.provideMerge(layer(options))
  )
}

/** @since 0.1.0 */
export { type ProviderDecision, ProviderSignInRefused } from "./oauthBrowser.ts"
