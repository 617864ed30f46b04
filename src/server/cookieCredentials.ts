/** The session in a request's cookies, and cookies that replace it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Cookie, Cookies, parse as parseCookies } from "../platform/Cookies.ts"
import { make as makeHost, PendingResponse } from "../platform/PendingResponse.ts"
import { type CookieTokenStoreOptions, makeCookieBackend } from "../session/cookieBackend.ts"
import {
  accessName,
  endedName,
  filterNames,
  getMarks,
  parseEnded as parseEndedCookies,
  parseTokens
} from "../session/sessionCookies.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"
import type { CredentialsConflict } from "./authenticationErrors.ts"
import type { CredentialHeaders } from "./credentialHeaders.ts"
import { type Credentials, makeConflict } from "./credentials.ts"

/**
 * Returns the session in a `Cookie` header. Never fails; ignores invalid values.
 *
 * Only the app's host can set a cookie whose name starts with `__Host-`, so these win over all others. A sibling domain can
 * set the others. If they contain two sessions, none of them can be trusted.
 */
export const parse = (header: string | undefined, projectId: string): Credentials | CredentialsConflict | undefined => {
  // Most requests have no session cookie. Theirs need no parsing.
  if (header === undefined || !/(?:stack|hexclave)-refresh/.test(header)) return undefined
  const cookies = dropEnded(header, projectId)
  const own = findHost(cookies, projectId)
  if (own !== undefined) return own
  const tokens = parseTokens(cookies, projectId)
  if (tokens === undefined) return undefined
  const isOther = (cookie: Cookie) => {
    const found = parseTokens([cookie], projectId)
    return found !== undefined && !isSameSession(found, tokens)
  }
  return cookies.some(isOther) ? makeConflict("cookie", "cookie") : toCredentials(tokens)
}

/** Returns the session in the cookies that only the app's host can set. Never fails; ignores invalid values. */
export const parseHost = (header: string | undefined, projectId: string): Credentials | undefined => {
  if (header === undefined || !header.includes("__Host-")) return undefined
  return findHost(dropEnded(header, projectId), projectId)
}

const findHost = (cookies: ReadonlyArray<Cookie>, projectId: string): Credentials | undefined => {
  const isOwn = ({ name }: Cookie) => name.startsWith("__Host-") || name === accessName
  const tokens = parseTokens(cookies.filter(isOwn), projectId)
  return tokens && toCredentials(tokens)
}

/**
 * Parses cookies, except those for sessions that the browser has signed out: a late response may have set them beside those of
 * the next session. If there is no other session, they remain, so that the response removes them.
 */
const dropEnded = (header: string, projectId: string): ReadonlyArray<Cookie> => {
  const cookies = parseCookies(header)
  const ended = header.includes(endedName) ? parseEndedCookies(cookies) : []
  if (ended.length === 0) return cookies
  const isEnded = (cookie: Cookie) => getMarks(parseTokens([cookie], projectId)).some((mark) => ended.includes(mark))
  const current = cookies.filter((cookie) => !isEnded(cookie))
  return parseTokens(current, projectId) === undefined ? cookies : current
}

/** Returns the session ids that the browser has signed out. Its cookies for them come from late responses. */
export const parseEnded = (header: string | undefined): ReadonlyArray<string> =>
  header?.includes(endedName) ? parseEndedCookies(parseCookies(header)) : []

const toCredentials = (tokens: Tokens): Credentials => ({ _tag: "Session", source: "cookie", tokens })

/** A cookie change: the `Set-Cookie` headers, and the `Cookie` header for later requests. */
export interface CookieChange {
  readonly setCookies: ReadonlyArray<string>
  readonly requestCookies: Redacted.Redacted<string>
}

/** Replaces the session in a request's cookies, or removes it. */
export const replace = Effect.fnUntraced(function*(
  { headers, url }: { readonly headers: CredentialHeaders; readonly url?: string | undefined },
  options: CookieTokenStoreOptions & { readonly origin?: string | undefined },
  tokens: Tokens | undefined
): Effect.fn.Return<CookieChange> {
  const host = makeHost({ headers, url }, options)
  const cookies = Context.get(host, Cookies)
  const storage = yield* makeCookieBackend(cookies, options)
  yield* storage.write(tokens)
  const all = yield* cookies.all
  return {
    setCookies: yield* Context.get(host, PendingResponse).setCookies,
    requestCookies: Redacted.make(printRequest(headers.get("cookie") ?? "", all, options.projectId))
  }
})

/** Encodes the `Cookie` header after a change. Cookies of other programs keep their encoding. */
const printRequest = (header: string, cookies: ReadonlyArray<Cookie>, projectId: string): string => {
  const others = splitPairs(header).filter((pair) => filterNames(parseCookies(pair), projectId).size === 0)
  const names = filterNames(cookies, projectId)
  const own = cookies.filter(({ name }) => names.has(name)).map(({ name, value }) => `${name}=${encode(value)}`)
  return [...others, ...own].join("; ")
}

/** Splits a `Cookie` header, without decoding it. */
export const splitPairs = (header: string): ReadonlyArray<string> =>
  header.split(";").map((pair) => pair.trim()).filter((pair) => pair !== "")

/** Never throws; does not encode a value that is not well-formed Unicode. */
const encode = (value: string): string => {
  try {
    return encodeURIComponent(value)
  } catch {
    return value
  }
}
