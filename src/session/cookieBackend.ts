/** Token storage in cookies. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Cookie, type Cookies, size } from "../platform/Cookies.ts"
import * as AccessToken from "./AccessToken.ts"
import type { OptionNames } from "./optionNames.ts"
import { check, checkNames, type InvalidOptions, levelNames, type Options } from "./options.ts"
import {
  accessName,
  decodeDomain,
  endedName,
  filterNames,
  getMarks,
  getNameOf2025,
  getRefreshNames,
  isDomain,
  parseEnded,
  parseTokens,
  printEnded,
  printPair,
  printRefresh
} from "./sessionCookies.ts"
import type { TokenBackend } from "./TokenBackend.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"

/**
 * Options for cookies that hold a session.
 *
 * Official clients from 2025 know one other name for the cookie with the refresh token. So the store writes it as well on a
 * 2025 service: with that `apiGeneration`, or by default if the access token is from such a service.
 */
export interface CookieTokenStoreOptions extends Pick<Options, "apiGeneration"> {
  /** The project's id. It is in a cookie's name. */
  readonly projectId: string
  /**
   * The domain that shares the session with its subdomains, such as `example.com`. It is the app's host or a parent domain.
   *
   * Every subdomain can read the session, so the project must trust them all: its trusted domains include
   * `https://example.com` and `https://**.example.com`. Without this option, only the host has the session. On hosts
   * outside the domain, such as `localhost`, the option has no effect.
   */
  readonly domain?: string | undefined
}

/** @internal */
export const cookieStoreNames: OptionNames<CookieTokenStoreOptions> = {
  projectId: true,
  domain: true,
  apiGeneration: true
}

/**
 * Refuses an option whose name is unknown, as a defect. Options for a client are accepted too, since one object can have both.
 */
export const checkCookieStoreNames = (options: CookieTokenStoreOptions, more?: object): Effect.Effect<void> =>
  Effect.orDie(checkNames<object>(options, { ...levelNames, ...cookieStoreNames, ...more }))

const refreshSeconds = 31_536_000

const accessSeconds = 86_400

/** The lifetime of a sign-out's mark. By then, no response from before the sign-out is under way. */
const endedSeconds = 3600

/** The maximum size of a session's cookies in bytes. They are sent with every request. */
const maxBytes = 4096

/** Fails with `InvalidOptions` if `domain` is set and not a domain that cookies can have. */
export const checkDomain = ({ domain }: Pick<CookieTokenStoreOptions, "domain">): Effect.Effect<void, InvalidOptions> =>
  check(
    "domain",
    domain === undefined || isDomain(domain.toLowerCase()),
    "must be a domain such as example.com, without scheme, port and leading dot"
  )

/** Token storage in cookies. */
export interface CookieBackend extends TokenBackend {
  /** Replaces the tokens. `isCurrent` is called when a response with the cookies is sent, as in `Cookies.SetOptions`. */
  readonly write: (tokens: Tokens | undefined, isCurrent?: () => boolean) => Effect.Effect<void>
}

/**
 * Creates token storage in cookies. Dies with `InvalidOptions` if `domain` is invalid.
 *
 * **Details**
 *
 * `write` has four steps:
 *
 * 1. `setRefresh` writes the refresh token.
 * 2. `setOptional` writes the other cookies as far as the limit allows.
 * 3. All other session cookies are removed.
 * 4. `setRefresh` runs again if the host has refused every name, and `setOptional` in any case: step 3 may have made room. The
 *    second run does not write an access token that is already set.
 */
export const makeCookieBackend = (
  cookies: Cookies["Service"],
  options: CookieTokenStoreOptions
): Effect.Effect<CookieBackend> => {
  const { projectId } = options
  const domain = options.domain?.toLowerCase()
  /** The replaced sessions' cookies that could not be removed. */
  let replaced = new Set<string>()
  /** The marks of the sessions that were signed out here, in case the host refuses their cookie. */
  let ended: ReadonlyArray<string> = []
  /** The tokens from the last read or write. */
  let last: Tokens | undefined
  const isEnded = (tokens: Tokens | undefined, all: ReadonlyArray<Cookie>) => {
    const marks = [...ended, ...parseEnded(all)]
    return marks.length > 0 && getMarks(tokens).some((mark) => marks.includes(mark))
  }
  /** Remembers the cookies for all sessions except one. */
  const rememberReplaced = (all: ReadonlyArray<Cookie>, tokens: Tokens | undefined) => {
    for (const cookie of all) {
      const found = parseTokens([cookie], projectId)
      if (found !== undefined && !isSameSession(found, tokens)) replaced.add(textOf(cookie))
    }
  }
  const storage: CookieBackend = {
    domain,
    read: Effect.flatMap(cookies.all, (all) => {
      const current = all.filter((cookie) => !replaced.has(textOf(cookie)))
      const tokens = parseTokens(current, projectId)
      if (isEnded(tokens, all)) {
        // A late response has set an ended session's cookies. They may have replaced the current session's.
        const others = current.filter((cookie) => !isSameSession(parseTokens([cookie], projectId), tokens))
        const kept = parseTokens(others, projectId) ?? last
        return Effect.map(storage.write(isEnded(kept, all) ? undefined : kept), () => last)
      }
      rememberReplaced(current, tokens)
      return Effect.succeed(last = tokens)
    }),
    write: Effect.fnUntraced(function*(tokens, isCurrent) {
      const holds = (cookie: Cookie) => isSameSession(parseTokens([cookie], projectId), tokens)
      const refreshToken = tokens?.refreshToken && Redacted.value(tokens.refreshToken)
      const value = refreshToken && printRefresh(refreshToken, yield* Clock.currentTimeMillis)
      const access = refreshToken && tokens?.accessToken && {
        name: accessName,
        value: printPair(refreshToken, Redacted.value(tokens.accessToken))
      }
      const old = { name: getNameOf2025(projectId), value: refreshToken ?? "" }
      const isOld = refreshToken !== undefined && (
        options.apiGeneration !== undefined
          ? options.apiGeneration === "2025"
          : tokens?.accessToken !== undefined
          ? isOf2025(tokens.accessToken)
          : (yield* cookies.all).some(({ name, value }) => name === old.name && value === old.value)
      )
      /** Writes the refresh token under the first name that the host accepts, and returns the cookie. */
      const setRefresh = Effect.gen(function*() {
        if (value === undefined) return undefined
        // A session that is shared by a domain keeps its domain.
        const shared = (yield* cookies.all).filter(holds).map(({ name }) => decodeDomain(name)).find((it) =>
          it !== undefined
        )
        for (const { name, ...where } of getRefreshNames(projectId, domain ?? shared)) {
          const cookie = { name, value }
          if (size(cookie) > maxBytes || !holds(cookie)) continue
          yield* cookies.set(name, value, { ...where, maxAge: refreshSeconds, isCurrent })
          if ((yield* cookies.all).some((it) => it.name === name && holds(it))) return cookie
        }
        return undefined
      })
      /** Writes the cookie for clients from 2025 if there is room, and returns its name. */
      const setOld = Effect.fnUntraced(function*(refresh: Cookie | undefined) {
        if (!isOld || refresh === undefined || size(refresh) + size(old) > maxBytes) return undefined
        yield* cookies.set(old.name, old.value, {
          domain: decodeDomain(refresh.name),
          maxAge: refreshSeconds,
          isCurrent
        })
        return old.name
      })
      /** Writes the cookie for clients from 2025 and the access token if there is room. Returns the cookie names to keep. */
      const setOptional = Effect.fnUntraced(function*(refresh: Cookie | undefined) {
        const oldName = yield* setOld(refresh)
        const used = refresh === undefined ? maxBytes : size(refresh) + (oldName === undefined ? 0 : size(old))
        if (refresh === undefined || !access || used + size(access) > maxBytes) return [refresh?.name, oldName]
        const isKept = (yield* cookies.all).some(({ name, value }) => name === accessName && value === access.value)
        if (!isKept) yield* cookies.set(accessName, access.value, { maxAge: accessSeconds, isCurrent })
        return [refresh.name, oldName, accessName]
      })
      const refresh = yield* setRefresh
      const kept = yield* setOptional(refresh)
      const all = yield* cookies.all
      // If the host rejects all names, the session keeps the name that another client has given it.
      const stale = refresh === undefined && value !== undefined ? all.filter((cookie) => !holds(cookie)) : all
      const names = Array.from(filterNames(stale, projectId)).filter((name) => !kept.includes(name))
      yield* Effect.forEach(names, cookies.remove, { discard: true })
      // The removal may have made room.
      yield* setOptional(refresh ?? (yield* setRefresh))
      replaced = new Set()
      rememberReplaced(yield* cookies.all, tokens)
      last = tokens
    }),
    watch: () => Effect.void,
    markEnded: (tokens) =>
      Effect.flatMap(cookies.all, (all) => {
        const marks = getMarks(tokens)
        const isMarked = (all: ReadonlyArray<Cookie>) => marks.every((mark) => parseEnded(all).includes(mark))
        if (isMarked(all)) return Effect.void
        const value = printEnded(marks, [...ended, ...parseEnded(all)])
        ended = value.split(".")
        const set = (domain?: string) => cookies.set(endedName, value, { maxAge: endedSeconds, domain })
        // Outside the domain, the host refuses the first cookie.
        return domain === undefined ?
          set() :
          Effect.andThen(
            set(domain),
            Effect.flatMap(cookies.all, (all) => isMarked(all) ? Effect.void : set())
          )
      })
  }
  return Effect.as(Effect.orDie(checkDomain(options)), storage)
}

/** Returns `true` for an access token from a 2025 service. Services from 2026 have another name for the claim. */
const isOf2025 = (accessToken: Redacted.Redacted<string>): boolean =>
  typeof AccessToken.parse(accessToken)?.claims["refreshTokenId"] === "string"

const textOf = ({ name, value }: Cookie): string => `${name}=${value}`
