/** Ids, codes and keys from Effect's `Random`, so that a seed reproduces them. */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { encode } from "jose/base64url"
import { base32 } from "../../wire/base32.ts"

/** Generates random bytes. */
export const bytes = (length: number): Effect.Effect<Uint8Array> =>
  Effect.map(Random.Random, (random) => {
    const randomBytes = new Uint8Array(length)
    for (let i = 0; i < length; i++) randomBytes[i] = Math.floor(random.nextDoubleUnsafe() * 256)
    return randomBytes
  })

const toHex = (randomBytes: Uint8Array) =>
  Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Generates a UUID v4. */
export const uuid: Effect.Effect<string> = /*#__PURE__*/ Effect.map(/*#__PURE__*/ bytes(16), (randomBytes) => {
  randomBytes[6] = randomBytes[6]! & 0x0f | 0x40
  randomBytes[8] = randomBytes[8]! & 0x3f | 0x80
  return toHex(randomBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
})

/** Generates a string in Crockford's base 32, lower case, as used for tokens, codes and request ids. */
export const code = (length: number): Effect.Effect<string> =>
  Effect.map(bytes(length), (randomBytes) => {
    let text = ""
    for (const byte of randomBytes) text += base32[byte & 31]
    return text
  })

/** Generates 32 bytes in base64url (43 characters), as used for OAuth states, verifiers and provider codes. */
export const base64Url: Effect.Effect<string> = /*#__PURE__*/ Effect.map(/*#__PURE__*/ bytes(32), encode)

/** Generates 32 bytes in hexadecimal (64 digits), as used for authorization codes. */
export const hex: Effect.Effect<string> = /*#__PURE__*/ Effect.map(
  /*#__PURE__*/ bytes(32),
  toHex
)

/** Generates the seed for a project's signing keys. */
export const signingSeed: Effect.Effect<Uint8Array> = /*#__PURE__*/ bytes(48)
