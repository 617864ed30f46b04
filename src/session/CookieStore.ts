/**
 * A token store in cookies that the service's official clients can read and write.
 *
 * All tabs of a browser share the cookies, and the app's server receives them with each request. The store writes two
 * cookies: the refresh token for a year, and both tokens for a day. Together they have 4 kB at most.
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

/** Not all browsers have an event for changed cookies, so the store polls. */
const pollMillis = 100

/**
 * Creates a token store in cookies. An invalid `domain` is a defect, an `InvalidOptions`.
 *
 * While the store has listeners, it reads the cookies every 100 ms to detect changes by other tabs. Without listeners it
 * runs no timer. If the browser rejects the cookies, because they are blocked or full, the session stays in memory.
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
 * Layer of a token store in cookies. An invalid `domain` is a defect, an `InvalidOptions`.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: CookieStoreOptions): Layer.Layer<TokenStore, never, Cookies> =>
  Layer.effect(TokenStore, make(options))

/** @since 0.1.0 */
export type { CookieStoreOptions } from "./cookieStorage.ts"
