/**
 * The server level for code without Effect: its functions return promises.
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
import * as client from "../../index.ts"
import * as level from "../../server.ts"
import type * as Auth from "../Auth.ts"
import type { ErrorMode, Namespaces } from "../Promised.ts"
import * as view from "../view.ts"

/**
 * The functions of the server level, called one way, and below `client` those of the client level.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /** The client level: what the user may do whose tokens the program has. */
  readonly client: Namespaces<typeof client, R, F>
}

/**
 * The functions of the server level, with results and with errors thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * A program with the secret server key whose functions return promises: every function of the server level by its name,
 * `server.Users.get(…)`, those of the client level below `client`, and what ordinary code needs around them.
 *
 * @category models
 * @since 0.1.0
 */
export type ServerAuth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * What a server has.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = client.Client.Client | level.Server.Server | client.TokenStore.TokenStore

/**
 * The options of a server.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends level.Server.ServerOptions {
  /** Where the tokens of a user live; a server acts for nobody unless a store is given. */
  readonly store?: Layer.Layer<client.TokenStore.TokenStore> | undefined
}

/**
 * Creates a program that acts with the secret server key, for no user of its own unless a store is given. Nothing is sent,
 * and nothing is looked at: a wrong option is an `InvalidOptions`, with which every call rejects.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ store = client.TokenStore.layerNone, ...options }: Options): ServerAuth<Services> =>
  fromLayer(level.Server.layer(options).pipe(Layer.provideMerge(store)))

/**
 * The options of a server for a request.
 *
 * @category options
 * @since 0.1.0
 */
export interface RequestOptions extends level.Server.ServerOptions, client.RequestHost.RequestOptions {}

/**
 * Creates a program that acts with the secret server key for one request, and for the user whose tokens the request brings.
 *
 * **Example** (Whoever asks)
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
  fromLayer(level.Server.layer(options).pipe(Layer.provideMerge(client.RequestHost.layer(request, options))))

/**
 * Creates a program over any layer that has the server level.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): ServerAuth<R> =>
  // Sound: `view.make` follows the rules that the type is made by.
  view.make(layer, { own: level, below: { client } }) as ServerAuth<R>
