/**
 * The admin level for code without Effect: its functions return promises.
 *
 * **Example** (Opening a project for new users)
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
import type { ErrorMode, Namespaces } from "../Promised.ts"
import * as view from "../view.ts"

/**
 * The functions of the admin level, called one way, and those of the lower levels below the name of each.
 *
 * @category models
 * @since 0.1.0
 */
export interface View<R, F extends ErrorMode> extends Namespaces<typeof level, R, F>, view.RunMethods<R, F> {
  /** The client level: what the user may do whose tokens the program has. */
  readonly client: Namespaces<typeof client, R, F>
  /** The server level: what may be done to any user. */
  readonly server: Namespaces<typeof server, R, F>
}

/**
 * The functions of the admin level, with results and with errors thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<View<R, "result">, View<R, "throw">>

/**
 * What comes with the admin level.
 *
 * @category models
 * @since 0.1.0
 */
export type Services = OwnerServices | client.TokenStore.TokenStore

/**
 * What comes with the admin level of an owned project.
 *
 * @category models
 * @since 0.1.0
 */
export type OwnerServices = client.Client.Client | server.Server.Server | level.Admin.Admin

/**
 * A program with the super secret admin key whose functions return promises: every function of the admin level by its name,
 * `admin.Project.update(…)`, those of the lower levels below `server` and `client`, and what ordinary code needs around them.
 *
 * @category models
 * @since 0.1.0
 */
export type AdminAuth<R = Services> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * The options of an admin.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options extends level.Admin.AdminOptions {
  /** Where the tokens of a user live; an admin acts for nobody unless a store is given. */
  readonly store?: Layer.Layer<client.TokenStore.TokenStore> | undefined
}

/**
 * Creates a program that acts with the super secret admin key, for no user of its own unless a store is given. Nothing is
 * sent, and nothing is looked at: a wrong option is an `InvalidOptions`, with which every call rejects.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  { store = client.TokenStore.layerNone, ...options }: Options
): AdminAuth => fromLayer(level.Admin.layer(options).pipe(Layer.provideMerge(store)))

/**
 * Creates a program that acts on a project for the user who owns it, who is signed in to the project `internal` by another
 * client. Its session is used and left alone: disposing of one ends nothing of the other.
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
 * Creates a program over any layer that has the admin level.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): AdminAuth<R> =>
  // Sound: `view.make` follows the rules that the type is made by.
  view.make(layer, { own: level, below: { client, server } }) as AdminAuth<R>
