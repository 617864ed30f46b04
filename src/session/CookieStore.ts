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
import * as Redacted from "effect/Redacted"
import { type Cookie, Cookies, size } from "../platform/Cookies.ts"
import { makeStore } from "./Place.ts"
import { accessName, namesOf, printPair, read, refreshName } from "./sessionCookies.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"
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

const refreshSeconds = 31_536_000

const accessSeconds = 86_400

/** What a session may take of the header that goes along with each request. */
const limit = 4096

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
  Effect.flatMap(Cookies, (cookies) => {
    const set = (kept: ReadonlyArray<Cookie & { readonly maxAge: number }>) =>
      Effect.forEach(kept, ({ maxAge, name, value }) => cookies.set(name, value, { maxAge }), { discard: true })
    const remove = (names: Iterable<string>) => Effect.forEach(names, cookies.remove, { discard: true })
    return makeStore({
      read: (written) => Effect.map(cookies.all, (all) => read(all, projectId, written)),
      write: Effect.fnUntraced(function*(tokens) {
        const kept = cookiesOf(tokens, projectId)
        const names = new Set(kept.map(({ name }) => name))
        yield* set(kept)
        yield* remove(Array.from(namesOf(yield* cookies.all, projectId)).filter((name) => !names.has(name)))
        // Where the new session was not taken, no other one may be found in its stead.
        const all = yield* cookies.all
        if (!isSameSession(read(all, projectId, tokens), tokens)) yield* remove(namesOf(all, projectId))
      }),
      watch: (look) => Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollMillis), look))))
    })
  })

/** The cookies that hold the tokens, as far as there is room. */
const cookiesOf = (
  tokens: Tokens | undefined,
  projectId: string
): ReadonlyArray<Cookie & { readonly maxAge: number }> => {
  if (tokens === undefined) return []
  const refreshToken = Redacted.value(tokens.refreshToken)
  const refresh = { name: refreshName(projectId), value: refreshToken, maxAge: refreshSeconds }
  const access = tokens.accessToken === undefined ? [] : [{
    name: accessName,
    value: printPair(refreshToken, Redacted.value(tokens.accessToken)),
    maxAge: accessSeconds
  }]
  const isRoom = (kept: ReadonlyArray<Cookie>) => kept.reduce((sum, cookie) => sum + size(cookie), 0) <= limit
  return [[refresh, ...access], [refresh]].find(isRoom) ?? []
}

/**
 * Layer of a store in cookies.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: CookieStoreOptions): Layer.Layer<TokenStore, never, Cookies> =>
  Layer.effect(TokenStore, make(options))
