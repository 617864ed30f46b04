/**
 * The admin level: what a program may do to the project itself, with the super secret admin key or for a user who owns the
 * project.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials, provideReferences } from "../call/call.ts"
import type { Access, Connection } from "../call/Connection.ts"
import type { Secret } from "../platform/toRedacted.ts"
import * as Server from "../server/Server.ts"
import { Client } from "../session/Client.ts"
import { check, connect, describeUndefined, InvalidOptions, type Options } from "../session/options.ts"
import { type ConfigOptions, optionsConfig, secretVariable } from "../session/optionsConfig.ts"
import { layerNone, type TokenStore } from "../session/TokenStore.ts"
import type { AccessLevel, Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/**
 * The admin level. Functions that need it have `Admin` in their requirements; its layer provides it.
 *
 * @category services
 * @since 0.1.0
 */
export class Admin extends Context.Service<Admin, {
  readonly caller: Caller
}>()("latchkey/admin/Admin") {}

/**
 * The options of the admin level. Without the keys of the lower levels, their calls are made with the admin key.
 *
 * @category options
 * @since 0.1.0
 */
export interface AdminOptions extends Options {
  /** The super secret admin key, `sak_…`. */
  readonly superSecretAdminKey: Secret
  /** The secret server key, `ssk_…`. */
  readonly secretServerKey?: Secret | undefined
}

/**
 * Creates the admin level, for programs that provide it with `Effect.provideService`. Sends no request.
 *
 * Fails with `InvalidOptions` if an option is missing or invalid. To call functions of the lower levels too, use `layer`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: AdminOptions): Effect.Effect<Admin["Service"], InvalidOptions, TokenStore> =>
  Effect.map(makeLevels(options), Context.get(Admin))

const makeLevels = (options: AdminOptions) =>
  Effect.flatMap(connectAdmin(options), (connection) => makeContext(connection))

/**
 * Layer of the admin level, which provides the lower levels too. Building it sends nothing.
 *
 * **Example** (A program that manages the project)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { TokenStore } from "latchkey"
 * import { Admin } from "latchkey/admin"
 *
 * const layer = Admin.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   superSecretAdminKey: Redacted.make("sak_…")
 * }).pipe(Layer.provide(TokenStore.layerNone))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  options: AdminOptions
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions, TokenStore> => Layer.effectContext(makeLevels(options))

/**
 * Layer of the admin level whose options come from the environment; those given here win. The keys are read from
 * `STACK_SUPER_SECRET_ADMIN_KEY` and `STACK_SECRET_SERVER_KEY`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (
  options: ConfigOptions<AdminOptions> = {}
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(
    Effect.flatMap(
      optionsConfig<AdminOptions>(options, {
        secretServerKey: secretVariable(Server.serverVariable),
        superSecretAdminKey: secretVariable(adminVariable)
      }),
      makeLevels
    )
  )

const adminVariable = "STACK_SUPER_SECRET_ADMIN_KEY"

/**
 * The options of the admin level of a project that a user owns.
 *
 * @category options
 * @since 0.1.0
 */
export interface OwnerOptions {
  /** The owned project's id, as the owner's list of projects tells it. */
  readonly projectId: string
}

/**
 * Layer of the admin level of a project, for the user who owns it. No key is needed: the access token of the owner, who is
 * signed in to the project `internal`, stands for the keys of every level.
 *
 * The layer needs the client that the owner is signed in to. What it provides sends to the same service, and uses that
 * client's session: access tokens come from there, are refreshed there, and nothing here signs the owner out. While the
 * owner is not signed in, calls fail as they would without keys, with `ProjectRefused`, and send nothing. A client of
 * another project than `internal` is an `InvalidOptions`.
 *
 * **Gotchas**
 *
 * The client level that it provides is the owned project's, and nobody is signed in there. The layer of another project of
 * the same owner may be provided within.
 *
 * **Example** (Renaming every project of the owner)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, OwnedProjects, TokenStore } from "latchkey"
 * import { Admin, Project } from "latchkey/admin"
 *
 * const OwnerLive = Client.layer({ projectId: "internal", publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(TokenStore.layerMemory)
 * )
 *
 * const rename = Effect.gen(function*() {
 *   for (const { displayName, id } of yield* OwnedProjects.list) {
 *     yield* Project.update({ displayName: `${displayName} (old)` }).pipe(
 *       Effect.provide(Admin.layerOwner({ projectId: id }))
 *     )
 *   }
 * }).pipe(Effect.provide(OwnerLive))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOwner = (
  options: OwnerOptions
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions, Client> =>
  Layer.effectContext(
    Effect.flatMap(Client, ({ caller }) =>
      Effect.flatMap(connectOwner(options, caller), (connection) =>
        provideReferences(
          caller.references,
          Effect.provide(makeContext(connection, caller.owner ?? caller.credentials), layerNone)
        )))
  )

const makeContext = Effect.fnUntraced(function*(connection: Connection, owner?: Credentials) {
  const context = yield* Server.makeContext(connection, owner)
  return Context.add(context, Admin, { caller: Context.get(context, Server.Server).caller })
})

const connectAdmin = (options: AdminOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { secretServerKey, superSecretAdminKey } = options
    yield* check("superSecretAdminKey", superSecretAdminKey !== undefined, describeUndefined(adminVariable))
    return yield* connect(options, [
      Server.secretServerKeyOf(secretServerKey),
      { level: "admin", option: "superSecretAdminKey", prefix: "sak_", header: adminHeader, key: superSecretAdminKey }
    ])
  })

/** Goes where the owner's client goes, with its options, but for another project and without its key. */
const connectOwner = Effect.fnUntraced(function*(
  { projectId }: OwnerOptions,
  { connection: client, owner }: Caller
): Effect.fn.Return<Connection, InvalidOptions> {
  const { apiUrl, extraRequestHeaders, headerFamily, requestTimeout, responseLimit, retryAfterLimit } = client
  if (owner === undefined && client.projectId !== "internal") {
    return yield* new InvalidOptions({
      option: "owner",
      message: `The owner of a project signs in to the project internal, not to ${client.projectId}`
    })
  }
  const connection = yield* connect({
    projectId,
    apiUrl,
    // Has been checked for the owner's client.
    allowInsecureApiUrl: true,
    extraRequestHeaders: Redacted.value(extraRequestHeaders),
    headerFamily,
    requestTimeout,
    responseLimit,
    retryAfterLimit
  })
  // The service wants the headers of the keys that the level has, but empty.
  const access = (level: AccessLevel, ...names: ReadonlyArray<string>): Access => ({
    keys: [],
    headers: {
      ...connection.access(level).headers,
      ...Object.fromEntries(names.map((name) => [`x-${headerFamily}-${name}`, ""]))
    }
  })
  const byLevel = {
    client: access("client"),
    server: access("server", Server.serverHeader),
    admin: access("admin", Server.serverHeader, adminHeader)
  }
  return { ...connection, access: (level) => byLevel[level] }
})

const adminHeader = "super-secret-admin-key"

/**
 * Calls an endpoint at the admin level.
 *
 * @internal
 */
export const callAsAdmin = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Admin> =>
  Effect.flatMap(Admin, ({ caller }) => call(caller, endpoint, input))

/** @since 0.1.0 */
export type { ConfigOptions } from "../session/optionsConfig.ts"
