/** The public keys of devices that sessions are bound to. */
import { isObject } from "../wire/Json.ts"

/** A device's public key, as a JWK (RFC 7517): P-256 for ES256, or RSA with 2048 to 4096 bits for RS256. */
export type DeviceKey =
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string }

const isBase64Url = (value: unknown, shortest: number, longest: number): value is string =>
  typeof value === "string" && value.length >= shortest && value.length <= longest && /^[\w-]+$/.test(value)

/**
 * Returns a JWK's public members. Never fails; returns `undefined` for any other value, and for a key whose type or length is
 * not allowed.
 */
export const parseDeviceKey = (value: unknown): DeviceKey | undefined => {
  if (!isObject(value)) return undefined
  const { crv, e, kty, n, x, y } = value
  if (kty === "EC" && crv === "P-256" && isBase64Url(x, 43, 43) && isBase64Url(y, 43, 43)) return { kty, crv, x, y }
  // 342 characters are 2048 bits, and 683 are 4096.
  if (kty === "RSA" && isBase64Url(n, 342, 683) && isBase64Url(e, 4, 4)) return { kty, n, e }
  return undefined
}

/** Returns the only algorithm that a key may sign with. */
export const getAlgorithm = (key: DeviceKey): "ES256" | "RS256" => key.kty === "EC" ? "ES256" : "RS256"
