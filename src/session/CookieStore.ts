/**
 * A token store in cookies: those that the service's own clients read and write.
 *
 * All tabs of a browser share it, and so does the app's server, which gets the cookies with each request. The store writes two
 * cookies of 4 kB in all at most: the refresh token for a year, and the access token with it for a day.
 *
 * **Example** (A client in a browser)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, Cookies, CookieStore } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(CookieStore.layer({ projectId })),
 *   Layer.provide(Cookies.layerBrowser)
 * )
 * ```
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies } from "../platform/Cookies.ts"
import { type CookieStoreOptions, makeCookieStorage } from "./cookieStorage.ts"
import { makeStore } from "./TokenStorage.ts"
import { TokenStore } from "./TokenStore.ts"

/** Browsers do not tell of a changed cookie everywhere, so they are looked at. */
const pollMillis = 100

/**
 * Creates a store in cookies. Dies with `InvalidOptions` if the domain is not one.
 *
 * While the store has listeners, it reads the cookies every 100 ms to find the changes of other tabs. Without listeners, no
 * timer runs. A session that the jar does not take, since it is full or blocked, stays in memory for as long as the store lives.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: CookieStoreOptions
): Effect.Effect<TokenStore["Service"], never, Cookies> =>
  Effect.flatMap(Effect.flatMap(Cookies, (cookies) => makeCookieStorage(cookies, options)), (place) =>
    makeStore({
      ...place,
      watch: (look) => Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollMillis), look))))
    }))

/**
 * Layer of a store in cookies.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: CookieStoreOptions): Layer.Layer<TokenStore, never, Cookies> =>
  Layer.effect(TokenStore, make(options))

/** @since 0.1.0 */
export type { CookieStoreOptions } from "./cookieStorage.ts"
