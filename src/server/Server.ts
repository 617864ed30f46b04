/**
 * The server level, for programs with the secret server key.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ApiError } from "../call/ApiError.ts"
import { call, type Caller, type Credentials } from "../call/call.ts"
import type { Connection } from "../call/Connection.ts"
import type { Secret } from "../platform/toRedacted.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import * as Client from "../session/ClientService.ts"
import { toPlain } from "../session/optionNames.ts"
import {
  check,
  checkNames,
  checkSet,
  connect,
  type InvalidOptions,
  levelNames,
  type Options,
  type SecretKey
} from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { checkDefaultHost, type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/**
 * The server level. Functions that require `Server` get it from `Server.layer`, or from the layer of the admin level.
 *
 * @category services
 * @since 0.1.0
 */
export class Server extends withLayerHint(
  Context.Service<Server, {
    readonly caller: Caller
  }>()("latchkey/server/Server"),
  "Server.layer"
) {}

/**
 * The options of the server level. Without a publishable client key, calls of the client level use the secret server
 * key.
 *
 * @category options
 * @since 0.1.0
 */
export interface ServerOptions extends Options {
  /** The secret server key, `ssk_…`. */
  readonly secretServerKey: Secret
  readonly superSecretAdminKey?: never
}

/**
 * Creates the context of the server level, including the client level. If there is an owner, its access tokens replace
 * the keys.
 *
 * @internal
 */
export const makeContext = Effect.fnUntraced(function*(
  connection: Connection,
  owner?: Credentials
): Effect.fn.Return<Context.Context<Client.Client | Server>, never, TokenStore> {
  const client = yield* Client.makeService(connection, owner)
  return Context.add(Context.make(Client.Client, client), Server, { caller: client.caller })
})

/**
 * Creates the server level, for programs that provide it with `Effect.provideService`. Sends no request.
 *
 * Fails with `InvalidOptions` if an option is missing or invalid. To call functions of the client level too, use
 * `layer`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: ServerOptions): Effect.Effect<Server["Service"], InvalidOptions, TokenStore> =>
  Effect.map(makeLevels(options), Context.get(Server))

const makeLevels = (options: ServerOptions) =>
  Effect.flatMap(connectServer(options), (connection) => makeContext(connection))

/**
 * Layer of the server level, including the client level. Building it sends no request.
 *
 * **Example** (A server without a session)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { TokenStore } from "latchkey"
 * import { Server } from "latchkey/server"
 *
 * const layer = Server.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: Redacted.make("ssk_…")
 * }).pipe(Layer.provide(TokenStore.layerNone))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: ServerOptions): Layer.Layer<Client.Client | Server, InvalidOptions, TokenStore> =>
  Layer.effectContext(makeLevels(options))

/**
 * Layer of the server level that reads its options from the environment. Each option may be a `Config` of another
 * variable, or a value. By default, the secret server key is read from `HEXCLAVE_SECRET_SERVER_KEY`, then
 * `STACK_SECRET_SERVER_KEY`. The other defaults are those of `Client.layerConfig`, which include variables without
 * `NEXT_PUBLIC_`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerConfig = (
  options: ConfigOptions<ServerOptions> = {}
): Layer.Layer<Client.Client | Server, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(
    Effect.flatMap(
      readOptions<ServerOptions>(options, { secretServerKey: readSecret("secretServerKey") }),
      (options) => withEnvironment(makeLevels(options))
    )
  )

const connectServer = (options: ServerOptions): Effect.Effect<Connection, InvalidOptions> =>
  Effect.gen(function*() {
    const { secretServerKey, superSecretAdminKey } = options
    yield* checkNames(toPlain(options), levelNames)
    yield* check("superSecretAdminKey", superSecretAdminKey === undefined, "belongs to the admin level only")
    yield* checkSet("secretServerKey", secretServerKey)
    yield* checkDefaultHost(options)
    return yield* connect(options, [secretServerKeyOf(secretServerKey)])
  })

/** @internal */
export const serverHeader = "secret-server-key"

/** @internal */
export const secretServerKeyOf = (key: Secret | undefined): SecretKey => ({
  level: "server",
  option: "secretServerKey",
  prefix: "ssk_",
  header: serverHeader,
  key
})

/**
 * Calls an endpoint at the server level.
 *
 * @internal
 */
export const callAsServer = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Server> =>
  Effect.flatMap(Server, ({ caller }) => call(caller, endpoint, input))

/** @since 0.1.0 */
export type { ConfigOptions } from "../session/readOptions.ts"
