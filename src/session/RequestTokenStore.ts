/**
 * A token store for one request to a server.
 *
 * **Example** (Reading the session of a request)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, Cookies, RequestTokenStore, Session } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const state = (request: Request) =>
 *   Session.state.pipe(
 *     Effect.provide(Client.layer({ projectId }).pipe(
 *       Layer.provide(RequestTokenStore.layer(request, { projectId })),
 *       Layer.provide(Cookies.layerMemory)
 *     ))
 *   )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cookies } from "../platform/Cookies.ts"
import { header, type RequestHeaders, type RequestLike } from "../platform/requestHeaders.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import * as AccessToken from "./AccessToken.ts"
import { authHeader } from "./authHeader.ts"
import {
  checkCookieStoreNames,
  type CookieBackend,
  type CookieTokenStoreOptions,
  makeCookieBackend
} from "./cookieBackend.ts"
import { refuseEnded } from "./refuseEnded.ts"
import { makeStore } from "./TokenBackend.ts"
import * as Tokens from "./Tokens.ts"
import { TokenStore } from "./TokenStore.ts"

export { authHeader } from "./authHeader.ts"

/**
 * Returns the credentials in an `Authorization: Bearer` header (RFC 6750 § 2.1), or an empty string. A repeated header is
 * ignored.
 */
const getBearer = (headers: RequestHeaders): string =>
  /^bearer +([\w.~+/-]+=*) *$/i.exec(header(headers, "authorization") ?? "")?.[1] ?? ""

/** Decodes Base64 in either alphabet. Never fails; returns an empty string for invalid input. */
const decodeBase64 = (text: string): string => {
  try {
    return atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}

/** Returns `true` if an access token belongs to the project. Other bearer tokens, such as a gateway's, do not. */
const isOfProject = (token: string, projectId: string): boolean =>
  [AccessToken.parse(Redacted.make(token))?.claims["aud"]].flat().some((audience) =>
    typeof audience === "string" && audience.split(":")[0] === projectId
  )

/** Returns the tokens in the headers, with the precedence from `layer`. Returns `undefined` if no header contains a session. */
const parseHeaders = (headers: RequestHeaders, projectId: string): Parameters<typeof Tokens.make>[0] | undefined => {
  const bearer = getBearer(headers)
  const [, encoded] = /^(?:stackauth|hexclave)_(.*)$/.exec(bearer) ?? []
  for (const json of [decodeBase64(encoded ?? ""), header(headers, authHeader) ?? ""]) {
    // Most requests have neither header, and an error for invalid JSON takes longer than the rest.
    const given = json === "" ? undefined : parseJson(json)
    if (isObject(given)) return given
  }
  return isOfProject(bearer, projectId) ? { accessToken: bearer } : undefined
}

/**
 * Creates a token store for a request. Changes last as long as the store, and are written to the cookies. An invalid
 * `domain` is a defect, an `InvalidOptions`.
 */
export const make = Effect.fnUntraced(function*(
  request: Pick<RequestLike, "headers">,
  options: CookieTokenStoreOptions
): Effect.fn.Return<TokenStore["Service"], never, Cookies> {
  const place = yield* makeCookieBackend(yield* Cookies, options)
  const given = parseHeaders(request.headers, options.projectId)
  if (given === undefined) return yield* Effect.flatMap(refuseEnded(place), makeStore)
  const tokens = Tokens.make(given)
  let isInCookies = Tokens.isSameSession(yield* place.read, tokens)
  const inHeader: CookieBackend = {
    ...place,
    read: Effect.succeed(tokens),
    write: (next, isCurrent) => {
      // A refresh, or the end of the header's session, must not change a different session in the cookies.
      if (!isInCookies && (next === undefined || Tokens.isSameSession(next, tokens))) return Effect.void
      isInCookies = true
      return place.write(next, isCurrent)
    },
    markEnded: (tokens, isRevoked) => isInCookies ? place.markEnded?.(tokens, isRevoked) ?? Effect.void : Effect.void
  }
  return yield* Effect.flatMap(refuseEnded(inHeader), makeStore)
})

/**
 * Layer for a token store for a request. Build one for each request.
 *
 * **Details**
 *
 * The first of these sources that the request contains is used, even if its tokens are `null`:
 *
 * 1. `Authorization: Bearer stackauth_…` or `hexclave_…`, with Base64 JSON that has `refreshToken` and `accessToken`.
 * 2. `x-stack-auth`, with the same JSON, not encoded.
 * 3. `Authorization: Bearer …`, with the project's access token. Any other bearer token is ignored.
 * 4. The cookies from the service's official clients.
 *
 * Malformed values are ignored. An access token without a refresh token is a session that ends when the token expires.
 *
 * Only new sessions and changes to a session in cookies are written to cookies, and no session that exists only in a header.
 *
 * @see `RequestHost.layer`, which also provides the cookies and creates the response
 */
export const layer = (
  request: Pick<RequestLike, "headers">,
  options: CookieTokenStoreOptions
): Layer.Layer<TokenStore, never, Cookies> =>
  Layer.effect(TokenStore, Effect.andThen(checkCookieStoreNames(options), make(request, options)))

export type { RequestHeaders, RequestLike } from "../platform/requestHeaders.ts"
