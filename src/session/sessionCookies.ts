/**
 * The cookies that hold a session, as the service's own clients write them, of all times.
 *
 * Two of them are written: `stack-refresh-<projectId>` with the refresh token, and `stack-access` with the pair of both. What is
 * read besides is a refresh token in `stack-refresh`, and in names with an ending (`--default`, `--custom-…`), whose value is JSON
 * and says when it was written. Names may begin with `hexclave` for `stack`, and with `__Host-`.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import type { Cookie } from "../platform/Cookies.ts"
import { base32 } from "../wire/base32.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import * as AccessToken from "./AccessToken.ts"
import * as Tokens from "./Tokens.ts"

/**
 * The name of the cookie with the refresh token.
 *
 * @category getters
 * @since 0.1.0
 */
export const refreshName = (projectId: string): string => `stack-refresh-${projectId}`

/**
 * The name of the cookie with both tokens.
 *
 * @category constants
 * @since 0.1.0
 */
export const accessName = "stack-access"

/**
 * Prints the pair that says which session an access token belongs to.
 *
 * @category encoding
 * @since 0.1.0
 */
export const printPair = (refreshToken: string, accessToken: string): string =>
  JSON.stringify([refreshToken, accessToken])

/** What a cookie is for, by its name; `undefined` if it holds nothing of a session. */
const kindOf = (name: string, projectId: string): "raw" | "json" | "legacy" | "access" | undefined => {
  const bare = name.replace(/^__Host-/, "").replace(/^hexclave-/, "stack-")
  if (bare === accessName) return "access"
  if (bare === "stack-refresh") return "legacy"
  const own = refreshName(projectId)
  if (bare === own) return "raw"
  // A name with other characters may be one that nobody can remove: such a session would outlive every sign-out.
  return bare.startsWith(own) && /^--(default|custom-[a-zA-Z\d]+)$/.test(bare.slice(own.length)) ? "json" : undefined
}

/**
 * The names that hold something of a session, of those that are there.
 *
 * @category getters
 * @since 0.1.0
 */
export const namesOf = (cookies: ReadonlyArray<Cookie>, projectId: string): ReadonlySet<string> =>
  new Set(cookies.map(({ name }) => name).filter((name) => kindOf(name, projectId) !== undefined))

/**
 * The domain that a cookie is for with all below it, which stands in base 32 behind `--custom-` in its name. Total: another
 * name has none.
 *
 * @category getters
 * @since 0.1.0
 */
export const domainOf = (name: string): string | undefined => {
  const [, letters = ""] = /--custom-(\w+)$/.exec(name.toLowerCase()) ?? []
  let domain = ""
  let rest = 0
  let bits = 0
  for (const letter of letters) {
    rest = (rest << 5 | base32.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    domain += String.fromCharCode(rest >> bits & 0xff)
  }
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain) ? domain : undefined
}

interface Candidate {
  readonly tokens: Tokens.Tokens
  /** When the session was last known to be the right one; milliseconds since 1970, or 0. */
  readonly at: number
  readonly isLegacy: boolean
}

/**
 * Reads the tokens of the session that is there. Total: what is no token counts as absent.
 *
 * An access token belongs to the refresh token that its pair names. Of several sessions the newest is right: by the time that
 * is written next to it, or at which its access token was issued, or at which this program has written it. A cookie without a
 * project comes last.
 *
 * @category parsing
 * @since 0.1.0
 */
export const read = (
  cookies: ReadonlyArray<Cookie>,
  projectId: string,
  written: { readonly tokens: Tokens.Tokens | undefined; readonly at: number } = { tokens: undefined, at: 0 }
): Tokens.Tokens | undefined => {
  const refreshTokens: Array<{ readonly text: string; readonly at: number; readonly isLegacy: boolean }> = []
  const pairs: Array<readonly [refreshToken: unknown, accessToken: unknown]> = []
  for (const { name, value } of cookies) {
    const kind = kindOf(name, projectId)
    if (kind === "raw" || kind === "legacy") refreshTokens.push({ text: value, at: 0, isLegacy: kind === "legacy" })
    else if (kind === "json") {
      const json = parseJson(value)
      if (!isObject(json) || typeof json["refresh_token"] !== "string") continue
      refreshTokens.push({ text: json["refresh_token"], at: time(json["updated_at_millis"]), isLegacy: false })
    } else if (kind === "access" && value.startsWith("[\"")) {
      const json = parseJson(value)
      // Sound: whatever its items are is looked at where they are used.
      if (Array.isArray(json)) pairs.push(json as [unknown, unknown])
    }
  }
  return refreshTokens.flatMap(({ at, isLegacy, text }): ReadonlyArray<Candidate> => {
    const access = newest(
      pairs.flatMap(([refreshToken, accessToken]) =>
        refreshToken === text && typeof accessToken === "string"
          ? [{ text: accessToken, at: issuedAt(accessToken) }]
          : []
      )
    )
    const tokens = Tokens.make({ refreshToken: text, accessToken: access?.text })
    if (tokens === undefined) return []
    const isOwn = Tokens.isSameSession(tokens, written.tokens)
    return [{ tokens, isLegacy: isLegacy && !isOwn, at: Math.max(at, access?.at ?? 0, isOwn ? written.at : 0) }]
  }).reduce<Candidate | undefined>(
    (best, next) => best === undefined || isBetter(next, best) ? next : best,
    undefined
  )?.tokens
}

const isBetter = (self: Candidate, that: Candidate): boolean =>
  self.isLegacy === that.isLegacy ? self.at > that.at : that.isLegacy

const newest = <A extends { readonly at: number }>(all: ReadonlyArray<A>): A | undefined =>
  all.reduce<A | undefined>((best, next) => best === undefined || next.at > best.at ? next : best, undefined)

/** A pair whose token says nothing of its time is still a sign that its session was used. */
const issuedAt = (accessToken: string): number => AccessToken.parse(Redacted.make(accessToken))?.issuedAtMillis ?? 1

const time = (value: unknown): number => typeof value === "number" && Math.abs(value) <= 8.64e15 ? value : 0
