import * as Redacted from "effect/Redacted"
import type { RecordedClaims, RecordedTokens, Recording } from "../recorder/Recording.ts"
import type { Tokens } from "../session/Tokens.ts"

/** Conversions of a recording's tokens: an access token's pseudonym becomes a JWT with its claims. */
export type TokenText = ReturnType<typeof makeTokenText>

/** Creates a recording's conversions. */
export const makeTokenText = ({ claims }: Recording) => {
  const jwts = new Map<string, string>()
  const pseudonyms = new Map<string, string>()
  for (const [pseudonym, found] of Object.entries(claims)) {
    const jwt = makeJwt(found, pseudonym)
    jwts.set(pseudonym, jwt)
    pseudonyms.set(jwt, pseudonym)
  }
  const expandText = (text: string) => jwts.get(text) ?? text
  /** Replaces pseudonyms in a JSON value by their JWTs. */
  const expand = (json: unknown): unknown =>
    typeof json === "string"
      ? expandText(json)
      : Array.isArray(json)
      ? json.map(expand)
      : typeof json === "object" && json !== null
      ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, expand(value)]))
      : json
  /** Returns a JWT's pseudonym, or the same text. */
  const collapse = (text: string): string => pseudonyms.get(text) ?? text
  return {
    expand,
    collapse,
    toTokens: (recorded: RecordedTokens | null | undefined): Tokens | undefined => {
      const accessToken = recorded?.accessToken ? Redacted.make(expandText(recorded.accessToken)) : undefined
      if (recorded?.refreshToken) return { refreshToken: Redacted.make(recorded.refreshToken), accessToken }
      return accessToken && { refreshToken: undefined, accessToken }
    },
    fromTokens: (tokens: Tokens | undefined): RecordedTokens | null =>
      tokens === undefined ? null : {
        refreshToken: tokens.refreshToken ? Redacted.value(tokens.refreshToken) : null,
        accessToken: tokens.accessToken ? collapse(Redacted.value(tokens.accessToken)) : null
      }
  }
}

/** Creates a JWT with a text as its signature. */
export const makeJwt = (claims: RecordedClaims, signature: string): string =>
  [{ alg: "none" }, claims, signature].map(encodeBase64Url).join(".")

/** Encodes JSON in base64url (RFC 4648 § 5). `btoa` accepts no other characters than Latin-1, so they are escaped. */
const encodeBase64Url = (value: unknown): string =>
  btoa(
    JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  )
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
