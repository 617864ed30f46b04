/** The stored values. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { toBase64Url } from "../../platform/base64Url.ts"
import { randomSecret } from "../../platform/seal.ts"
import { Sha256 } from "../../platform/Sha256.ts"
import { isObject, parseJson } from "../../wire/Json.ts"
import type { ConsentStore } from "./ConsentStore.ts"

/** The grant that a client requests. */
export interface Grant {
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  /** The code challenge, SHA-256 in base64url (RFC 7636 § 4.2). */
  readonly challenge: string
  readonly resource: string
  readonly scopes: ReadonlyArray<string>
}

/** A request that waits for the user's decision. */
export interface PendingRequest extends Grant {
  readonly host: string | null
  readonly state?: string
  /** The key for `confirm`. */
  readonly secret: string
}

/** A code's grant. `expiresAtMillis` is the key's expiry. */
export interface CodeGrant extends Grant {
  readonly userId: string
  readonly expiresAtMillis: number
}

export const requestLifetime = /*#__PURE__*/ Duration.minutes(10)

export const codeLifetime = /*#__PURE__*/ Duration.seconds(60)

/** The time in which a replayed code revokes its key. */
export const replayLifetime = /*#__PURE__*/ Duration.minutes(10)

/** Generates a request's id, a code, or a key for `confirm`. */
export const randomId: Effect.Effect<string> = /*#__PURE__*/ Effect.map(randomSecret, Redacted.value)

/** Returns a text's SHA-256 in base64url. */
export const hash = (text: string): Effect.Effect<string> =>
  Effect.flatMap(Sha256, (sha256) => Effect.map(sha256(text), toBase64Url))

/** Returns `confirm` for a request and a user. */
export const makeConfirm = (id: string, { secret }: PendingRequest, userId: string): Effect.Effect<string> =>
  // Secret and id have fixed lengths, so that no other pair has the same text.
  hash(`${secret}.${id}.${userId}`)

/** Returns a value's key. The store does not contain ids and codes that work. */
export const keyOf = (kind: "request" | "code" | "open" | "issued", id: string): Effect.Effect<string> =>
  Effect.map(hash(id), (hash) => `${kind}:${hash}`)

/** Parses a stored value. Sound: only this server writes into the store. */
const decode = <A>(text: string | undefined): A | undefined => {
  const value = text === undefined ? undefined : parseJson(text)
  return isObject(value) ? value as A : undefined
}

export const getRequest = (store: ConsentStore, id: string) =>
  Effect.map(Effect.flatMap(keyOf("request", id), store.get), decode<PendingRequest>)

export const takeRequest = (store: ConsentStore, id: string) =>
  Effect.map(Effect.flatMap(keyOf("request", id), store.take), decode<PendingRequest>)

export const takeCode = (store: ConsentStore, code: string) =>
  Effect.map(Effect.flatMap(keyOf("code", code), store.take), decode<CodeGrant>)
