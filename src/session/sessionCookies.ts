/**
 * The cookies that hold a session, as the service's own clients of every version write them.
 *
 * Two cookies are written: the refresh token in `stack-refresh-<projectId>--default`, or `--custom-…` if the session belongs
 * to a whole domain, and both tokens in `stack-access`. Older names are read too, `stack-refresh-<projectId>` and
 * `stack-refresh`. Each name may begin with `hexclave` instead of `stack`, and with `__Host-`.
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
 * Returns the names that the cookie with the refresh token may have, the best one first. A host takes the first one only if
 * it is below the domain, and the second one only over https.
 *
 * @category getters
 * @since 0.1.0
 */
export const getRefreshNames = (
  projectId: string,
  domain: string | undefined
): ReadonlyArray<{ readonly name: string; readonly domain?: string }> => {
  const name = `stack-refresh-${projectId}--`
  const host = [{ name: `__Host-${name}default` }, { name: `${name}default` }]
  return domain === undefined ? host : [{ name: `${name}custom-${encode(domain)}`, domain }, ...host]
}

/** Encodes an ASCII text in base 32, in upper case and without padding, as the service's own clients do. */
const encode = (text: string): string => {
  let letters = ""
  let rest = 0
  let bits = 0
  for (const letter of text) {
    rest = (rest << 8 | letter.charCodeAt(0)) & 0xfff
    for (bits += 8; bits >= 5;) letters += base32[rest >> (bits -= 5) & 31]
  }
  return (bits > 0 ? letters + base32[rest << 5 - bits & 31] : letters).toUpperCase()
}

/**
 * Prints the value of the cookie with the refresh token: the token, and the time of the write.
 *
 * @category encoding
 * @since 0.1.0
 */
export const printRefresh = (refreshToken: string, atMillis: number): string =>
  JSON.stringify({ refresh_token: refreshToken, updated_at_millis: atMillis })

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

/**
 * The kinds of cookies. Of those with a refresh token, a lower kind has precedence. The service's own clients read them in
 * this order, so that both sides of an app find the same session.
 */
const kinds = { newest: 0, project: 1, legacy: 2, json: 3, access: 4 } as const

/** Returns the kind of a cookie by its name, or `undefined` if it does not belong to a session of the project. */
const getKind = (name: string, projectId: string): typeof kinds[keyof typeof kinds] | undefined => {
  const bare = name.replace(/^__Host-/, "").replace(/^hexclave-/, "stack-")
  if (bare === accessName) return kinds.access
  if (bare === "stack-refresh") return kinds.legacy
  const own = `stack-refresh-${projectId}`
  if (bare === own) return kinds.project
  // A cookie whose name has other characters may be impossible to remove. Its session would survive every sign-out.
  if (!bare.startsWith(own) || !/^--(default|custom-[a-zA-Z\d]+)$/.test(bare.slice(own.length))) return undefined
  return name.includes("hexclave-") ? kinds.newest : kinds.json
}

/**
 * The names that hold something of a session, of those that are there.
 *
 * @category getters
 * @since 0.1.0
 */
export const filterNames = (cookies: ReadonlyArray<Cookie>, projectId: string): ReadonlySet<string> =>
  new Set(cookies.map(({ name }) => name).filter((name) => getKind(name, projectId) !== undefined))

/**
 * Returns `true` if a text is a domain of several labels in lower case.
 *
 * @category guards
 * @since 0.1.0
 */
export const isDomain = (text: string): boolean => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(text)

/**
 * Returns the domain that shares a cookie with all its subdomains, from the base 32 behind `--custom-` in the cookie's name.
 * Never fails; returns `undefined` for any other name.
 *
 * @category getters
 * @since 0.1.0
 */
export const decodeDomain = (name: string): string | undefined => {
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
  return isDomain(domain) ? domain : undefined
}

interface Dated {
  readonly kind: number
  /** When the session was last written or used; milliseconds since 1970, or 0 if unknown. */
  readonly at: number
}

interface Access extends Dated {
  readonly text: string
}

interface Candidate extends Dated {
  readonly tokens: Tokens.Tokens
}

/**
 * Returns the tokens of the session that the cookies hold. Never fails; ignores values that are not tokens.
 *
 * An access token belongs to the refresh token that its pair names. Of several sessions, the kind of the cookie decides.
 * Within a kind, the newest session wins: by `updated_at_millis`, or by the time at which its access token was issued.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseTokens = (cookies: ReadonlyArray<Cookie>, projectId: string): Tokens.Tokens | undefined => {
  const refreshTokens: Array<{ readonly text: string; readonly at: number; readonly kind: number }> = []
  const pairs: Array<readonly [refreshToken: unknown, accessToken: unknown]> = []
  for (const { name, value } of cookies) {
    const kind = getKind(name, projectId)
    if (kind === kinds.project || kind === kinds.legacy) refreshTokens.push({ text: value, at: 0, kind })
    else if (kind === kinds.access) {
      const json = value.startsWith("[\"") ? parseJson(value) : undefined
      // Sound: the types of the items are checked where they are used.
      if (Array.isArray(json)) pairs.push(json as [unknown, unknown])
    } else if (kind !== undefined) {
      const json = parseJson(value)
      if (!isObject(json) || typeof json["refresh_token"] !== "string") continue
      refreshTokens.push({ text: json["refresh_token"], at: toMillis(json["updated_at_millis"]), kind })
    }
  }
  return refreshTokens.flatMap(({ at, kind, text }): ReadonlyArray<Candidate> => {
    const access = pairs.flatMap(([refreshToken, accessToken]) =>
      refreshToken === text && typeof accessToken === "string"
        ? [{ text: accessToken, at: getIssuedAt(accessToken), kind }]
        : []
    ).reduce<Access | undefined>(pickBetter, undefined)
    const tokens = Tokens.make({ refreshToken: text, accessToken: access?.text })
    return tokens === undefined ? [] : [{ tokens, kind, at: Math.max(at, access?.at ?? 0) }]
  }).reduce<Candidate | undefined>(pickBetter, undefined)?.tokens
}

/** Returns the candidate with precedence; the first one of two equal ones. */
const pickBetter = <A extends Dated>(best: A | undefined, next: A): A =>
  best === undefined || next.kind < best.kind || next.kind === best.kind && next.at > best.at ? next : best

/** Returns 1 for a token without a time: its pair still shows that the session was in use. */
const getIssuedAt = (accessToken: string): number => AccessToken.parse(Redacted.make(accessToken))?.issuedAtMillis ?? 1

const toMillis = (value: unknown): number => typeof value === "number" && Math.abs(value) <= 8.64e15 ? value : 0
