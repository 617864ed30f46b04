/** Sessions for requests whose cookie has a session's id on the server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Cookies } from "../platform/Cookies.ts"
import { make as makeHost, PendingResponse } from "../platform/PendingResponse.ts"
import type { RequestLike } from "../platform/requestHeaders.ts"
import { isSameSession, type RefreshableTokens, type Tokens } from "../session/Tokens.ts"
import { type CookieChange, splitPairs } from "./cookieCredentials.ts"
import type { CredentialHeaders } from "./credentialHeaders.ts"
import type { SessionSource } from "./Principal.ts"
import * as cookie from "./sessionIdCookie.ts"
import { type ReplacedIdUsed, SessionStore, type SessionStoreUnavailable } from "./SessionStore.ts"

/** Why a request's id is not valid. */
export type InvalidId = "unknown" | ReplacedIdUsed

/** A request's session, in the server's store or in cookies. */
export interface OpenSession {
  readonly tokens: Tokens
  readonly source: SessionSource
  /** The cookie's change after a rotation. */
  readonly change: CookieChange | undefined
  /** The session ids that the browser has signed out. */
  readonly endedIds: ReadonlyArray<string>
  /** Saves a refreshed access token, and returns the cookies' change. Without the store, the next request refreshes again. */
  readonly save: (tokens: RefreshableTokens) => Effect.Effect<CookieChange | undefined>
  /** Removes a session that the service has ended, and returns the change that removes the cookies. */
  readonly end: Effect.Effect<CookieChange>
}

type SessionRequest = RequestLike & { readonly headers: CredentialHeaders }

/**
 * Creates the function that finds a request's session. Returns `undefined` for a request without the cookie, and the
 * reason for an id that is not valid. Without a `SessionStore` in the context, no request has such a session.
 *
 * An id that is not valid stays in the browser. The request may be older than a rotation whose cookie the browser has
 * already, and removing that cookie would sign the user out.
 */
export const makeFindSession = (origin: string | undefined) =>
  Effect.map(Effect.serviceOption(SessionStore), (service) => {
    const store = Option.getOrUndefined(service)
    return (request: SessionRequest): Effect.Effect<OpenSession | InvalidId | undefined, SessionStoreUnavailable> => {
      const id = store && cookie.getId(request, origin)
      if (store === undefined || id === undefined) return Effect.undefined
      return Effect.flatMap(store.get(id), (found): Effect.Effect<OpenSession | InvalidId, SessionStoreUnavailable> => {
        if (found === undefined) return Effect.map(store.findReplacedUse(id), (event) => event ?? "unknown")
        const { expiresAt, successor, tokens } = found
        const { cookies, finish, name } = openCookies(request, origin)
        const change = successor === undefined
          ? Effect.undefined
          : Effect.andThen(cookie.set(cookies, name, successor, expiresAt), finish(successor))
        return Effect.map(change, (change) => ({
          tokens,
          source: "serverSession",
          change,
          endedIds: [],
          save: (next) =>
            Effect.as(
              Effect.ignore(store.update(id, (stored) => isSameSession(stored, next) ? next : stored)),
              change
            ),
          end: Effect.ignore(store.remove(id)).pipe(
            Effect.andThen(cookies.remove(name)),
            Effect.andThen(finish(undefined))
          )
        }))
      })
    }
  })

/** Opens a request's cookies. `finish` returns their changes. */
const openCookies = (request: SessionRequest, origin: string | undefined) => {
  const host = makeHost(request, { origin })
  const name = cookie.getName(request, origin)
  const finish = (id: Redacted.Redacted<string> | undefined): Effect.Effect<CookieChange> =>
    Effect.map(Context.get(host, PendingResponse).setCookies, (setCookies) => ({
      setCookies,
      requestCookies: Redacted.make(printRequest(request.headers.get("cookie") ?? "", name, id))
    }))
  return { cookies: Context.get(host, Cookies), name, finish }
}

/** Encodes the `Cookie` header after the id has changed. */
const printRequest = (header: string, name: string, id: Redacted.Redacted<string> | undefined): string => {
  const others = splitPairs(header).filter((pair) => !pair.startsWith(`${name}=`))
  return (id === undefined ? others : [...others, `${name}=${Redacted.value(id)}`]).join("; ")
}
