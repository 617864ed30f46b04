/**
 * The admin level for code without Effect, with functions that return promises.
 *
 * **Example** (Enabling sign-up)
 *
 * ```ts
 * import { Auth, Redacted } from "latchkey/promise/admin"
 *
 * const admin = Auth.make({
 *   projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
 *   superSecretAdminKey: Redacted.make("sak_…")
 * })
 *
 * const open = () => admin.Project.update({ config: { signUpEnabled: true } })
 * ```
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as level from "../../admin.ts"
import * as client from "../../index.ts"
import * as server from "../../server.ts"
import { toPlain } from "../../session/optionNames.ts"
import type { ErrorMode, Namespaces } from "../Promised.ts"
import * as view from "../view.ts"

/**
 * The functions of the admin level, with errors reported in one mode. The lower levels are in `client` and `server`.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /** The client level, for the user whose tokens the client has. */
  readonly client: Namespaces<typeof client, R, F>
  /** The server level, for all users. */
  readonly server: Namespaces<typeof server, R, F>
}

/**
 * The functions of the admin level, with results and with thrown errors.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * The services of the admin level.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = OwnerServices | client.TokenStore.TokenStore

/**
 * The services of the admin level of an owned project.
 *
 * @category models
 * @since 0.1.0
 */
export type OwnerServices = client.Client.Client | server.Server.Server | level.Admin.Admin

/**
 * An admin client whose functions return promises. It has each function of the admin level under its name, such as
 * `admin.Project.update(…)`. The lower levels are in `server` and `client`.
 *
 * @category models
 * @since 0.1.0
 */
export type AdminAuth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * The options of an admin client.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends level.Admin.AdminOptions {
  /** The store of a user's tokens. By default, no user is signed in. */
  readonly store?: Layer.Layer<client.TokenStore.TokenStore> | undefined
}

/**
 * Creates a client with the super secret admin key, without a user unless a store is given. Sends no request and checks
 * no option: with an invalid option, each call rejects with `InvalidOptions`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (given: Options): AdminAuth => {
  const { store = client.TokenStore.layerNone, ...options } = toPlain(given)
  return fromLayer(level.Admin.layer(options).pipe(Layer.provideMerge(store)))
}

/**
 * Creates an admin client for the owner of a project. The owner must be signed in to the project `internal` with
 * another client. It shares that client's session. Each client is disposed separately.
 *
 * **Example** (The projects of a user)
 *
 * ```ts
 * import { Auth } from "latchkey/promise"
 * import { Auth as AdminAuth } from "latchkey/promise/admin"
 *
 * const owner = Auth.make({ projectId: "internal", publishableClientKey: "pck_…" })
 *
 * const rename = async (projectId: string, displayName: string) => {
 *   await using admin = AdminAuth.makeOwner(owner, { projectId })
 *   return admin.orThrow.Project.update({ displayName })
 * }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeOwner = (
  owner: { readonly runtime: ManagedRuntime.ManagedRuntime<client.Client.Client, unknown> },
  options: level.Admin.OwnerOptions
): AdminAuth<OwnerServices> =>
  fromLayer(
    level.Admin.layerOwner(options).pipe(Layer.provide(Layer.effectContext(owner.runtime.contextEffect)))
  )

/**
 * Creates a client from any layer with the admin level.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): AdminAuth<R> =>
  // Sound: `view.make` implements this type.
  view.make(layer, { own: level, below: { client, server } }) as AdminAuth<R>
