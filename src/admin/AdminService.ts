/** The admin level's service, and the calls that use it. `Admin.ts` adds its layers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials } from "../call/call.ts"
import type { Access, Connection } from "../call/Connection.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import * as Server from "../server/ServerService.ts"
import { Client } from "../session/ClientService.ts"
import { toPlain } from "../session/optionNames.ts"
import { checkNames, checkSet, connect, InvalidOptions, levelNames, type Options } from "../session/options.ts"
import type { CheckDefaultHost } from "../session/readVariables.ts"
import { layerNone, type TokenStore } from "../session/TokenStore.ts"
import type { AccessLevel, Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/** The admin level. Functions that require `Admin` get it from `Admin.layer` or `Admin.layerOwner`. */
export class Admin extends withLayerHint(
  Context.Service<Admin, {
    readonly caller: Caller
  }>()("latchkey/admin/Admin"),
  "Admin.layer"
) {}

/** Options for the admin level. Lower levels without a key use the admin key. */
export interface AdminOptions extends Options {
  /** The super secret admin key, `sak_…`. */
  readonly superSecretAdminKey: Secret
  /** The secret server key, `ssk_…`. */
  readonly secretServerKey?: Secret | undefined
}

/** Options for the admin level for a project's owner. */
export interface OwnerOptions {
  /** The owned project's id, from `OwnedProjects.list`. */
  readonly projectId: string
}

/** Creates the admin, server and client levels. @internal */
export const makeLevels = Effect.fnUntraced(function*(
  options: AdminOptions,
  checkDefaultHost: CheckDefaultHost
): Effect.fn.Return<Context.Context<Client | Server.Server | Admin>, InvalidOptions, TokenStore> {
  const { secretServerKey, superSecretAdminKey } = options
  yield* checkNames(toPlain(options), levelNames)
  yield* checkSet("superSecretAdminKey", superSecretAdminKey)
  yield* checkDefaultHost(options)
  const connection = yield* connect(options, [
    Server.secretServerKeyOf(secretServerKey),
    { level: "admin", option: "superSecretAdminKey", prefix: "sak_", header: adminHeader, key: superSecretAdminKey }
  ])
  return yield* makeContext(connection)
})

/** Creates a project's levels for its owner. @internal */
export const makeOwnerLevels = (
  options: OwnerOptions
): Effect.Effect<Context.Context<Client | Server.Server | Admin>, InvalidOptions, Client> =>
  Effect.flatMap(Client, ({ caller }) =>
    Effect.flatMap(connectOwner(options, caller), (connection) => {
      const context = Effect.provide(makeContext(connection, caller.owner ?? caller.credentials), layerNone)
      return caller.provide?.(context) ?? context
    }))

const makeContext = Effect.fnUntraced(function*(connection: Connection, owner?: Credentials) {
  const context = yield* Server.makeContext(connection, owner)
  return Context.add(context, Admin, { caller: Context.get(context, Server.Server).caller })
})

/**
 * Creates a connection like the owner's client, to the same service and with its options, but for another project and
 * without the client's key.
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
  // The service requires the level's key headers, with empty values.
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

/** Calls an endpoint at the admin level. @internal */
export const callAsAdmin = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Admin> =>
  Effect.flatMap(Admin, ({ caller }) => call(caller, endpoint, input))
