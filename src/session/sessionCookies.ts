/**
 * A session's cookies, compatible with all versions of the service's official clients.
 *
 * The store writes two cookies. `stack-refresh-<projectId>--default` contains the refresh token; if a domain shares the
 * session, its suffix is `--custom-…`. `stack-access` contains both tokens. It also reads the older names
 * `stack-refresh-<projectId>` and `stack-refresh`, and writes the first one for clients from 2025. Each name may start with
 * `hexclave` instead of `stack`, and with `__Host-`.
 */
import * as Redacted from "effect/Redacted"
import type { Cookie } from "../platform/Cookies.ts"
import { base32 } from "../wire/base32.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import * as AccessToken from "./AccessToken.ts"
import * as Tokens from "./Tokens.ts"

/**
 * Returns the names for the cookie with the refresh token, by preference. Only hosts within the domain accept the
 * first name with a domain, and only https pages accept `__Host-`.
 */
export const getRefreshNames = (
  projectId: string,
  domain: string | undefined
): ReadonlyArray<{ readonly name: string; readonly domain?: string }> => {
  const name = `stack-refresh-${projectId}--`
  const host = [{ name: `__Host-${name}default` }, { name: `${name}default` }]
  return domain === undefined ? host : [{ name: `${name}custom-${encodeBase32(domain)}`, domain }, ...host]
}

/** Encodes ASCII in base 32, in upper case without padding, as the service's official clients do. */
const encodeBase32 = (text: string): string => {
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
 * Returns the name of the cookie with the refresh token that clients from 2025 read and write. Its value is the token.
 */
export const getNameOf2025 = (projectId: string): string => `stack-refresh-${projectId}`

/** Encodes the cookie with the refresh token. `atMillis` is the write time, in milliseconds since 1970. */
export const printRefresh = (refreshToken: string, atMillis: number): string =>
  JSON.stringify({ refresh_token: refreshToken, updated_at_millis: atMillis })

/** The name of the cookie with both tokens. */
export const accessName = "stack-access"

/** Encodes the cookie with both tokens. The refresh token identifies the access token's session. */
export const printPair = (refreshToken: string, accessToken: string): string =>
  JSON.stringify([refreshToken, accessToken])

/**
 * The name of the cookie with the session ids that this browser has signed out. All tabs and the app's server see it, so
 * that none of them accepts such a session again from a late response.
 */
export const endedName = "latchkey-ended"

/** The number of marks in that cookie: two per session. */
const maxMarks = 16

/**
 * Returns the marks for the sessions that this browser has signed out, newest first. The session ids are among them.
 */
export const parseEnded = (cookies: ReadonlyArray<Cookie>): ReadonlyArray<string> =>
  cookies.flatMap(({ name, value }) => name === endedName ? value.split(".") : [])

/** Encodes the cookie with ended sessions' marks after others. */
export const printEnded = (marks: ReadonlyArray<string>, others: ReadonlyArray<string>): string =>
  Array.from(new Set([...marks, ...others])).slice(0, maxMarks).join(".")

/**
 * Returns a session's marks: its id, if there is an access token, and a 32-bit hash of its refresh token, which
 * reveals too little to find the token.
 */
export const getMarks = (tokens: Tokens.Tokens | undefined): ReadonlyArray<string> => {
  const id = getSessionId(tokens)
  const marks = id === undefined ? [] : [id]
  if (tokens?.refreshToken === undefined) return marks
  // FNV-1a.
  let hash = 0x811c9dc5
  for (const character of Redacted.value(tokens.refreshToken)) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return [...marks, (hash >>> 0).toString(36)]
}

/** Returns the session's id in its access token, which is not verified, or `undefined`. */
export const getSessionId = (tokens: Tokens.Tokens | undefined): string | undefined =>
  tokens?.accessToken && AccessToken.parse(tokens.accessToken)?.sessionId

/**
 * The cookie types. Of those with a refresh token, the lowest number has precedence. The service's official clients use
 * the same order, so browser and server agree on the session.
 */
const kinds = { newest: 0, project: 1, legacy: 2, json: 3, access: 4 } as const

/** Returns a cookie's type by its name, or `undefined` for other cookies. */
const getKind = (name: string, projectId: string): typeof kinds[keyof typeof kinds] | undefined => {
  const bare = name.replace(/^__Host-/, "").replace(/^hexclave-/, "stack-")
  if (bare === accessName) return kinds.access
  if (bare === "stack-refresh") return kinds.legacy
  const own = getNameOf2025(projectId)
  if (bare === own) return kinds.project
  // A cookie with other characters in its name may be impossible to remove. Its session would survive every sign-out.
  if (!bare.startsWith(own) || !/^--(default|custom-[a-zA-Z\d]+)$/.test(bare.slice(own.length))) return undefined
  return name.includes("hexclave-") ? kinds.newest : kinds.json
}

/** Returns the names of the project's session cookies. */
export const filterNames = (cookies: ReadonlyArray<Cookie>, projectId: string): ReadonlySet<string> =>
  new Set(cookies.map(({ name }) => name).filter((name) => getKind(name, projectId) !== undefined))

/** Returns `true` for a domain in lower case with at least two labels. */
export const isDomain = (text: string): boolean => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(text)

/**
 * Decodes the domain in the name of a cookie that is shared by a domain. Never fails; returns `undefined` for any other
 * name.
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
  /** The last write or use time, in milliseconds since 1970; 0 if unknown. */
  readonly at: number
}

interface Access extends Dated {
  readonly text: string
}

interface Candidate extends Dated {
  readonly tokens: Tokens.Tokens
}

/**
 * Returns the session's tokens in the cookies. Never fails; ignores invalid values.
 *
 * An access token belongs to the refresh token in the same cookie. If there are several sessions, the cookie's type
 * decides. Within a type, the newest session is used, according to `updated_at_millis` or the issue time of its access
 * token. Cookies from the newest clients have only the first of these times, as in those clients.
 */
export const parseTokens = (cookies: ReadonlyArray<Cookie>, projectId: string): Tokens.Tokens | undefined => {
  const refreshTokens: Array<{ readonly text: string; readonly at: number; readonly kind: number }> = []
  const pairs: Array<readonly [refreshToken: unknown, accessToken: unknown]> = []
  for (const { name, value } of cookies) {
    const kind = getKind(name, projectId)
    if (kind === kinds.project || kind === kinds.legacy) refreshTokens.push({ text: value, at: 0, kind })
    else if (kind === kinds.access) {
      const json = value.startsWith("[\"") ? parseJson(value) : undefined
      // Sound: the item types are checked before use.
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
    return tokens === undefined
      ? []
      : [{ tokens, kind, at: kind === kinds.newest ? at : Math.max(at, access?.at ?? 0) }]
  }).reduce<Candidate | undefined>(pickBetter, undefined)?.tokens
}

/** Returns the candidate with precedence, or the first of two equal candidates. */
const pickBetter = <A extends Dated>(best: A | undefined, next: A): A =>
  best === undefined || next.kind < best.kind || next.kind === best.kind && next.at > best.at ? next : best

/** Returns 1 if the token has no issue time: a session with an access token has still been used. */
const getIssuedAt = (accessToken: string): number => AccessToken.parse(Redacted.make(accessToken))?.issuedAtMillis ?? 1

const toMillis = (value: unknown): number => typeof value === "number" && Math.abs(value) <= 8.64e15 ? value : 0
