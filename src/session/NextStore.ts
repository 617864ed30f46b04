/**
 * A token store over the cookies that Next.js gives to a program on its server. In the browser, an app with Next.js uses
 * `Browser.layer`, which has the same cookies.
 *
 * Nothing of Next.js is imported: what has the shape of its `cookies()` will do.
 *
 * **Example** (Who is signed in, in a server component)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, CurrentUser, NextStore } from "latchkey"
 *
 * // import { cookies, headers } from "next/headers"
 * declare const cookies: () => Promise<NextStore.NextCookies>
 * declare const headers: () => Promise<Headers>
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const currentUser = () =>
 *   CurrentUser.get().pipe(
 *     Effect.provide(
 *       Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *         Layer.provide(NextStore.layer({ projectId, cookies, headers }))
 *       )
 *     ),
 *     Effect.runPromise
 *   )
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies } from "../platform/Cookies.ts"
import * as NextCookies from "../platform/NextCookies.ts"
import { type CookieStoreOptions, makeCookieStorage } from "./cookieStorage.ts"
import { decodeDomain } from "./sessionCookies.ts"
import { makeStore } from "./TokenStorage.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * The options of a store over the cookies of Next.js. A `domain` needs the `headers`, which name the host of the request.
 *
 * @category options
 * @since 0.1.0
 */
export interface NextStoreOptions extends CookieStoreOptions, NextCookies.NextCookiesOptions {}

/**
 * Layer of a store over the cookies of one request, and of these cookies. Every request needs one of its own.
 *
 * Dies with `InvalidOptions` if the `domain` is not one.
 *
 * Server actions and route handlers set cookies. Server components may not: what a refresh brings there lives as long as
 * the layer.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: NextStoreOptions): Layer.Layer<TokenStore | Cookies> =>
  Layer.effect(
    TokenStore,
    Effect.flatMap(Effect.flatMap(Cookies, (cookies) => makeCookieStorage(cookies, options)), makeStore)
  ).pipe(Layer.provideMerge(NextCookies.layer(options, decodeDomain)))

/** @since 0.1.0 */
export type { NextCookies, NextCookiesOptions, OfNext } from "../platform/NextCookies.ts"
