/** A JWT's claims, without verification. */
import { isObject, parseJson } from "../wire/Json.ts"

/**
 * Returns the claims in a JWT in compact serialization (RFC 7515 § 3.1), unverified. Never fails; returns `undefined`
 * unless the token has three parts and the payload is a JSON object in base64url and UTF-8.
 */
export const decodeClaims = (token: string): Readonly<Record<string, unknown>> | undefined => {
  // Untyped code may pass another value.
  if (typeof token !== "string") return undefined
  // The limit keeps a string with many dots from becoming a long array.
  const { 1: payload, length } = token.split(".", 4)
  return length === 3 ? decodePart(payload!) : undefined
}

/**
 * Returns the JSON object in a JWT's header or payload. Never fails; returns `undefined` unless the part is a JSON
 * object in base64url and UTF-8.
 */
export const decodePart = (part: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    // `atob` decodes the alphabet with `+` and `/`, which base64url excludes (RFC 4648 § 5).
    if (/[+/]/.test(part)) return undefined
    const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = new Uint8Array(binary.length)
    // `Uint8Array.from` takes eight times as long.
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    const claims = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    return isObject(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/** Returns a claim's value if it is a string, otherwise `undefined`. */
export const toText = (claim: unknown): string | undefined => typeof claim === "string" ? claim : undefined

/** Returns `true` for seconds since 1970 that a `Date` can represent. */
export const isTime = (claim: unknown): claim is number => typeof claim === "number" && Math.abs(claim) <= 8.64e12
