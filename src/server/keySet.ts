/** Public key sets in JSON (RFC 7517), and their import. */
import * as Effect from "effect/Effect"
import { importJWK } from "jose/key/import"
import { check, type Codec, literal, optional, string, type TypeOf } from "../wire/Codec.ts"
import { decode, Problem } from "../wire/decode.ts"
import { isObject } from "../wire/Json.ts"
import { plainStruct } from "../wire/Struct.ts"

/** A set's imported keys, by id. */
export type KeySet = ReadonlyMap<string, ImportedKey>

/** An imported public key, and the parameters from which it was imported. */
interface ImportedKey {
  readonly jwk: PublicKey
  readonly key: CryptoKey
}

/**
 * Returns `true` for a key's id: 1 to 128 characters from the base64url alphabet. Such an id cannot be a path, a query or
 * a number of lines in a log.
 */
export const isKeyId = (kid: unknown): kid is string => typeof kid === "string" && /^[\w-]{1,128}$/.test(kid)

const keyId: Codec<string> = /*#__PURE__*/ check(string, isKeyId)

const publicKey = /*#__PURE__*/ plainStruct(() => ({
  kty: literal("EC"),
  crv: literal("P-256"),
  kid: keyId,
  x: string,
  y: string,
  alg: optional(literal("ES256")),
  use: optional(literal("sig"))
}))

/** A public key's parameters for ES256 (RFC 7518 § 6.2.1). */
export type PublicKey = TypeOf<typeof publicKey>

/**
 * Parses a JWK set. Never fails; returns `undefined` unless the value is an object with a list of keys. Omits keys of other
 * types and private keys.
 */
export const parseKeySet = (json: unknown): ReadonlyArray<PublicKey> | undefined => {
  if (!isObject(json) || !Array.isArray(json["keys"])) return undefined
  return json["keys"].slice(0, maxKeys).flatMap((json: unknown) => {
    const key = isObject(json) && !Object.hasOwn(json, "d") ? decode(publicKey, json) : undefined
    return key === undefined || key instanceof Problem ? [] : [key]
  })
}

/** The service has six keys per project at most. The limit bounds the work for a hostile set. */
const maxKeys = 100

/**
 * Imports keys. Skips keys that are no points on the curve. Keys in `known` are not imported again, and keep their identity.
 * If several keys have the same id, the first one is used.
 */
export const importKeys = (keys: ReadonlyArray<PublicKey>, known: KeySet = new Map()): Effect.Effect<KeySet> =>
  Effect.promise(async () => {
    const imported = new Map<string, ImportedKey>()
    for (const jwk of keys) {
      if (imported.has(jwk.kid)) continue
      const same = known.get(jwk.kid)
      const key = same?.jwk.x === jwk.x && same.jwk.y === jwk.y ? same : await importKey(jwk)
      if (key !== undefined) imported.set(jwk.kid, key)
    }
    return imported
  })

const importKey = async (jwk: PublicKey): Promise<ImportedKey | undefined> => {
  const { crv, kty, x, y } = jwk
  try {
    // Sound: `importJWK` returns bytes only for a symmetric key.
    return { jwk, key: await importJWK({ kty, crv, x, y }, "ES256", { extractable: false }) as CryptoKey }
  } catch {
    return undefined
  }
}
