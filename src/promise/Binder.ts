/**
 * Promises of selected functions, for small bundles.
 *
 * `Auth` contains every function, so bundlers cannot drop any. A binder contains none, and wraps the functions that the
 * program passes to it.
 *
 * **Example** (A sign-in)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Binder, Client, Password, TokenStore } from "latchkey/promise"
 *
 * const binder = Binder.fromLayer(
 *   Client.layer({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" }).pipe(
 *     Layer.provide(TokenStore.layerMemory)
 *   )
 * )
 *
 * export const signIn = binder.bind(Password.signIn)
 * ```
 *
 * @since 0.1.0
 */
import type * as Layer from "effect/Layer"
import * as view from "./view.ts"

/**
 * The methods of a binder, with results and with thrown errors.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<view.RunMethods<R, "result">, view.RunMethods<R, "throw">>

/**
 * Converts effects to promises, and functions that return effects to functions that return promises.
 *
 * @category models
 * @since 0.1.0
 */
export type Binder<R> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * Creates a binder from any layer. The layer is built by the first call.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): Binder<R> =>
  // Sound: `view.make` implements this type.
  view.make(layer, { own: {} }) as Binder<R>
