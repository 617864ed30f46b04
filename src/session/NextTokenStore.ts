/**
 * A token store in Next.js cookies, for server components, server actions and route handlers. In the browser, use
 * `Browser.layer`, which reads the same cookies.
 *
 * Latchkey does not import Next.js: any object with the signature of its `cookies()` works.
 *
 * **Example** (The signed-in user in a server component)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, CurrentUser, NextTokenStore } from "latchkey"
 *
 * // import { cookies, headers } from "next/headers"
 * declare const cookies: () => Promise<NextTokenStore.NextCookies>
 * declare const headers: () => Promise<Headers>
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const currentUser = () =>
 *   CurrentUser.get().pipe(
 *     Effect.provide(
 *       Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *         Layer.provide(NextTokenStore.layer({ projectId, cookies, headers }))
 *       )
 *     ),
 *     Effect.runPromise
 *   )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies } from "../platform/Cookies.ts"
import * as NextCookies from "../platform/NextCookies.ts"
import { checkCookieStoreNames, type CookieTokenStoreOptions, makeCookieBackend } from "./cookieBackend.ts"
import { refuseEnded } from "./refuseEnded.ts"
import { decodeDomain } from "./sessionCookies.ts"
import { makeStore } from "./TokenBackend.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * Options for a token store in Next.js cookies. With a `domain`, pass `headers` as well: they contain the request's
 * host.
 */
type NextTokenStoreOptions = CookieTokenStoreOptions & NextCookies.NextCookiesOptions

/**
 * Layer for a token store in one request's cookies, and for these cookies. Build one for each request.
 *
 * An invalid `domain` is a defect, an `InvalidOptions`.
 *
 * Server actions and route handlers can set cookies. Server components cannot: refreshed tokens last until the layer's
 * scope closes.
 */
export const layer = (options: NextTokenStoreOptions): Layer.Layer<TokenStore | Cookies> =>
  Layer.effect(
    TokenStore,
    Effect.flatMap(Cookies, (cookies) => makeCookieBackend(cookies, options)).pipe(
      Effect.tap(checkCookieStoreNames(options, { cookies: true, headers: true })),
      Effect.flatMap(refuseEnded),
      Effect.flatMap(makeStore)
    )
  ).pipe(Layer.provideMerge(NextCookies.layer(options, decodeDomain)))

export type { NextCookies, OfNext } from "../platform/NextCookies.ts"
