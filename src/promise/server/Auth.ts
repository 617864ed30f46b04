/**
 * The server level for code without Effect, with functions that return promises.
 *
 * **Example** (A user's plan)
 *
 * ```ts
 * import { Auth, Redacted } from "latchkey/promise/server"
 *
 * const server = Auth.make({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: Redacted.make("ssk_…")
 * })
 *
 * const planOf = async (userId: string) => {
 *   const user = await server.Users.get(userId)
 *   return user.ok ? user.value.serverMetadata : null
 * }
 * ```
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import { requestHostNames } from "../../hosts/hostNames.ts"
import * as client from "../../index.ts"
import * as level from "../../server.ts"
import { checkedLayer } from "../../session/checkedLayer.ts"
import { type OptionNames, pickOptions, toPlain } from "../../session/optionNames.ts"
import { levelNames } from "../../session/options.ts"
import type * as Auth from "../Auth.ts"
import type { ErrorMode, Namespaces } from "../Promised.ts"
import * as view from "../view.ts"

/**
 * The functions of the server level, with errors reported in one mode. The client level is in `client`.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /** The client level, for the user whose tokens the client has. */
  readonly client: Namespaces<typeof client, R, F>
}

/**
 * The functions of the server level, with results and with thrown errors.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * A server client whose functions return promises. It has each function of the server level under its name, such as
 * `server.Users.get(…)`. The client level is in `client`.
 *
 * @category models
 * @since 0.1.0
 */
export type ServerAuth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * The services of the server level.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = client.Client.Client | level.Server.Server | client.TokenStore.TokenStore

/**
 * The options of a server client.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends level.Server.ServerOptions {
  /** The store of a user's tokens. By default, no user is signed in. */
  readonly store?: Layer.Layer<client.TokenStore.TokenStore> | undefined
}

/**
 * Creates a client with the secret server key, without a user unless a store is given. Sends no request and checks no
 * option: with an invalid option, each call rejects with `InvalidOptions`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (given: Options): ServerAuth<Services> => {
  const { store = client.TokenStore.layerNone, ...options } = toPlain(given)
  return fromLayer(level.Server.layer(options).pipe(Layer.provideMerge(store)))
}

/**
 * The options of a server client for a request.
 *
 * @category options
 * @since 0.1.0
 */
export interface RequestOptions extends level.Server.ServerOptions, client.RequestHost.RequestOptions {}

const requestNames: OptionNames<RequestOptions> = { ...levelNames, ...requestHostNames }

/**
 * Creates a client with the secret server key for one request, with the user whose tokens the request carries.
 *
 * **Example** (The user of a request)
 *
 * ```ts
 * import { Auth, Redacted } from "latchkey/promise/server"
 *
 * const options = {
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   secretServerKey: Redacted.make("ssk_…")
 * }
 *
 * const answer = async (request: Request): Promise<Response> => {
 *   await using server = Auth.makeRequest(request, options)
 *   const user = await server.orThrow.CurrentUser.get()
 *   return user === null ? new Response(null, { status: 401 }) : Response.json(user.serverMetadata)
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeRequest = (
  request: client.RequestHost.RequestLike,
  options: RequestOptions
): ServerAuth<Exclude<Auth.RequestServices, client.Cache.Cache> | level.Server.Server> =>
  fromLayer(checkedLayer(
    options,
    requestNames,
    level.Server.layer(pickOptions(options, levelNames)).pipe(
      Layer.provideMerge(client.RequestHost.layer(request, options))
    )
  ))

/**
 * Creates a client from any layer with the server level.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): ServerAuth<R> =>
  // Sound: `view.make` implements this type.
  view.make(layer, { own: level, below: { client } }) as ServerAuth<R>
