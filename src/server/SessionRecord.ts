/**
 * A session's record in a session store: which ids are valid, and the encrypted tokens.
 *
 * The functions are pure. A record has up to three ids. `current` is the browser's id. `next` is the successor that
 * responses offer after a rotation; the current id stays valid until the browser has used it. `previous` is the id before
 * that, valid for a few seconds, because the browser may have sent requests in parallel.
 */
import { isObject, parseJson } from "../wire/Json.ts"

/** A valid id for a session. */
export interface IdSlot {
  /** The SHA-256 hash of the id's secret. */
  readonly hash: string
  /** The tokens' key, encrypted with the id's secret. */
  readonly key: string
}

/** A session. Times are in milliseconds since 1970. */
export interface SessionRecord {
  readonly version: 1
  readonly createdAt: number
  /** When the last request arrived, give or take the interval in which requests do not update it. */
  readonly usedAt: number
  /** The time when `current` became current. */
  readonly rotatedAt: number
  readonly current: IdSlot
  /** `secret` is the successor's secret, encrypted with the secret of `current`. */
  readonly next?: (IdSlot & { readonly secret: string }) | undefined
  readonly previous?: (IdSlot & { readonly validUntil: number }) | undefined
  /** The encrypted tokens. */
  readonly tokens: string
  /** The key that proves that an id was issued for this session, also after its replacement. */
  readonly proofKey?: string
}

/** Lifetimes in milliseconds. */
export interface Lifetimes {
  readonly idle: number
  readonly absolute: number
  readonly rotation: number
  readonly grace: number
}

const isText = (value: unknown) => typeof value === "string"

const isMillis = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

const parseSlot = (value: unknown): IdSlot | undefined =>
  isObject(value) && isText(value["hash"]) && isText(value["key"])
    ? { hash: value["hash"], key: value["key"] }
    : undefined

/** Decodes a record's JSON. Never fails; returns `undefined` for any other value. */
export const decodeRecord = (text: string): SessionRecord | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || value["version"] !== 1) return undefined
  const { createdAt, next, previous, proofKey, rotatedAt, tokens, usedAt } = value
  const current = parseSlot(value["current"])
  if (!isMillis(createdAt) || !isMillis(usedAt) || !isMillis(rotatedAt) || !isText(tokens) || !current) return undefined
  const nextSlot = parseSlot(next)
  const previousSlot = parseSlot(previous)
  const secret = isObject(next) ? next["secret"] : undefined
  const validUntil = isObject(previous) ? previous["validUntil"] : undefined
  return {
    version: 1,
    createdAt,
    usedAt,
    rotatedAt,
    current,
    next: nextSlot && isText(secret) ? { ...nextSlot, secret } : undefined,
    previous: previousSlot && isMillis(validUntil) ? { ...previousSlot, validUntil } : undefined,
    tokens,
    ...(isText(proofKey) ? { proofKey } : {})
  }
}

/** Returns the time when a session ends, if it is not used again. */
export const getEnd = (record: SessionRecord, lifetimes: Lifetimes): number =>
  Math.min(record.usedAt + lifetimes.idle, record.createdAt + lifetimes.absolute)

/** Returns an id's slot, by its secret's hash, or `undefined` if the id is not valid. */
export const findSlot = (
  { current, next, previous }: SessionRecord,
  hash: string,
  now: number
): { readonly name: "current" | "next" | "previous"; readonly slot: IdSlot } | undefined => {
  if (hash === current.hash) return { name: "current", slot: current }
  if (next !== undefined && hash === next.hash) return { name: "next", slot: next }
  if (previous !== undefined && hash === previous.hash && now < previous.validUntil) {
    return { name: "previous", slot: previous }
  }
  return undefined
}

/** Makes the successor the current id, because the browser has used it. */
export const promote = (record: SessionRecord, now: number, lifetimes: Lifetimes): SessionRecord =>
  record.next === undefined ? record : {
    ...record,
    usedAt: now,
    rotatedAt: now,
    current: { hash: record.next.hash, key: record.next.key },
    next: undefined,
    previous: { ...record.current, validUntil: now + lifetimes.grace }
  }

/** Returns `true` if the current id needs a successor. An id is not rotated during its predecessor's grace time. */
export const isRotationDue = (record: SessionRecord, now: number, { grace, rotation }: Lifetimes): boolean =>
  record.next === undefined && now - record.rotatedAt >= Math.max(rotation, grace)

/** Requests within this time after the last update do not update `usedAt`. */
const longestUnrecorded = 60_000

/** Returns `true` if `usedAt` needs an update. Most requests only read the record. */
export const isUseDue = (record: SessionRecord, now: number, { idle }: Lifetimes): boolean =>
  now - record.usedAt >= Math.min(longestUnrecorded, idle / 10)
