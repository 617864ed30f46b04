/**
 * Cookies as a place for tokens.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Cookie, type Cookies, size } from "../platform/Cookies.ts"
import type { Place } from "./Place.ts"
import { accessName, namesOf, printPair, read, refreshName } from "./sessionCookies.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"

const refreshSeconds = 31_536_000

const accessSeconds = 86_400

/** What a session may take of the header that goes along with each request. */
const limit = 4096

interface Kept extends Cookie {
  readonly maxAge: number
}

/**
 * Creates the place that a jar of cookies is. Nobody else is expected to change what is there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (cookies: Cookies["Service"], projectId: string): Place => {
  let at = 0
  const readOf = (written: Tokens | undefined) =>
    Effect.map(cookies.all, (all) => read(all, projectId, { tokens: written, at }))
  return {
    read: readOf,
    write: Effect.fnUntraced(function*(tokens) {
      const kept = cookiesOf(tokens, projectId)
      const names = new Set(kept.map(({ name }) => name))
      const set = Effect.forEach(kept, ({ maxAge, name, value }) => cookies.set(name, value, { maxAge }), {
        discard: true
      })
      at = yield* Clock.currentTimeMillis
      yield* set
      const all = yield* cookies.all
      const holds = (cookie: Cookie) => isSameSession(read([cookie], projectId), tokens)
      // Where its own name is not taken, the session stays under the name that another client has given it.
      const isTaken = tokens === undefined || all.some((cookie) => names.has(cookie.name) && holds(cookie))
      const stale = isTaken ? all : all.filter((cookie) => !holds(cookie))
      const others = Array.from(namesOf(stale, projectId)).filter((name) => !names.has(name))
      yield* Effect.forEach(others, cookies.remove, { discard: true })
      // A jar that was full may have room now.
      if (!isSameSession(yield* readOf(tokens), tokens)) yield* set
    }),
    watch: () => Effect.void
  }
}

/** Returns the cookies that hold the tokens, as far as there is room. An access token alone stays in the program's memory. */
const cookiesOf = (tokens: Tokens | undefined, projectId: string): ReadonlyArray<Kept> => {
  if (tokens?.refreshToken === undefined) return []
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
