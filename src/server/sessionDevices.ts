/**
 * The devices that sessions are bound to (W3C Device Bound Session Credentials).
 *
 * The browser's identifier for a bound session names the record as an id does, and its secret decrypts the tokens' key. Alone
 * it opens nothing: a new id requires the device's signature over a challenge, and each challenge is used once.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { randomSecret, seal } from "../platform/seal.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { DeviceKey } from "./deviceKey.ts"
import { keyContext, makeChallenge, type OpenRecords, openTokens, retry } from "./openRecord.ts"
import { hashOf, makeId } from "./sessionIds.ts"
import { type Challenge, type Device, getEnd, type Lifetimes, type LimitedSlot, promoteBound } from "./SessionRecord.ts"
import type { SessionStoreUnavailable } from "./SessionStoreUnavailable.ts"

/** A bound session's new id. */
export interface RenewedSession {
  readonly id: Redacted.Redacted<string>
  /** The time when the cookie expires. The store accepts the id for the grace time longer. */
  readonly expiresAt: Date
  readonly tokens: Tokens
}

/** A session after a device has registered. */
export interface BoundSession extends RenewedSession {
  /** The browser's identifier for the bound session. */
  readonly identifier: Redacted.Redacted<string>
}

/** The functions for bound sessions. The caller verifies the signatures. */
export interface SessionDevices {
  /**
   * Binds an id's session to a device, and returns the first id of the bound session. The old id stays valid until the
   * browser has used the new one, and for the grace time. Returns `undefined` if the id or the challenge is invalid, or if
   * the session is bound already.
   */
  readonly bind: (
    id: Redacted.Redacted<string>,
    registration: { readonly challenge: string; readonly publicKey: DeviceKey }
  ) => Effect.Effect<BoundSession | undefined, SessionStoreUnavailable>
  /** Returns a bound session's public key, or `undefined` if the identifier is invalid. */
  readonly find: (
    identifier: Redacted.Redacted<string>
  ) => Effect.Effect<DeviceKey | undefined, SessionStoreUnavailable>
  /** Creates a challenge, which is valid for a minute. Returns `undefined` if the identifier is invalid. */
  readonly challenge: (
    identifier: Redacted.Redacted<string>
  ) => Effect.Effect<Redacted.Redacted<string> | undefined, SessionStoreUnavailable>
  /**
   * Uses a challenge that the device has signed, and returns a new id. Returns `challengeInvalid` if the challenge is
   * unknown, used or expired, and `undefined` if the identifier is invalid.
   */
  readonly renew: (
    identifier: Redacted.Redacted<string>,
    challenge: string
  ) => Effect.Effect<RenewedSession | "challengeInvalid" | undefined, SessionStoreUnavailable>
}

/** The lifetime of a challenge. Browsers answer immediately. */
const challengeLifetime = 60_000

/** The maximum of a session's open challenges. Tabs share one refresh; a browser that does not gets one for each. */
const maxChallenges = 16

/** Creates the functions over a session store's records. */
export const make = (open: OpenRecords, lifetimes: Lifetimes): SessionDevices => {
  /** Creates a bound session's id. It has no proof, so that its late use ends no session. */
  const makeSlot = Effect.fnUntraced(function*(tokensKey: Redacted.Redacted<string>, now: number) {
    const secret = yield* randomSecret
    const slot: LimitedSlot = {
      hash: yield* hashOf(Redacted.value(secret)),
      key: yield* seal(secret, keyContext, Redacted.value(tokensKey)),
      validUntil: now + lifetimes.bound + lifetimes.grace
    }
    return { secret, slot }
  })

  const getExpiry = (createdAt: number, now: number) =>
    new Date(Math.min(now + lifetimes.bound, createdAt + lifetimes.absolute))

  const findDevice = Effect.fnUntraced(function*(identifier: Redacted.Redacted<string>) {
    const found = yield* open.find(identifier)
    const device = found?.record.device
    return found !== undefined && device?.hash === (yield* hashOf(Redacted.value(found.secret)))
      ? { found, device }
      : undefined
  })

  const getOpen = (challenges: ReadonlyArray<Challenge>, now: number) =>
    challenges.filter(({ validUntil }) => now < validUntil)

  return {
    bind: (id, { challenge, publicKey }) =>
      retry(Effect.gen(function*() {
        const found = yield* open.read(id)
        if (typeof found !== "object") return found === "changed" ? undefined : { result: undefined }
        const { key, name, now, record, slot, text, tokens, tokensKey } = found
        const isOpen = record.challenge !== undefined && now < record.challenge.validUntil &&
          record.challenge.hash === (yield* hashOf(challenge))
        if (slot !== "current" || record.device !== undefined || !isOpen) return { result: undefined }
        const secret = yield* randomSecret
        const first = yield* makeSlot(tokensKey, now)
        const device: Device = {
          hash: yield* hashOf(Redacted.value(secret)),
          key: yield* seal(secret, keyContext, Redacted.value(tokensKey)),
          publicKey,
          challenges: [],
          pending: first.slot
        }
        if (!(yield* open.replace(key, text, { ...record, challenge: undefined, device }, now))) return undefined
        return {
          result: {
            identifier: makeId(name, secret),
            id: makeId(name, first.secret),
            expiresAt: getExpiry(record.createdAt, now),
            tokens
          }
        }
      })),
    find: (identifier) => Effect.map(findDevice(identifier), (bound) => bound?.device.publicKey),
    challenge: (identifier) =>
      retry(Effect.gen(function*() {
        const bound = yield* findDevice(identifier)
        if (bound === undefined) return { result: undefined }
        const { device, found: { key, now, record, text } } = bound
        const { challenge, secret } = yield* makeChallenge(now, challengeLifetime)
        const challenges = [challenge, ...getOpen(device.challenges, now)].slice(0, maxChallenges)
        const isSaved = yield* open.replace(key, text, { ...record, device: { ...device, challenges } }, now)
        return isSaved ? { result: secret } : undefined
      })),
    renew: (identifier, challenge) =>
      retry<RenewedSession | "challengeInvalid" | undefined>(Effect.gen(function*() {
        const bound = yield* findDevice(identifier)
        if (bound === undefined) return { result: undefined }
        const { device, found } = bound
        const { key, name, record, text } = found
        const now = yield* Clock.currentTimeMillis
        const hash = yield* hashOf(challenge)
        const challenges = getOpen(device.challenges, now)
        if (!challenges.some((one) => one.hash === hash)) return { result: "challengeInvalid" }
        const opened = yield* openTokens(found, device)
        if (opened === undefined || now >= getEnd(record, lifetimes)) return { result: undefined }
        const { secret, slot } = yield* makeSlot(opened.tokensKey, now)
        const rest = { ...device, challenges: challenges.filter((one) => one.hash !== hash) }
        const next = promoteBound(record, rest, slot, now, lifetimes)
        if (!(yield* open.replace(key, text, next, now))) return undefined
        return {
          result: {
            id: makeId(name, secret),
            expiresAt: getExpiry(record.createdAt, now),
            tokens: opened.tokens
          }
        }
      }))
  }
}
