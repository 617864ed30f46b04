/** The service of the server level, and the calls that use it. `Server.ts` adds its layers. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
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
import type { CheckDefaultHost } from "../session/readVariables.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import type { Any, Failure, Input, Success } from "../wire/Endpoint.ts"

/** The server level. Functions that require `Server` get it from `Server.layer`, or from the layer for the admin level. */
export class Server extends withLayerHint(
  Context.Service<Server, {
    readonly caller: Caller
  }>()("latchkey/server/Server"),
  "Server.layer"
) {}

/** Options for the server level. Without a publishable client key, calls of the client level use the secret server key. */
export interface ServerOptions extends Options {
  /** The secret server key, `ssk_…`. */
  readonly secretServerKey: Secret
  readonly superSecretAdminKey?: never
}

/** Creates the contexts of the server and client levels. If there is an owner, its access tokens replace the keys. @internal */
export const makeContext = Effect.fnUntraced(function*(
  connection: Connection,
  owner?: Credentials
): Effect.fn.Return<Context.Context<Client.Client | Server>, never, TokenStore> {
  const client = yield* Client.makeService(connection, owner)
  return Context.add(Context.make(Client.Client, client), Server, { caller: client.caller })
})

/** Creates the server level, and the client level. @internal */
export const makeLevels = Effect.fnUntraced(function*(
  options: ServerOptions,
  checkDefaultHost: CheckDefaultHost
): Effect.fn.Return<Context.Context<Client.Client | Server>, InvalidOptions, TokenStore> {
  const { secretServerKey, superSecretAdminKey } = options
  yield* checkNames(toPlain(options), levelNames)
  yield* check("superSecretAdminKey", superSecretAdminKey === undefined, "belongs to the admin level only")
  yield* checkSet("secretServerKey", secretServerKey)
  yield* checkDefaultHost(options)
  return yield* makeContext(yield* connect(options, [secretServerKeyOf(secretServerKey)]))
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

/** Calls an endpoint at the server level. @internal */
export const callAsServer = <E extends Any>(
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError, Server> =>
  Effect.flatMap(Server, ({ caller }) => call(caller, endpoint, input))
