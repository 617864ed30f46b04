/**
 * The tokens of a session, as the client holds them.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { isSameSession as isSameAsSent } from "../call/headers.ts"
import { parse } from "./AccessToken.ts"

/**
 * A refresh token, and the access token that was last issued for it.
 *
 * @category models
 * @since 0.1.0
 */
export interface RefreshableTokens {
  readonly refreshToken: Redacted.Redacted<string>
  readonly accessToken: Redacted.Redacted<string> | undefined
}

/**
 * An access token alone, such as a request brings in its `Authorization` header. Nothing can refresh it, so its session ends
 * when the token expires.
 *
 * @category models
 * @since 0.1.0
 */
export interface AccessTokenAlone {
  readonly refreshToken: undefined
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * The tokens of a session, of either kind.
 *
 * The refresh token is the session's identity: two values with the same refresh token are the same session, whatever their
 * access tokens. An access token alone is its own identity.
 *
 * @category models
 * @since 0.1.0
 */
export type Tokens = RefreshableTokens | AccessTokenAlone

/**
 * Creates tokens from texts that come from outside. Never fails; returns `undefined` if there is no session in them.
 *
 * An empty text, the text `undefined` and a text that no header can carry are not tokens. An access token alone counts only if
 * it is a JWT that names the time it expires at.
 *
 * @category constructors
 * @since 0.1.0
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
 * Returns `true` if two values are the same session: the same refresh token, or the same access token where neither has a
 * refresh token. Two missing values are the same too.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSameSession: (self: Tokens | undefined, that: Tokens | undefined) => boolean = isSameAsSent

/**
 * Returns `true` if two values are the same tokens, the access token included.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSame = (self: Tokens | undefined, that: Tokens | undefined): boolean =>
  isSameSession(self, that) && textOf(self?.accessToken) === textOf(that?.accessToken)

const textOf = (token: Redacted.Redacted<string> | undefined): string | undefined => token && Redacted.value(token)

const toToken = (input: unknown): Redacted.Redacted<string> | undefined => {
  const value = Redacted.isRedacted(input) ? Redacted.value(input) : input
  return typeof value === "string" && /^[ -~]+$/.test(value) && value !== "undefined" ? Redacted.make(value) : undefined
}
