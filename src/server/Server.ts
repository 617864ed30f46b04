/**
 * The server level, for programs with the secret server key.
 *
 * The user id `me` is the user in the server's session. Without a session, calls with `me` fail with
 * `CannotGetOwnUserWithoutUser` and send no request.
 *
 * A malformed id fails with `RequestSchemaError`, and no request is sent. For an id from a URL, respond with 404, as for an
 * unknown id.
 */
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Client } from "../session/ClientService.ts"
import type { InvalidOptions } from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { checkDefaultHost, type ConfigOptions, readOptions, readSecret } from "../session/readOptions.ts"
import type { TokenStore } from "../session/TokenStore.ts"
import { makeLevels, Server, type ServerOptions } from "./ServerService.ts"

export { Server, type ServerOptions } from "./ServerService.ts"

/**
 * Creates the server level, for programs that provide it with `Effect.provideService`. Sends no request.
 *
 * Fails with `InvalidOptions` if an option is missing or invalid. To call functions of the client level too, use `layer`.
 */
export const make = (options: ServerOptions): Effect.Effect<Server["Service"], InvalidOptions, TokenStore> =>
  Effect.map(makeLevels(options, checkDefaultHost), Context.get(Server))

/**
 * Layer for the server level, including the client level. Building it sends no request.
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
 */
export const layer = (options: ServerOptions): Layer.Layer<Client | Server, InvalidOptions, TokenStore> =>
  Layer.effectContext(makeLevels(options, checkDefaultHost))

/**
 * Layer for the server level that reads its options from the environment. Each option may be a `Config` of another variable, or
 * a value. By default, the secret server key is read from `HEXCLAVE_SECRET_SERVER_KEY`, then `STACK_SECRET_SERVER_KEY`. The
 * other defaults are those of `Client.layerConfig`, which include variables without `NEXT_PUBLIC_`.
 */
export const layerConfig = (
  options: ConfigOptions<ServerOptions> = {}
): Layer.Layer<Client | Server, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effectContext(
    Effect.flatMap(
      readOptions<ServerOptions>(options, { secretServerKey: readSecret("secretServerKey") }),
      (options) => withEnvironment(makeLevels(options, checkDefaultHost))
    )
  )

export type { ConfigOptions } from "../session/readOptions.ts"
