/**
 * Access tokens: the JWTs that say who is signed in.
 *
 * The client reads them without verifying: it wants to know when to refresh, the service decides whom to believe. What
 * is read here proves nothing.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import { decodeJwt } from "jose/jwt/decode"

/**
 * What the client reads from an access token.
 *
 * @category models
 * @since 0.1.0
 */
export interface AccessToken {
  readonly token: Redacted.Redacted<string>
  readonly userId: string | undefined
  /** The session's id, as the list of sessions shows it. */
  readonly sessionId: string | undefined
  /** When the service issued the token, by its own clock; milliseconds since 1970. */
  readonly issuedAtMillis: number | undefined
  /** When the token expires, by the service's clock; milliseconds since 1970. */
  readonly expiresAtMillis: number
  /** Every claim, unverified. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Reads an access token. Total: whatever is not a JWT with an `exp` claim (RFC 7519 § 4.1.4) that is a date, the text
 * `undefined` included, is absent.
 *
 * **Example** (Reading the user's id)
 *
 * ```ts
 * import * as Redacted from "effect/Redacted"
 * import { AccessToken } from "latchkey"
 *
 * const userId = (token: Redacted.Redacted<string>) => AccessToken.parse(token)?.userId
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (token: Redacted.Redacted<string>): AccessToken | undefined => {
  let claims: Readonly<Record<string, unknown>>
  try {
    claims = decodeJwt(Redacted.value(token))
  } catch {
    return undefined
  }
  const { exp, iat, sub } = claims
  if (!isTime(exp)) return undefined
  return {
    token,
    userId: text(sub),
    // The second spelling is the newer service's.
    sessionId: text(claims["refreshTokenId"]) ?? text(claims["refresh_token_id"]),
    issuedAtMillis: isTime(iat) ? iat * 1000 : undefined,
    expiresAtMillis: exp * 1000,
    claims
  }
}

const text = (claim: unknown): string | undefined => typeof claim === "string" ? claim : undefined

/** Seconds since 1970, within the dates that there are. */
const isTime = (claim: unknown): claim is number => typeof claim === "number" && Math.abs(claim) <= 8.64e12

/**
 * Returns whose tokens these are, as far as the access token says, which proves nothing.
 *
 * @internal
 */
export const userIdOf = (
  tokens: { readonly accessToken: Redacted.Redacted<string> | undefined } | undefined
): string | undefined => tokens?.accessToken && parse(tokens.accessToken)?.userId
