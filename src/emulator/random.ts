/**
 * Ids, codes and keys, all drawn from Effect's `Random`: a seeded program gets the same ones every time.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { encode } from "jose/base64url"
import { base32 } from "../wire/base32.ts"

/** Draws bytes. */
export const bytes = (length: number): Effect.Effect<Uint8Array> =>
  Effect.map(Random.Random, (random) => {
    const randomBytes = new Uint8Array(length)
    for (let i = 0; i < length; i++) randomBytes[i] = Math.floor(random.nextDoubleUnsafe() * 256)
    return randomBytes
  })

const toHex = (randomBytes: Uint8Array) =>
  Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Draws a UUID of version 4. */
export const uuid: Effect.Effect<string> = /*#__PURE__*/ Effect.map(/*#__PURE__*/ bytes(16), (randomBytes) => {
  randomBytes[6] = randomBytes[6]! & 0x0f | 0x40
  randomBytes[8] = randomBytes[8]! & 0x3f | 0x80
  return toHex(randomBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
})

/** Draws a text of Crockford's base 32 in lower case, which is what tokens, codes and request ids are made of. */
export const code = (length: number): Effect.Effect<string> =>
  Effect.map(bytes(length), (randomBytes) => Array.from(randomBytes, (byte) => base32[byte & 31]).join(""))

/** Draws 32 bytes as base64url: 43 letters, which is what OAuth states, verifiers and a provider's codes are made of. */
export const base64Url: Effect.Effect<string> = /*#__PURE__*/ Effect.map(/*#__PURE__*/ bytes(32), encode)

/** Draws 32 bytes as 64 hexadecimal digits, which is what authorization codes are made of. */
export const hex: Effect.Effect<string> = /*#__PURE__*/ Effect.map(
  /*#__PURE__*/ bytes(32),
  toHex
)

/** Draws the seed of a signing key. */
export const signingSeed: Effect.Effect<Uint8Array> = /*#__PURE__*/ bytes(48)
