/**
 * A session's record in a session store: which ids are valid, and the encrypted tokens.
 *
 * The functions are pure. `current` is the browser's id. `next` is the successor that responses offer after a rotation; the
 * current id stays valid until the browser has used it. `previous` are the ids before that, valid for a short time, because
 * the browser may have sent requests in parallel.
 *
 * A session that is bound to a device has a `device`. Its ids are valid for a few minutes, and only the device's key gets
 * the next one.
 */
import { isObject, parseJson } from "../wire/Json.ts"
import { type DeviceKey, parseDeviceKey } from "./deviceKey.ts"

/** A valid id for a session. */
export interface IdSlot {
  /** The SHA-256 hash of the id's secret. */
  readonly hash: string
  /** The tokens' key, encrypted with the id's secret. */
  readonly key: string
}

/** An id that is valid for a limited time. */
export interface LimitedSlot extends IdSlot {
  readonly validUntil: number
}

/** A challenge, which is used once. */
export interface Challenge {
  /** The SHA-256 hash of the challenge. */
  readonly hash: string
  readonly validUntil: number
}

/** The device that a session is bound to. Its slot is the browser's identifier for the bound session. */
export interface Device extends IdSlot {
  readonly publicKey: DeviceKey
  /** The challenges that the device has not yet signed. */
  readonly challenges: ReadonlyArray<Challenge>
  /** The first id of the bound session, until the browser has used it. Then all ids from before are replaced. */
  readonly pending?: LimitedSlot | undefined
}

/** A session. Times are in milliseconds since 1970. */
export interface SessionRecord {
  readonly version: 1
  readonly createdAt: number
  /** When the last request arrived, give or take the interval in which requests do not update it. */
  readonly usedAt: number
  /** The time when `current` became current. */
  readonly rotatedAt: number
  /** `validUntil` is set in a bound session only. */
  readonly current: IdSlot & { readonly validUntil?: number | undefined }
  /** `secret` is the successor's secret, encrypted with the secret of `current`. */
  readonly next?: (IdSlot & { readonly secret: string }) | undefined
  readonly previous?: ReadonlyArray<LimitedSlot> | undefined
  /** The encrypted tokens. */
  readonly tokens: string
  /** The key that proves that an id was issued for this session, also after its replacement. */
  readonly proofKey?: string | undefined
  /** The ids of the user and of the service's session, encrypted with the record's name. */
  readonly owner?: string | undefined
  /** The challenge for the registration of a device. */
  readonly challenge?: Challenge | undefined
  readonly device?: Device | undefined
}

/** The record for a session that a replaced id has ended. It remains until the session would have ended. */
export interface EndedRecord {
  readonly version: 1
  readonly ended: "replacedIdUsed"
  readonly createdAt: number
  readonly usedAt: number
  readonly rotatedAt: number
  readonly owner?: string | undefined
}

/** Lifetimes in milliseconds. */
export interface Lifetimes {
  readonly idle: number
  readonly absolute: number
  readonly rotation: number
  readonly grace: number
  /** The lifetime of an id in a bound session. */
  readonly bound: number
}

const isText = (value: unknown) => typeof value === "string"

const isMillis = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

const parseSlot = (value: unknown): IdSlot | undefined =>
  isObject(value) && isText(value["hash"]) && isText(value["key"])
    ? { hash: value["hash"], key: value["key"] }
    : undefined

const parseLimited = (value: unknown): LimitedSlot | undefined => {
  const slot = parseSlot(value)
  const validUntil = isObject(value) ? value["validUntil"] : undefined
  return slot && isMillis(validUntil) ? { ...slot, validUntil } : undefined
}

const parseChallenge = (value: unknown): Challenge | undefined =>
  isObject(value) && isText(value["hash"]) && isMillis(value["validUntil"])
    ? { hash: value["hash"], validUntil: value["validUntil"] }
    : undefined

const parseAll = <A>(values: unknown, parse: (value: unknown) => A | undefined): ReadonlyArray<A> =>
  Array.isArray(values) ? values.map(parse).filter((value) => value !== undefined) : []

const parseDevice = (value: unknown): Device | undefined => {
  const slot = parseSlot(value)
  if (slot === undefined || !isObject(value)) return undefined
  const publicKey = parseDeviceKey(value["publicKey"])
  return publicKey && {
    ...slot,
    publicKey,
    challenges: parseAll(value["challenges"], parseChallenge),
    pending: parseLimited(value["pending"])
  }
}

/** Decodes a record's JSON. Never fails; returns `undefined` for any other value. */
export const decodeRecord = (text: string): SessionRecord | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || value["version"] !== 1) return undefined
  const { challenge, createdAt, device, next, owner, previous, proofKey, rotatedAt, tokens, usedAt } = value
  const current = parseSlot(value["current"])
  if (!isMillis(createdAt) || !isMillis(usedAt) || !isMillis(rotatedAt) || !isText(tokens) || !current) return undefined
  const nextSlot = parseSlot(next)
  const secret = isObject(next) ? next["secret"] : undefined
  const bound = parseDevice(device)
  const limit = isObject(value["current"]) ? value["current"]["validUntil"] : undefined
  // A bound session whose device or limit cannot be read must not become a session without a device.
  if ((device !== undefined && bound === undefined) || (limit !== undefined && !isMillis(limit))) return undefined
  return {
    version: 1,
    createdAt,
    usedAt,
    rotatedAt,
    current: limit === undefined ? current : { ...current, validUntil: limit },
    next: nextSlot && isText(secret) ? { ...nextSlot, secret } : undefined,
    previous: parseAll(previous, parseLimited),
    tokens,
    proofKey: isText(proofKey) ? proofKey : undefined,
    owner: isText(owner) ? owner : undefined,
    challenge: parseChallenge(challenge),
    device: bound
  }
}

/** Decodes an ended session's record. Never fails; returns `undefined` for any other value. */
export const decodeEnded = (text: string): EndedRecord | undefined => {
  const value = parseJson(text)
  if (!isObject(value) || value["version"] !== 1 || value["ended"] !== "replacedIdUsed") return undefined
  const { createdAt, owner, rotatedAt, usedAt } = value
  return isMillis(createdAt) && isMillis(usedAt) && isMillis(rotatedAt)
    ? {
      version: 1,
      ended: "replacedIdUsed",
      createdAt,
      usedAt,
      rotatedAt,
      owner: isText(owner) ? owner : undefined
    }
    : undefined
}

/** Returns the record that replaces a session's record after the use of a replaced id. It has no tokens and no keys. */
export const endRecord = ({ createdAt, owner, rotatedAt, usedAt }: SessionRecord): EndedRecord => ({
  version: 1,
  ended: "replacedIdUsed",
  createdAt,
  usedAt,
  rotatedAt,
  owner
})

/** Returns the time when a session ends, if it is not used again. */
export const getEnd = (record: SessionRecord, lifetimes: Lifetimes): number =>
  Math.min(record.usedAt + lifetimes.idle, record.createdAt + lifetimes.absolute)

/** An id's place in a record. */
export type SlotName = "current" | "next" | "previous" | "pending"

/** Returns an id's slot, by its secret's hash, or `undefined` if the id is not valid. */
export const findSlot = (
  { current, device, next, previous = [] }: SessionRecord,
  hash: string,
  now: number
): { readonly name: SlotName; readonly slot: IdSlot } | undefined => {
  const isValid = (slot: IdSlot & { readonly validUntil?: number | undefined }) =>
    slot.hash === hash && (slot.validUntil === undefined || now < slot.validUntil)
  if (isValid(current)) return { name: "current", slot: current }
  if (next !== undefined && isValid(next)) return { name: "next", slot: next }
  if (device?.pending !== undefined && isValid(device.pending)) return { name: "pending", slot: device.pending }
  const slot = previous.find(isValid)
  return slot && { name: "previous", slot }
}

/** Returns the ids that are valid after a rotation, in addition to the current one. An id's own limit stays. */
const getPrevious = (
  { current, device, previous = [] }: SessionRecord,
  now: number,
  { grace }: Lifetimes
): ReadonlyArray<LimitedSlot> =>
  [
    { ...current, validUntil: current.validUntil ?? now + grace },
    ...device?.pending === undefined ? [] : [device.pending],
    ...previous
  ].filter(({ validUntil }) => now < validUntil).slice(0, 8)

/** Makes the successor the current id, because the browser has used it. */
export const promote = (record: SessionRecord, now: number, lifetimes: Lifetimes): SessionRecord =>
  record.next === undefined ? record : {
    ...record,
    usedAt: now,
    rotatedAt: now,
    current: { hash: record.next.hash, key: record.next.key },
    next: undefined,
    previous: getPrevious(record, now, lifetimes)
  }

/** Makes a bound session's id the current one. The session is bound from then on: no other id stays valid. */
export const promoteBound = (
  record: SessionRecord,
  device: Device,
  slot: LimitedSlot,
  now: number,
  lifetimes: Lifetimes
): SessionRecord => ({
  ...record,
  usedAt: now,
  rotatedAt: now,
  current: slot,
  next: undefined,
  challenge: undefined,
  previous: getPrevious(record, now, lifetimes).filter(({ hash }) => hash !== slot.hash),
  device: { ...device, pending: undefined }
})

/**
 * Returns `true` if the current id needs a successor. An id is not rotated during its predecessor's grace time, and not while
 * a device may be registering. In a bound session, only the device's key gets a new id.
 */
export const isRotationDue = (record: SessionRecord, now: number, { grace, rotation }: Lifetimes): boolean =>
  record.next === undefined && record.current.validUntil === undefined &&
  now - record.rotatedAt >= Math.max(rotation, grace) &&
  now >= (record.challenge?.validUntil ?? 0) && now >= (record.device?.pending?.validUntil ?? 0)

/** Requests within this time after the last update do not update `usedAt`. */
const longestUnrecorded = 60_000

/** Returns `true` if `usedAt` needs an update. Most requests only read the record. */
export const isUseDue = (record: SessionRecord, now: number, { idle }: Lifetimes): boolean =>
  now - record.usedAt >= Math.min(longestUnrecorded, idle / 10)
