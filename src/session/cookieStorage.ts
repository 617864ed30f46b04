/**
 * Cookies as a place for tokens.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Cookie, type Cookies, size } from "../platform/Cookies.ts"
import { check, type InvalidOptions } from "./options.ts"
import {
  accessName,
  decodeDomain,
  filterNames,
  getRefreshNames,
  isDomain,
  parseTokens,
  printPair,
  printRefresh
} from "./sessionCookies.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"
import type { TokenStorage } from "./TokenStorage.ts"

/**
 * The project whose session the cookies hold, and the hosts that share them.
 *
 * @category options
 * @since 0.1.0
 */
export interface CookieStoreOptions {
  /** The id of the project; it is part of the cookie's name. */
  readonly projectId: string
  /**
   * The domain whose subdomains share the session, such as `example.com`: the app's host or a domain above it. Every subdomain
   * can read the session, so the project must trust all of them: its trusted domains include `https://example.com` and
   * `https://**.example.com`. Without it, the session belongs to the host alone. On a host that is not below the domain, such
   * as `localhost`, the option has no effect.
   */
  readonly domain?: string | undefined
}

const refreshSeconds = 31_536_000

const accessSeconds = 86_400

/** How many bytes the cookies of a session may have in all, since they travel with each request. */
const limit = 4096

/**
 * Fails with `InvalidOptions` unless the domain is absent, or one that hosts can share cookies by.
 *
 * @category checks
 * @since 0.1.0
 */
export const checkDomain = ({ domain }: Pick<CookieStoreOptions, "domain">): Effect.Effect<void, InvalidOptions> =>
  check(
    "domain",
    domain === undefined || isDomain(domain.toLowerCase()),
    "must be a domain such as example.com, without a scheme, a port and a dot at its start"
  )

/**
 * Creates a place for tokens in a cookie jar. Dies with `InvalidOptions` if the domain is not one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeCookieStorage = (
  cookies: Cookies["Service"],
  options: CookieStoreOptions
): Effect.Effect<TokenStorage> => {
  const { projectId } = options
  const domain = options.domain?.toLowerCase()
  /** The cookies of sessions that another one has replaced, but that are still in the jar. */
  let replaced = new Set<string>()
  /** Adds the cookies of all sessions but one. */
  const replace = (all: ReadonlyArray<Cookie>, tokens: Tokens | undefined) => {
    for (const cookie of all) {
      const found = parseTokens([cookie], projectId)
      if (found !== undefined && !isSameSession(found, tokens)) replaced.add(textOf(cookie))
    }
  }
  const place: TokenStorage = {
    read: Effect.map(cookies.all, (all) => {
      const current = all.filter((cookie) => !replaced.has(textOf(cookie)))
      const tokens = parseTokens(current, projectId)
      replace(current, tokens)
      return tokens
    }),
    write: Effect.fnUntraced(function*(tokens) {
      const holds = (cookie: Cookie) => isSameSession(parseTokens([cookie], projectId), tokens)
      const refreshToken = tokens?.refreshToken && Redacted.value(tokens.refreshToken)
      const value = refreshToken && printRefresh(refreshToken, yield* Clock.currentTimeMillis)
      const access = refreshToken && tokens?.accessToken && {
        name: accessName,
        value: printPair(refreshToken, Redacted.value(tokens.accessToken))
      }
      /** Writes the refresh token under the first name that the jar takes, and returns the cookie. */
      const setRefresh = Effect.gen(function*() {
        if (value === undefined) return undefined
        // A session that a whole domain shares stays there.
        const shared = (yield* cookies.all).filter(holds).map(({ name }) => decodeDomain(name)).find((it) =>
          it !== undefined
        )
        for (const { name, ...where } of getRefreshNames(projectId, domain ?? shared)) {
          const cookie = { name, value }
          if (size(cookie) > limit || !holds(cookie)) continue
          yield* cookies.set(name, value, { ...where, maxAge: refreshSeconds })
          if ((yield* cookies.all).some((it) => it.name === name && holds(it))) return cookie
        }
        return undefined
      })
      /** Returns the cookies to keep, and writes the access token if there is room. */
      const setAccess = Effect.fnUntraced(function*(refresh: Cookie | undefined) {
        if (refresh === undefined || !access || size(refresh) + size(access) > limit) return [refresh?.name]
        const isKept = (yield* cookies.all).some(({ name, value }) => name === accessName && value === access.value)
        if (!isKept) yield* cookies.set(accessName, access.value, { maxAge: accessSeconds })
        return [refresh.name, accessName]
      })
      const refresh = yield* setRefresh
      const kept = yield* setAccess(refresh)
      const all = yield* cookies.all
      // If the jar takes none of the names, the session stays under the name that another client has given it.
      const stale = refresh === undefined && value !== undefined ? all.filter((cookie) => !holds(cookie)) : all
      const names = Array.from(filterNames(stale, projectId)).filter((name) => !kept.includes(name))
      yield* Effect.forEach(names, cookies.remove, { discard: true })
      // A full jar may have room now.
      yield* setAccess(refresh ?? (yield* setRefresh))
      replaced = new Set()
      replace(yield* cookies.all, tokens)
    }),
    watch: () => Effect.void
  }
  return Effect.as(Effect.orDie(checkDomain(options)), place)
}

const textOf = ({ name, value }: Cookie): string => `${name}=${value}`
