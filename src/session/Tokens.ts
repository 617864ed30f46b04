/**
 * A session's tokens.
 *
 * **Example** (Reading stored tokens)
 *
 * ```ts
 * import { Tokens } from "latchkey"
 *
 * const refreshToken = localStorage.getItem("refresh-token") ?? undefined
 * const tokens = Tokens.make({ refreshToken, accessToken: undefined }) // undefined without a token
 * ```
 */
import * as Redacted from "effect/Redacted"
import { isSameSession as isSameAsSent } from "../call/headers.ts"
import { parse } from "./AccessToken.ts"

/** A refresh token, and the last access token that was issued for it. */
export interface RefreshableTokens {
  readonly refreshToken: Redacted.Redacted<string>
  readonly accessToken: Redacted.Redacted<string> | undefined
}

/**
 * An access token without a refresh token, such as a request's `Authorization` header contains. It cannot be refreshed, so
 * the session ends when the token expires.
 */
type AccessTokenAlone = {
  readonly refreshToken: undefined
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * A session's tokens.
 *
 * The refresh token identifies the session: values with the same refresh token are the same session, even if their access
 * tokens differ. Without a refresh token, the access token identifies the session.
 */
export type Tokens = RefreshableTokens | AccessTokenAlone

/**
 * Creates tokens from untrusted strings. Never fails; returns `undefined` if they do not form a session.
 *
 * Empty strings, the string `undefined` and strings that a header cannot contain are ignored. An access token without a
 * refresh token must be a JWT with an expiry.
 */
export const make = (input: {
  readonly refreshToken?: string | Redacted.Redacted<string> | null | undefined
  readonly accessToken?: string | Redacted.Redacted<string> | null | undefined
}): Tokens | undefined => {
  const refreshToken = toToken(input.refreshToken)
  const accessToken = toToken(input.accessToken)
  if (refreshToken !== undefined) return { refreshToken, accessToken }
  return accessToken && parse(accessToken) && { refreshToken, accessToken }
}

/**
 * Returns `true` if two values are the same session: the same refresh token, or the same access token if neither has a
 * refresh token. `undefined` equals `undefined`.
 */
export const isSameSession: (self: Tokens | undefined, that: Tokens | undefined) => boolean = isSameAsSent

/** Returns `true` if two values have the same tokens, including the access token. */
export const isSame = (self: Tokens | undefined, that: Tokens | undefined): boolean =>
  self === that || (isSameSession(self, that) && textOf(self?.accessToken) === textOf(that?.accessToken))

const textOf = (token: Redacted.Redacted<string> | undefined): string | undefined => token && Redacted.value(token)

const toToken = (input: unknown): Redacted.Redacted<string> | undefined => {
  const value = Redacted.isRedacted(input) ? Redacted.value(input) : input
  return typeof value === "string" && /^[ -~]+$/.test(value) && value !== "undefined" ? Redacted.make(value) : undefined
}
