/**
 * The host for a request whose session is on the server: the browser has a session id, and the tokens never leave the server
 * (backend for frontend).
 *
 * Sign-in functions create the session and set the cookie with its id. Signing out removes both. A sign-in always gets a new
 * id. `Authentication.authenticate` recognizes the cookie if a `SessionStore` is provided to its layer.
 *
 * **Example** (Sign in with a form)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { Client, Navigation, Password } from "latchkey"
 * import { StoredSessionHost } from "latchkey/server"
 *
 * const origin = "https://app.example.com"
 *
 * const signIn = (request: Request) =>
 *   Effect.gen(function*() {
 *     const form = yield* Effect.promise(() => request.formData())
 *     yield* Password.signIn({ email: String(form.get("email")), password: Redacted.make(String(form.get("password"))) })
 *     yield* Navigation.redirectAfterSignIn()
 *     return yield* StoredSessionHost.respond()
 *   }).pipe(
 *     Effect.provide(
 *       Client.layer({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" }).pipe(
 *         Layer.provideMerge(StoredSessionHost.layer(request, { origin }))
 *       )
 *     )
 *   )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Navigation from "../navigation/Navigation.ts"
import { navigationNames } from "../navigation/navigationNames.ts"
import { Cookies } from "../platform/Cookies.ts"
import type { Page } from "../platform/Page.ts"
import { getUrl, layerHost, PendingResponse, type RequestHostOptions } from "../platform/PendingResponse.ts"
import type { RequestLike } from "../platform/requestHeaders.ts"
import { EndedSessions, getKeysOf } from "../session/EndedSessions.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import { makeStore } from "../session/TokenBackend.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"
import { TokenStore } from "../session/TokenStore.ts"
import * as cookie from "./sessionIdCookie.ts"
import { SessionStore, type SessionStoreUnavailable } from "./SessionStore.ts"
import { toOrigin } from "./verificationOptions.ts"

/** Options for a request with a session on the server. Behind a proxy, pass `origin`: the cookie depends on it. */
export interface StoredSessionHostOptions extends Navigation.NavigationOptions, RequestHostOptions {
  /**
   * The path of the route that runs `DeviceBoundSessions.handle`, such as `/auth/device`. After a sign-in over https, the
   * browser binds the session to its device. Browsers that cannot do that keep the ordinary cookie.
   *
   * Off by default, because the app has to serve the route.
   */
  readonly deviceBoundPath?: string | undefined
}

/** The options for one request's token store. */
type StoreOptions = Pick<StoredSessionHostOptions, "deviceBoundPath" | "origin">

/**
 * Creates a token store for a request. Reads the session, and sets the cookie if its id has been rotated.
 *
 * A change that the session store cannot save is a defect, a `SessionStoreUnavailable`. A refreshed access token that it
 * cannot save is lost, and the next request refreshes again.
 */
export const make = Effect.fnUntraced(function*(
  request: RequestLike,
  { deviceBoundPath, origin }: StoreOptions = {}
): Effect.fn.Return<TokenStore["Service"], SessionStoreUnavailable, Cookies | SessionStore> {
  const cookies = yield* Cookies
  const sessions = yield* SessionStore
  const response = yield* Effect.serviceOption(PendingResponse)
  const isBindable = deviceBoundPath !== undefined && getUrl(request, origin).protocol === "https:" &&
    Option.isSome(response)
  const name = cookie.getName(request, origin)
  const ended = yield* EndedSessions
  let id = cookie.getId(request, origin)
  let tokens: Tokens | undefined

  /** Sets the cookie, unless the session is signed out before the response is sent. */
  const setId = (tokens: Tokens, next: Redacted.Redacted<string>, expiresAt: Date) =>
    Effect.flatMap(getKeysOf(tokens), (keys) => cookie.set(cookies, name, next, expiresAt, () => !ended.isKnown(keys)))

  const create = Effect.fnUntraced(function*(next: Tokens, previous: Redacted.Redacted<string> | undefined) {
    const created = yield* sessions.create(next, { isBindable })
    yield* setId(next, created.id, created.expiresAt)
    if (isBindable && created.challenge !== undefined) {
      const registration = `(ES256 RS256);path="${deviceBoundPath}";challenge="${Redacted.value(created.challenge)}"`
      yield* response.value.setHeader("secure-session-registration", registration)
    }
    id = created.id
    tokens = next
    // A session id from before the sign-in must not be valid after it (session fixation).
    if (previous !== undefined) yield* sessions.remove(previous)
  })

  const remove = Effect.fnUntraced(function*(previous: Redacted.Redacted<string>) {
    yield* cookies.remove(name)
    tokens = id = undefined
    yield* sessions.remove(previous)
  })

  /** Saves a new access token for the same session. */
  const update = (next: Tokens, current: Redacted.Redacted<string>) => {
    tokens = next
    return Effect.ignore(sessions.update(current, (stored) => isSameSession(stored, next) ? next : stored))
  }

  if (id !== undefined) {
    const found = yield* sessions.get(id)
    // An unknown id stays in the browser: a parallel response may have replaced it.
    if (found === undefined) id = undefined
    else if (yield* Effect.flatMap(getKeysOf(found.tokens), ended.isEnded)) yield* remove(id)
    else {
      tokens = found.tokens
      if (found.successor !== undefined) yield* setId(tokens, found.successor, found.expiresAt)
    }
  }

  return yield* makeStore({
    read: Effect.sync(() => tokens),
    write: (next) =>
      Effect.suspend(() =>
        next === undefined
          ? id === undefined ? Effect.void : remove(id)
          : id !== undefined && isSameSession(next, tokens)
          ? update(next, id)
          : create(next, id)
      ).pipe(Effect.orDie),
    watch: () => Effect.void,
    markEnded: (tokens) => Effect.flatMap(getKeysOf(tokens), ended.end)
  })
})

/**
 * Layer for one request's services. Build one for each request: building it reads the session. Redirects become part of
 * the response, unless `redirectMethod` is set.
 *
 * Fails with `SessionStoreUnavailable` if the session cannot be read. Respond with 503.
 */
export const layer = (
  request: RequestLike,
  options: StoredSessionHostOptions = {}
): Layer.Layer<
  TokenStore | Navigation.Navigation | Page | Cookies | PendingResponse,
  InvalidOptions | SessionStoreUnavailable,
  SessionStore
> =>
  Layer.merge(
    Layer.effect(TokenStore, make(request, options)),
    Navigation.layer({ urls: options.urls, redirectMethod: options.redirectMethod ?? "window" })
  ).pipe(
    Layer.provideMerge(Layer.unwrap(Effect.as(
      Effect.andThen(
        checkNames(options, { ...navigationNames, origin: true, deviceBoundPath: true }),
        Effect.andThen(
          check(
            "deviceBoundPath",
            options.deviceBoundPath === undefined || /^\/[\w./~-]*$/.test(options.deviceBoundPath),
            "must be a path, such as /auth/device"
          ),
          check(
            "origin",
            options.origin === undefined || toOrigin(options.origin) !== undefined,
            "must be an absolute http or https URL"
          )
        )
      ),
      layerHost(request, options)
    )))
  )

export { headers, PendingResponse, type RequestHostOptions, respond } from "../platform/PendingResponse.ts"
