/**
 * Access tokens, which are JWTs.
 *
 * The client parses them without verifying the signature. It needs the expiry to refresh in time; only the service decides
 * whether a token is valid. Do not authorize anything by these values.
 */
import * as Redacted from "effect/Redacted"
import { decodeClaims, isTime, toText } from "./decodeClaims.ts"

/** A parsed access token. Its signature is not verified. */
export interface AccessToken {
  readonly token: Redacted.Redacted<string>
  readonly userId: string | undefined
  /** The session's id, as in the sessions list. */
  readonly sessionId: string | undefined
  /** The issue time by the service's clock, in milliseconds since 1970. */
  readonly issuedAtMillis: number | undefined
  /** The expiry by the service's clock, in milliseconds since 1970. */
  readonly expiresAtMillis: number
  /** All claims, unverified. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Parses an access token. Never fails; returns `undefined` unless the token is a JWT with a valid `exp` claim (RFC 7519 §
 * 4.1.4).
 *
 * **Example** (The user's id)
 *
 * ```ts
 * import * as Redacted from "effect/Redacted"
 * import { AccessToken } from "latchkey"
 *
 * const userId = (token: Redacted.Redacted<string>) => AccessToken.parse(token)?.userId
 * ```
 */
export const parse = (token: Redacted.Redacted<string>): AccessToken | undefined => {
  const claims = decodeClaims(Redacted.value(token))
  const read = claims && fromClaims(claims)
  return read && { token, ...read }
}

/**
 * Returns an access token's properties from its decoded claims, or `undefined` without a valid `exp` claim.
 *
 * @internal
 */
export const fromClaims = (claims: AccessToken["claims"]): Omit<AccessToken, "token"> | undefined => {
  const { exp, iat, sub } = claims
  if (!isTime(exp)) return undefined
  return {
    userId: toText(sub),
    // Services from 2026 use the second name.
    sessionId: toText(claims["refreshTokenId"]) ?? toText(claims["refresh_token_id"]),
    issuedAtMillis: isTime(iat) ? iat * 1000 : undefined,
    expiresAtMillis: exp * 1000,
    claims
  }
}

/**
 * Returns the user id in the access token, which is not verified, or `undefined`.
 *
 * @internal
 */
export const getUserId = (
  tokens: { readonly accessToken: Redacted.Redacted<string> | undefined } | undefined
): string | undefined => tokens?.accessToken && parse(tokens.accessToken)?.userId
