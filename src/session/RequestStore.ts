/**
 * A token store over a request that is answered.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies } from "../platform/Cookies.ts"
import { header, type RequestLike } from "../platform/requestHeaders.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { make as cookiePlace } from "./cookiePlace.ts"
import type { CookieStoreOptions } from "./CookieStore.ts"
import { makeStore } from "./Place.ts"
import * as Tokens from "./Tokens.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * The header in which an app's own browser code hands its tokens to the app's server: JSON with `refreshToken` and
 * `accessToken`, which are `null` when nobody is signed in.
 *
 * @category constants
 * @since 0.1.0
 */
export const authHeader = "x-stack-auth"

/**
 * Creates a store over a request. What is written lives as long as the store, and is given to the jar too.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  request: Pick<RequestLike, "headers">,
  { projectId }: CookieStoreOptions
): Effect.Effect<TokenStore["Service"], never, Cookies> =>
  Effect.flatMap(Cookies, (cookies) => {
    const place = cookiePlace(cookies, projectId)
    const given = parseJson(header(request.headers, authHeader) ?? "")
    if (!isObject(given)) return makeStore(place)
    const tokens = Tokens.make(given)
    return Effect.flatMap(place.read(undefined), (found) => {
      let isBrowsers = Tokens.isSameSession(found, tokens)
      return makeStore({
        ...place,
        read: () => Effect.succeed(tokens),
        write: (next) => {
          // The session of the header is refreshed or ended: nothing that the browser's own one, if it has one, has to do with.
          if (!isBrowsers && (next === undefined || Tokens.isSameSession(next, tokens))) return Effect.void
          isBrowsers = true
          return place.write(next)
        }
      })
    })
  })

/**
 * Layer of a store over a request: the tokens of its `x-stack-auth` header, or else of its cookies. Every request needs one
 * of its own.
 *
 * A header that is a JSON object has the last word, also when it says that nobody is signed in. Any other header counts as
 * absent. What becomes of a session that the header alone has is nothing to the cookies: they are given a new session, or
 * news of their own.
 *
 * @see `RequestHost.layer`, which has the cookies too, and makes the answer
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  request: Pick<RequestLike, "headers">,
  options: CookieStoreOptions
): Layer.Layer<TokenStore, never, Cookies> => Layer.effect(TokenStore, make(request, options))

/** @since 0.1.0 */
export type { RequestHeaders, RequestLike } from "../platform/requestHeaders.ts"
