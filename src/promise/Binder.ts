/**
 * Promises of what a program uses, and of nothing else: for bundles that should hold no more than that.
 *
 * `Auth` has every function, so that a bundler can leave none out. A binder has none, and makes those of the program that are
 * given to it.
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
 * What a binder makes, with results and with errors thrown.
 *
 * @category models
 * @since 0.1.0
 */
export type Views<R> = view.Both<view.RunMethods<R, "result">, view.RunMethods<R, "throw">>

/**
 * Makes promises of effects, and functions that return promises of those that return effects.
 *
 * @category models
 * @since 0.1.0
 */
export type Binder<R> = Views<R> & view.Lifetime<R, Views<R>>

/**
 * Creates a binder over any layer. Nothing is built before the first call.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLayer = <R, ER>(layer: Layer.Layer<R, ER>): Binder<R> =>
  // Sound: `view.make` follows the rules that the type is made by.
  view.make(layer, { own: {} }) as Binder<R>
