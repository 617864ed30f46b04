/**
 * The tokens of a session, as the client holds them.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { isSameSession as isSameAsSent } from "../call/headers.ts"

/**
 * A refresh token, and the access token that was last got with it.
 *
 * The refresh token is the session's identity: two values with the same refresh token are the same session, whatever
 * their access tokens.
 *
 * @category models
 * @since 0.1.0
 */
export interface Tokens {
  readonly refreshToken: Redacted.Redacted<string>
  readonly accessToken: Redacted.Redacted<string> | undefined
}

/**
 * Creates tokens from texts that come from outside. Total: without a refresh token there is no session, and an empty
 * text or the text `undefined`, which careless templates write, is no token, and neither is one that no header can say.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (input: {
  readonly refreshToken?: string | Redacted.Redacted<string> | null | undefined
  readonly accessToken?: string | Redacted.Redacted<string> | null | undefined
}): Tokens | undefined => {
  const refreshToken = secret(input.refreshToken)
  return refreshToken && { refreshToken, accessToken: secret(input.accessToken) }
}

/**
 * Says whether two values are the same session: the same refresh token, or none on either side.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSameSession: (self: Tokens | undefined, that: Tokens | undefined) => boolean = isSameAsSent

/**
 * Says whether two values are the same tokens, the access token included.
 *
 * @category guards
 * @since 0.1.0
 */
export const isSame = (self: Tokens | undefined, that: Tokens | undefined): boolean =>
  isSameSession(self, that) && textOf(self?.accessToken) === textOf(that?.accessToken)

const textOf = (token: Redacted.Redacted<string> | undefined): string | undefined => token && Redacted.value(token)

const secret = (input: unknown): Redacted.Redacted<string> | undefined => {
  const value = Redacted.isRedacted(input) ? Redacted.value(input) : input
  return typeof value === "string" && /^[ -~]+$/.test(value) && value !== "undefined" ? Redacted.make(value) : undefined
}
