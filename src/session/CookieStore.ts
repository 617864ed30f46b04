/**
 * A token store in cookies: those that the service's own clients read and write.
 *
 * All tabs of a browser share it, and so does the app's server, which is sent the cookies with each request. At most two
 * cookies are kept, of at most 4 kB in all: the refresh token for a year, and the access token with it for a day.
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
import { make as place } from "./cookiePlace.ts"
import { makeStore } from "./Place.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * Whose session the cookies hold.
 *
 * @category options
 * @since 0.1.0
 */
export interface CookieStoreOptions {
  /** The id of the project; it is part of the cookie's name. */
  readonly projectId: string
}

/** Browsers do not tell of a changed cookie everywhere, so they are looked at. */
const pollMillis = 100

/**
 * Creates a store in cookies.
 *
 * While somebody listens, the cookies are looked at every 100 ms for what other tabs have done; else nothing runs. A jar that
 * does not take them, because it is full or blocked, is made up for by memory, for as long as the store lives.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ projectId }: CookieStoreOptions): Effect.Effect<TokenStore["Service"], never, Cookies> =>
  Effect.flatMap(Cookies, (cookies) =>
    makeStore({
      ...place(cookies, projectId),
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
