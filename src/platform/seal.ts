/**
 * Authenticated encryption for values in storage that others may read: AES-GCM with 256 bits and a random nonce. The key is
 * derived with HKDF-SHA-256 (RFC 5869) from a secret with high entropy, such as a token. It is not suitable for passwords.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { toBase64Url } from "./base64Url.ts"
import { SecureRandom } from "./SecureRandom.ts"

const nonceBytes = 12

const encodeBase64Url = (bytes: Uint8Array): string =>
  toBase64Url(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")))

const decodeBase64Url = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(
      atob(text.replaceAll("-", "+").replaceAll("_", "/")),
      (character) => character.charCodeAt(0)
    )
  } catch {
    return undefined
  }
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Generates a secret with 256 random bits, in base64url. */
export const randomSecret: Effect.Effect<Redacted.Redacted<string>> = /*#__PURE__*/ Effect.suspend(() =>
  Effect.map(randomBytes(32), (bytes) => Redacted.make(encodeBase64Url(bytes)))
)

/** A server without random bytes cannot have sessions. */
const randomBytes = (length: number): Effect.Effect<Uint8Array> =>
  Effect.orDie(Effect.flatMap(SecureRandom, (random) => random(length)))

/** The context separates keys that are derived from the same secret. */
const deriveKey = async (secret: Redacted.Redacted<string>, context: string) => {
  const { subtle } = globalThis.crypto
  const material = await subtle.importKey("raw", encode(Redacted.value(secret)), "HKDF", false, ["deriveKey"])
  return subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode(context) },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"]
  )
}

/** Encrypts a text. Only the same secret and context decrypt it. */
export const seal = (secret: Redacted.Redacted<string>, context: string, text: string): Effect.Effect<string> =>
  Effect.flatMap(randomBytes(nonceBytes), (random) =>
    Effect.promise(async () => {
      const key = await deriveKey(secret, context)
      const iv = Uint8Array.from(random)
      const sealed = await globalThis.crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, encode(text))
      const all = new Uint8Array(nonceBytes + sealed.byteLength)
      all.set(iv)
      all.set(new Uint8Array(sealed), nonceBytes)
      return encodeBase64Url(all)
    }))

/** Decrypts the result from `seal`. Never fails; returns `undefined` for any other value. */
export const open = (
  secret: Redacted.Redacted<string>,
  context: string,
  sealed: string
): Effect.Effect<string | undefined> =>
  Effect.promise(async () => {
    const bytes = decodeBase64Url(sealed)
    if (bytes === undefined || bytes.length <= nonceBytes) return undefined
    try {
      const key = await deriveKey(secret, context)
      const iv = Uint8Array.from(bytes.subarray(0, nonceBytes))
      const data = Uint8Array.from(bytes.subarray(nonceBytes))
      return new TextDecoder().decode(await globalThis.crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data))
    } catch {
      // Another key, another context, or a changed value.
      return undefined
    }
  })
