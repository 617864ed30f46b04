/**
 * The admin level, for programs with the super secret admin key and for users who own the project.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials } from "../call/call.ts"
import type { Access, Connection } from "../call/Connection.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import * as Server from "../server/Server.ts"
import { Client } from "../session/ClientService.ts"
import { toPlain } from "../session/optionNames.ts"
import { checkNames, checkSet, connect, InvalidOptions, levelNames, type Options } from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { checkDefaultHost, type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import { layerNone, type TokenStore } from "../session/TokenStore.ts"
import type { AccessLevel, Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/**
 * The admin level. Functions that require `Admin` get it from `Admin.layer` or `Admin.layerOwner`.
 *
 * @category services
 * @since 0.1.0
 */
export class Admin extends withLayerHint(
  Context.Service<Admin, {
    readonly caller: Caller
  }>()("latchkey/admin/Admin"),
  "Admin.layer"
) {}

/**
 * The options of the admin level. Without the keys of the lower levels, their calls use the admin key.
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
 * Fails with `InvalidOptions` if an option is missing or invalid. To call functions of the lower levels too, use
 * `layer`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: AdminOptions): Effect.Effect<Admin["Service"], InvalidOptions, TokenStore> =>
  Effect.map(makeLevels(options), Context.get(Admin))

const makeLevels = (options: AdminOptions) =>
  Effect.flatMap(connectAdmin(options), (connection) => makeContext(connection))

/**
 * Layer of the admin level, including the server and client levels. Building it sends no request.
 *
 * **Example** (A program that manages a project)
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
 * Layer of the admin level that reads its options from the environment. Each option may be a `Config` of another
 * variable, or a value. By default, the keys are read from `STACK_SUPER_SECRET_ADMIN_KEY` and
 * `STACK_SECRET_SERVER_KEY`, or from the same names with `HEXCLAVE`, which take precedence. The other defaults are those of
 * `Client.layerConfig`, which include variables without `NEXT_PUBLIC_`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (
  options: ConfigOptions<AdminOptions> = {}
): Layer.Layer<Client | Server.Server | Admin, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(
    Effect.flatMap(
      readOptions<AdminOptions>(options, {
        secretServerKey: readSecret("secretServerKey"),
        superSecretAdminKey: readSecret("superSecretAdminKey")
      }),
      (options) => withEnvironment(makeLevels(options))
    )
  )

/**
 * The options of the admin level for the owner of a project.
 *
 * @category options
 * @since 0.1.0
 */
export interface OwnerOptions {
  /** The id of the owned project, from `OwnedProjects.list`. */
  readonly projectId: string
}

/**
 * Layer of the admin level of a project for its owner. The owner must be signed in to the project `internal`. The
 * owner's access token replaces the keys of all levels.
 *
 * The layer requires the client that the owner is signed in to. It sends requests to the same service, and reads and
 * refreshes the access tokens of that client's session. It never signs the owner out. If the owner is not signed in,
 * calls fail with `ProjectRefused` and send no request. If the client belongs to a project other than `internal`,
 * building the layer fails with `InvalidOptions`.
 *
 * **Gotchas**
 *
 * The client level of this layer belongs to the owned project, and has no session. Layers of other projects of the same
 * owner can be provided inside.
 *
 * **Example** (Renaming all projects of the owner)
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
      Effect.flatMap(connectOwner(options, caller), (connection) => {
        const context = Effect.provide(makeContext(connection, caller.owner ?? caller.credentials), layerNone)
        return caller.provide?.(context) ?? context
      }))
  )

const makeContext = Effect.fnUntraced(function*(connection: Connection, owner?: Credentials) {
  const context = yield* Server.makeContext(connection, owner)
  return Context.add(context, Admin, { caller: Context.get(context, Server.Server).caller })
})

const connectAdmin = (options: AdminOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { secretServerKey, superSecretAdminKey } = options
    yield* checkNames(toPlain(options), levelNames)
    yield* checkSet("superSecretAdminKey", superSecretAdminKey)
    yield* checkDefaultHost(options)
    return yield* connect(options, [
      Server.secretServerKeyOf(secretServerKey),
      { level: "admin", option: "superSecretAdminKey", prefix: "sak_", header: adminHeader, key: superSecretAdminKey }
    ])
  })

/**
 * Creates a connection to the service of the owner's client and with its options, but for another project and without
 * the client's key.
 */
const connectOwner = Effect.fnUntraced(function*(
  options: OwnerOptions,
  { connection: client, owner }: Caller
): Effect.fn.Return<Connection, InvalidOptions> {
  const { apiUrl, extraRequestHeaders, headerFamily, requestTimeout, responseLimit, retryAfterLimit } = client
  if (owner === undefined && client.projectId !== "internal") {
    return yield* new InvalidOptions({
      option: "owner",
      message: `The owner of a project signs in to the project internal, not to ${client.projectId}`
    })
  }
  const { projectId } = options
  yield* checkNames(options, { projectId: true })
  const connection = yield* connect({
    projectId,
    apiUrl,
    // The owner's client has already checked it.
    allowInsecureApiUrl: true,
    extraRequestHeaders: Redacted.value(extraRequestHeaders),
    headerFamily,
    requestTimeout,
    responseLimit,
    retryAfterLimit
  })
  // The service requires the key headers of the level, with empty values.
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
export type { ConfigOptions } from "../session/readOptions.ts"
