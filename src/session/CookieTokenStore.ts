/**
 * A token store in cookies that the service's official clients can read and write.
 *
 * All tabs in a browser share the cookies, and the app's server receives them with each request. The store writes two
 * cookies: the refresh token for a year, and both tokens for a day. Together they have 4 kB at most.
 *
 * **Example** (A client in a browser)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Client, Cookies, CookieTokenStore } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(CookieTokenStore.layer({ projectId })),
 *   Layer.provide(Cookies.layerBrowser)
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Cookies } from "../platform/Cookies.ts"
import { checkCookieStoreNames, type CookieTokenStoreOptions, makeCookieBackend } from "./cookieBackend.ts"
import { makeStore } from "./TokenBackend.ts"
import { TokenStore } from "./TokenStore.ts"

/** The time between two reads on hosts that do not report changes, in milliseconds. */
const pollMillis = 100

/**
 * Creates a token store in cookies. An invalid `domain` is a defect, an `InvalidOptions`.
 *
 * While the store has listeners, it follows changes by other tabs: by the `change` event of `cookieStore`, or without it by
 * a read every 100 ms. Without listeners it runs no timer. If the browser rejects the cookies, because they are blocked or
 * full, the session stays in memory.
 */
export const make = (
  options: CookieTokenStoreOptions
): Effect.Effect<TokenStore["Service"], never, Cookies> =>
  Effect.flatMap(Cookies, (cookies) =>
    Effect.flatMap(makeCookieBackend(cookies, options), (place) =>
      makeStore({
        ...place,
        watch: (look) => cookies.onChange === undefined ? poll(look) : follow(look, cookies.onChange)
      })))

const poll = (look: Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollMillis), look))))

const follow = (
  look: Effect.Effect<void>,
  onChange: (listener: () => void) => () => void
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.withFiber(({ context }) =>
    Effect.asVoid(Effect.acquireRelease(
      Effect.sync(() => onChange(() => Effect.runForkWith(context)(look))),
      (stop) => Effect.sync(stop)
    ))
  )

/** Layer for a token store in cookies. An invalid option is a defect, an `InvalidOptions`. */
export const layer = (options: CookieTokenStoreOptions): Layer.Layer<TokenStore, never, Cookies> =>
  Layer.effect(TokenStore, Effect.andThen(checkCookieStoreNames(options), make(options)))

export type { CookieTokenStoreOptions } from "./cookieBackend.ts"
