/**
 * A token store over a request that is answered.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cookies } from "../platform/Cookies.ts"
import { header, type RequestHeaders, type RequestLike } from "../platform/requestHeaders.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import * as AccessToken from "./AccessToken.ts"
import { type CookieStoreOptions, makeCookieStorage } from "./cookieStorage.ts"
import * as Tokens from "./Tokens.ts"
import { makeStore } from "./TokenStorage.ts"
import { TokenStore } from "./TokenStore.ts"

/**
 * The header in which an app's own browser code hands its tokens to the app's server: JSON with `refreshToken` and
 * `accessToken`, which are `null` when no user is signed in.
 *
 * @category constants
 * @since 0.1.0
 */
export const authHeader = "x-stack-auth"

/** Returns the credential of an `Authorization: Bearer` header (RFC 6750 § 2.1). One that is there twice counts as absent. */
const getBearer = (headers: RequestHeaders): string =>
  /^bearer +([\w.~+/-]+=*) *$/i.exec(header(headers, "authorization") ?? "")?.[1] ?? ""

/** Decodes Base64 of either alphabet. Never fails; returns an empty text for anything else. */
const decodeBase64 = (text: string): string => {
  try {
    return atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}

/** Returns `true` if an access token is one of the project. Other bearer tokens, such as a gateway's own, are not. */
const isOfProject = (token: string, projectId: string): boolean =>
  [AccessToken.parse(Redacted.make(token))?.claims["aud"]].flat().some((audience) =>
    typeof audience === "string" && audience.split(":")[0] === projectId
  )

/** Returns what the headers say about the session, in the order of `layer`, or `undefined` if they say nothing. */
const parseHeaders = (headers: RequestHeaders, projectId: string): Parameters<typeof Tokens.make>[0] | undefined => {
  const bearer = getBearer(headers)
  const [, encoded] = /^(?:stackauth|hexclave)_(.*)$/.exec(bearer) ?? []
  for (const json of [decodeBase64(encoded ?? ""), header(headers, authHeader) ?? ""]) {
    const given = parseJson(json)
    if (isObject(given)) return given
  }
  return isOfProject(bearer, projectId) ? { accessToken: bearer } : undefined
}

/**
 * Creates a store over a request. Changes live as long as the store, and are written to the jar too. Dies with
 * `InvalidOptions` if the domain is not one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  request: Pick<RequestLike, "headers">,
  options: CookieStoreOptions
): Effect.Effect<TokenStore["Service"], never, Cookies> =>
  Effect.flatMap(Effect.flatMap(Cookies, (cookies) => makeCookieStorage(cookies, options)), (place) => {
    const given = parseHeaders(request.headers, options.projectId)
    if (given === undefined) return makeStore(place)
    const tokens = Tokens.make(given)
    return Effect.flatMap(place.read, (found) => {
      let isBrowsers = Tokens.isSameSession(found, tokens)
      return makeStore({
        ...place,
        read: Effect.succeed(tokens),
        write: (next) => {
          // A refresh or the end of the header's session does not change another session that the cookies hold.
          if (!isBrowsers && (next === undefined || Tokens.isSameSession(next, tokens))) return Effect.void
          isBrowsers = true
          return place.write(next)
        }
      })
    })
  })

/**
 * Layer of a store over a request. Every request needs one of its own.
 *
 * **Details**
 *
 * The first of these that is there has the last word, also when it says that no user is signed in:
 *
 * 1. `Authorization: Bearer stackauth_…` or `hexclave_…`, with Base64 of JSON that has `refreshToken` and `accessToken`.
 * 2. `x-stack-auth`, with such JSON as it is.
 * 3. `Authorization: Bearer …`, with an access token of the project. Any other bearer token counts as absent.
 * 4. The cookies of the service's own clients.
 *
 * Anything malformed counts as absent. An access token without a refresh token is a session that ends when the token expires.
 * The cookies do not follow a session that only a header has: they are given a new session, or changes of their own one.
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
