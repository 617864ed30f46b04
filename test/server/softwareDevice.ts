/** A device of the W3C draft in software: its key, and its proofs. */
import * as Effect from "effect/Effect"

export type Alg = "ES256" | "RS256"

export interface Device {
  readonly alg: Alg
  readonly privateKey: CryptoKey
  /** With only the public members. */
  readonly jwk: Readonly<Record<string, unknown>>
}

const parameters = {
  ES256: { key: { name: "ECDSA", namedCurve: "P-256" }, sign: { name: "ECDSA", hash: "SHA-256" } },
  RS256: {
    key: {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256"
    },
    sign: { name: "RSASSA-PKCS1-v1_5" }
  }
} as const

/** Creates a device's key. `modulusLength` is for RSA keys of other lengths. */
export const makeDevice = (alg: Alg = "ES256", modulusLength = 2048): Effect.Effect<Device> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const algorithm = alg === "RS256" ? { ...parameters.RS256.key, modulusLength } : parameters.ES256.key
    const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, ["sign", "verify"])
    const { crv, e, kty, n, x, y } = await subtle.exportKey("jwk", publicKey)
    return { alg, privateKey, jwk: kty === "EC" ? { kty, crv, x, y } : { kty, n, e } }
  })

const encode = (value: Uint8Array | object): string =>
  Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString("base64url")

/** Signs a JWT. `header` and `claims` replace those of the draft. */
export const signProof = (
  { alg, privateKey }: Device,
  claims: object,
  header: object = {}
): Effect.Effect<string> =>
  Effect.promise(async () => {
    const content = `${encode({ alg, typ: "dbsc+jwt", ...header })}.${encode(claims)}`
    const signature = await globalThis.crypto.subtle.sign(parameters[alg].sign, privateKey, Buffer.from(content))
    return `${content}.${encode(new Uint8Array(signature))}`
  })
