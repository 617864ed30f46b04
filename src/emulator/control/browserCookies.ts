/** A session's cookies, for test runners that set browser cookies. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Cookies from "../../platform/Cookies.ts"
import * as CookieTokenStore from "../../session/CookieTokenStore.ts"
import * as Tokens from "../../session/Tokens.ts"

/** A cookie, as test runners set it. The value is encoded. */
export interface BrowserCookie {
  readonly name: string
  readonly value: string
  /** The domain that shares the cookie with its subdomains. Without it, only the app's host has the cookie. */
  readonly domain: string | undefined
  readonly path: "/"
  /** The expiry in seconds since 1970. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: "Lax"
}

/** Options for a session's cookies. */
export type SessionCookieOptions = CookieTokenStore.CookieTokenStoreOptions & {
  /** The app's URL. */
  readonly url: string
}

/** Returns the cookie that a page at `url` would have after `Cookies.set`, or `undefined` if the browser would reject it. */
export const toBrowserCookie = (
  url: URL,
  { name, value }: Cookies.Cookie,
  { domain, httpOnly = false, maxAge }: Cookies.SetOptions
): Effect.Effect<BrowserCookie | undefined> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const secure = url.protocol === "https:"
    if (name.startsWith("__Host-") && !secure) return undefined
    if (domain !== undefined && url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)) return undefined
    // The encoded value is between the name and the attributes.
    const [encoded = ""] = Cookies.print({ name, value }, { maxAge, secure }).slice(name.length + 1).split(";")
    const expires = Math.floor(now / 1000) + maxAge
    return { name, value: encoded, domain, path: "/", expires, httpOnly, secure, sameSite: "Lax" }
  })

/**
 * Returns the cookies that an app's `CookieTokenStore` writes for a session.
 *
 * **Example** (A signed-in browser's cookies)
 *
 * ```ts
 * import { getSessionCookies, startEmulator } from "latchkey/emulator/testing"
 *
 * const emulator = await startEmulator()
 * const session = await emulator.createSession(await emulator.createUser())
 * const cookies = await getSessionCookies(session, { projectId: emulator.projectId, url: "http://localhost:5173" })
 * ```
 */
export const getSessionCookies = (
  session: { readonly accessToken: string; readonly refreshToken: string },
  { url, ...options }: SessionCookieOptions
): Promise<ReadonlyArray<BrowserCookie>> => {
  const jar = new Map<string, BrowserCookie>()
  const appUrl = new URL(url)
  const cookies = Cookies.Cookies.of({
    all: Effect.sync(() => Array.from(jar.values()).flatMap(({ name, value }) => Cookies.parse(`${name}=${value}`))),
    set: (name, value, options) =>
      Effect.map(toBrowserCookie(appUrl, { name, value }, options), (cookie) => cookie && jar.set(name, cookie)),
    remove: (name) => Effect.sync(() => jar.delete(name))
  })
  return CookieTokenStore.make(options).pipe(
    Effect.flatMap((store) => store.modify(() => Tokens.make(session))),
    Effect.provideService(Cookies.Cookies, cookies),
    Effect.map(() => Array.from(jar.values())),
    Effect.runPromise
  )
}
