/**
 * The ids of sessions on a server. An id names its record, so that a rotation changes one record only. Its secret changes
 * with each rotation.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { toBase64Url } from "../platform/base64Url.ts"
import { randomSecret } from "../platform/seal.ts"
import { Sha256 } from "../platform/Sha256.ts"

/** Splits an id. Never fails; returns `undefined` for any other text. */
export const parseId = (id: Redacted.Redacted<string>) => {
  const [, name, secret] = /^([\w-]{43})\.([\w-]{43})$/.exec(Redacted.value(id)) ?? []
  return name === undefined || secret === undefined ? undefined : { name, secret: Redacted.make(secret) }
}

/** Joins a record's name and a secret. */
export const makeId = (name: string, secret: Redacted.Redacted<string>): Redacted.Redacted<string> =>
  Redacted.make(`${name}.${Redacted.value(secret)}`)

/** Hashes a text with SHA-256. */
export const hashOf = (text: string): Effect.Effect<string> => Effect.flatMap(Sha256, (sha256) => sha256(text))

/** The length of a secret's random part: 132 bits. */
const randomLength = 22

/** Returns a secret's second part, which proves that the secret was issued for a session. */
const proofOf = (proofKey: string, random: string): Effect.Effect<string> =>
  Effect.map(hashOf(`${proofKey}.${random}`), (hash) => toBase64Url(hash).slice(0, 43 - randomLength))

/** Issues a secret that {@link isIssued} recognizes after its replacement. */
export const issueSecret = (proofKey: string): Effect.Effect<Redacted.Redacted<string>> =>
  Effect.flatMap(randomSecret, (secret) => {
    const random = Redacted.value(secret).slice(0, randomLength)
    return Effect.map(proofOf(proofKey, random), (proof) => Redacted.make(random + proof))
  })

/** Returns `true` if a secret was issued for the session with this key, now or before. */
export const isIssued = (proofKey: string, secret: Redacted.Redacted<string>): Effect.Effect<boolean> => {
  const text = Redacted.value(secret)
  return Effect.map(proofOf(proofKey, text.slice(0, randomLength)), (proof) => text.slice(randomLength) === proof)
}
