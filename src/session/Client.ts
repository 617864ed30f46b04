/** The client level: calls with the publishable client key and the signed-in user's tokens. */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, type ClientOptions, make } from "./ClientService.ts"
import type { InvalidOptions } from "./options.ts"
import { withEnvironment } from "./optionSource.ts"
import { type ConfigOptions, readOptions } from "./readOptions.ts"
import type { TokenStore } from "./TokenStore.ts"

export { Client, type ClientOptions, type DoneCall, make } from "./ClientService.ts"

/**
 * Layer for the client level. Building it sends no request, starts no timer and adds no listener.
 *
 * **Example** (A client that keeps its tokens in memory)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, TokenStore } from "latchkey"
 *
 * const layer = Client.layer({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   publishableClientKey: "pck_…"
 * }).pipe(Layer.provide(TokenStore.layerMemory))
 * ```
 */
export const layer = (options: ClientOptions): Layer.Layer<Client, InvalidOptions, TokenStore> =>
  Layer.effect(Client, make(options))

/**
 * Layer for the client level that reads its options from the environment. Each option may be a `Config` for another variable,
 * or a value.
 *
 * Fails with `ConfigError` if a `Config` fails, and with `InvalidOptions` if an option is missing or invalid.
 *
 * **Details**
 *
 * These options have default variables. The first variable that is set and not empty is used. Each name below stands for two:
 * the one with `HEXCLAVE` for `STACK` is read before it.
 *
 * - `projectId`: `NEXT_PUBLIC_STACK_PROJECT_ID`, `STACK_PROJECT_ID`
 * - `publishableClientKey`: `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY`, `STACK_PUBLISHABLE_CLIENT_KEY`
 * - `apiUrl` on servers: `NEXT_PUBLIC_SERVER_STACK_API_URL`, `NEXT_PUBLIC_STACK_API_URL_SERVER`, `STACK_API_URL_SERVER`, then
 *   `NEXT_PUBLIC_STACK_API_URL`, `STACK_API_URL`, `NEXT_PUBLIC_STACK_URL`. In browsers, `BROWSER` replaces `SERVER`
 * - `extraRequestHeaders`, as a JSON object: `NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS`, `STACK_EXTRA_REQUEST_HEADERS`
 *
 * **Gotchas**
 *
 * The hosted service is the default only if no address variable is set. An address that is invalid or empty, or for the
 * other kind of host, fails with `InvalidOptions`, which names its variable.
 *
 * **Example** (A variable with another name)
 *
 * ```ts
 * import * as Config from "effect/Config"
 * import { Client } from "latchkey"
 *
 * const layer = Client.layerConfig({ projectId: Config.String("AUTH_PROJECT_ID"), requestTimeout: "10 seconds" })
 * ```
 */
export const layerConfig = (
  options: ConfigOptions<ClientOptions> = {}
): Layer.Layer<Client, InvalidOptions | Config.ConfigError, TokenStore> =>
  Layer.effect(Client, Effect.flatMap(readOptions<ClientOptions>(options), (options) => withEnvironment(make(options))))

export type { ConfigOptions } from "./readOptions.ts"

export type { ClientSession } from "./ClientSession.ts"
