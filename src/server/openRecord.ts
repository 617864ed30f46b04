/** Reading and changing session records. Ids open them. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { open, randomSecret, seal } from "../platform/seal.ts"
import * as AccessToken from "../session/AccessToken.ts"
import type { Tokens } from "../session/Tokens.ts"
import { decodeTokens, encodeTokens } from "../session/tokensJson.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import type { ReplacedIdUsed } from "./ReplacedIdUsed.ts"
import { hashOf, isIssued, issueSecret, makeId, parseId } from "./sessionIds.ts"
import {
  type Challenge,
  decodeEnded,
  decodeRecord,
  type EndedRecord,
  endRecord,
  findSlot,
  getEnd,
  isRotationDue,
  isUseDue,
  type Lifetimes,
  promote,
  promoteBound,
  type SessionRecord,
  type SlotName
} from "./SessionRecord.ts"
import type { SessionRecords } from "./SessionRecords.ts"
import { SessionStoreUnavailable } from "./SessionStoreUnavailable.ts"
import type { StoredSession } from "./StoredSession.ts"

/** The context in which an id, or a device's identifier, encrypts the tokens' key. */
export const keyContext = "latchkey session key"
const tokensContext = "latchkey session tokens"
const successorContext = "latchkey session successor"
const ownerContext = "latchkey session owner"

/** The time in which a device can register after a sign-in. No browser waits that long. */
const registrationLifetime = 300_000

/** More than the processes that change a record at the same time. */
const maxAttempts = 50

/**
 * Repeats a step until it has a result. A step returns `undefined` if another request has changed the record between its
 * read and its write.
 */
export const retry = <A>(
  step: Effect.Effect<{ readonly result: A } | undefined, SessionStoreUnavailable>
): Effect.Effect<A, SessionStoreUnavailable> =>
  Effect.gen(function*() {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const done = yield* step
      if (done !== undefined) return done.result
    }
    return yield* new SessionStoreUnavailable({ message: "Other requests change the session all the time" })
  })

/** Encrypts tokens, and the ids of their user and session. Tokens without an access token keep the known ids. */
export const sealTokens = Effect.fnUntraced(function*(
  tokens: Tokens,
  tokensKey: Redacted.Redacted<string>,
  name: string,
  record?: SessionRecord
) {
  const { sessionId, userId } = (tokens.accessToken && AccessToken.parse(tokens.accessToken)) ?? {}
  return {
    tokens: yield* seal(tokensKey, tokensContext, encodeTokens(tokens)),
    owner: record?.owner ?? (userId === undefined
      ? undefined
      : yield* seal(Redacted.make(name), ownerContext, JSON.stringify({ userId, sessionId })))
  }
})

/** Creates a challenge, which a record contains as a hash. */
export const makeChallenge = Effect.fnUntraced(function*(now: number, lifetime: number) {
  const secret = yield* randomSecret
  const challenge: Challenge = { hash: yield* hashOf(Redacted.value(secret)), validUntil: now + lifetime }
  return { secret, challenge }
})

/** Creates a session's record, with its name and its first id's secret. */
export const makeRecord = Effect.fnUntraced(function*(tokens: Tokens, now: number, isBindable: boolean) {
  const name = Redacted.value(yield* randomSecret)
  const proofKey = Redacted.value(yield* randomSecret)
  const secret = yield* issueSecret(proofKey)
  const tokensKey = yield* randomSecret
  const registration = isBindable ? yield* makeChallenge(now, registrationLifetime) : undefined
  const record: SessionRecord = {
    version: 1,
    createdAt: now,
    usedAt: now,
    rotatedAt: now,
    current: {
      hash: yield* hashOf(Redacted.value(secret)),
      key: yield* seal(secret, keyContext, Redacted.value(tokensKey))
    },
    ...yield* sealTokens(tokens, tokensKey, name),
    proofKey,
    challenge: registration?.challenge
  }
  return { name, secret, record, challenge: registration?.secret }
})

/** Adds a successor to the current id. Each response with the current id offers the same one. */
const addSuccessor = Effect.fnUntraced(function*(
  record: SessionRecord,
  secret: Redacted.Redacted<string>,
  tokensKey: Redacted.Redacted<string>
) {
  const successor = yield* record.proofKey === undefined ? randomSecret : issueSecret(record.proofKey)
  const next = {
    hash: yield* hashOf(Redacted.value(successor)),
    key: yield* seal(successor, keyContext, Redacted.value(tokensKey)),
    secret: yield* seal(secret, successorContext, Redacted.value(successor))
  }
  return { ...record, next }
})

/** A record in the storage. */
export interface FoundRecord {
  readonly name: string
  /** The secret in the id that has found the record. */
  readonly secret: Redacted.Redacted<string>
  /** The record's key in the storage, and its value there. */
  readonly key: string
  readonly text: string
  readonly record: SessionRecord
  /** When the record was read. */
  readonly now: number
}

/** A record that an id opens. */
export interface OpenRecord extends FoundRecord {
  readonly slot: SlotName
  readonly tokensKey: Redacted.Redacted<string>
  readonly tokens: Tokens
}

/** Decrypts a record's tokens with a slot's secret. */
export const openTokens = Effect.fnUntraced(function*(
  { record, secret }: FoundRecord,
  slot: { readonly key: string }
) {
  const dataKey = yield* open(secret, keyContext, slot.key)
  if (dataKey === undefined) return undefined
  const tokensKey = Redacted.make(dataKey)
  const tokens = decodeTokens(yield* open(tokensKey, tokensContext, record.tokens))
  return tokens && { tokens, tokensKey }
})

/**
 * Returns the record after a request with its id:
 *
 * - `next` and the first id of a bound session become the current id.
 * - `current` gets a successor if its rotation is due.
 * - Otherwise `usedAt` is updated if that is due, also for `previous`.
 */
const recordUse = (
  { now, record, secret, slot, tokensKey }: OpenRecord,
  lifetimes: Lifetimes
): Effect.Effect<SessionRecord> => {
  if (slot === "next") return Effect.succeed(promote(record, now, lifetimes))
  const { device } = record
  if (slot === "pending" && device?.pending !== undefined) {
    return Effect.succeed(promoteBound(record, device, device.pending, now, lifetimes))
  }
  const used = { ...record, usedAt: now }
  return slot === "current" && isRotationDue(record, now, lifetimes)
    ? addSuccessor(used, secret, tokensKey)
    : Effect.succeed(isUseDue(record, now, lifetimes) ? used : record)
}

const eventOf = ({ createdAt, owner, rotatedAt, usedAt }: EndedRecord, name: string): Effect.Effect<ReplacedIdUsed> =>
  Effect.map(owner === undefined ? Effect.undefined : open(Redacted.make(name), ownerContext, owner), (text) => {
    const ids = text === undefined ? undefined : parseJson(text)
    const idOf = (key: string) => isObject(ids) && typeof ids[key] === "string" ? ids[key] : undefined
    return {
      userId: idOf("userId"),
      sessionId: idOf("sessionId"),
      createdAt: new Date(createdAt),
      lastUsedAt: new Date(usedAt),
      rotatedAt: new Date(rotatedAt)
    }
  })

/** The functions that a session store's parts share. */
export type OpenRecords = ReturnType<typeof makeOpenRecords>

/** Creates the functions over a storage. */
export const makeOpenRecords = (
  records: SessionRecords,
  lifetimes: Lifetimes,
  onReplacedIdUsed: (event: ReplacedIdUsed) => Effect.Effect<void>
) => {
  const replace = (key: string, expected: string | undefined, next: SessionRecord | undefined, now: number) =>
    records.replace(
      key,
      expected,
      next && JSON.stringify(next),
      Duration.millis(next === undefined ? 0 : getEnd(next, lifetimes) - now)
    )

  /** Finds an id's record, without checking the secret. Returns `undefined` if no session has the id's name. */
  const find = Effect.fnUntraced(function*(
    id: Redacted.Redacted<string>
  ): Effect.fn.Return<FoundRecord | undefined, SessionStoreUnavailable> {
    const parsed = parseId(id)
    if (parsed === undefined) return undefined
    const key = yield* hashOf(parsed.name)
    const text = yield* records.get(key)
    const record = text === undefined ? undefined : decodeRecord(text)
    if (text === undefined || record === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    return now >= getEnd(record, lifetimes) ? undefined : { ...parsed, key, text, record, now }
  })

  /** Ends a replaced id's session, and reports it. Returns `changed` if another request has changed the record. */
  const endReplaced = Effect.fnUntraced(function*({ key, name, now, record, text }: FoundRecord) {
    const ended = endRecord(record)
    const timeToLive = Duration.millis(getEnd(record, lifetimes) - now)
    if (!(yield* records.replace(key, text, JSON.stringify(ended), timeToLive))) return "changed"
    yield* Effect.flatMap(eventOf(ended, name), onReplacedIdUsed)
    return undefined
  })

  /**
   * Reads an id's record, with its tokens. Returns `undefined` if the id is invalid, and `changed` if another request has
   * changed the record at the same time.
   */
  const read = Effect.fnUntraced(function*(
    id: Redacted.Redacted<string>
  ): Effect.fn.Return<OpenRecord | "changed" | undefined, SessionStoreUnavailable> {
    const found = yield* find(id)
    if (found === undefined) return undefined
    const { now, record, secret } = found
    const slot = findSlot(record, yield* hashOf(Redacted.value(secret)), now)
    if (slot !== undefined) {
      const opened = yield* openTokens(found, slot.slot)
      return opened && { ...found, slot: slot.name, ...opened }
    }
    // Ids of a bound session have no proof. They expire, and a device with a wrong clock may send them too late.
    return record.proofKey !== undefined && (yield* isIssued(record.proofKey, secret))
      ? yield* endReplaced(found)
      : undefined
  })

  /** Reads an id's session, and records the use. */
  const use = Effect.fnUntraced(function*(
    id: Redacted.Redacted<string>
  ): Effect.fn.Return<{ readonly result: StoredSession | undefined } | undefined, SessionStoreUnavailable> {
    const found = yield* read(id)
    if (typeof found !== "object") return found === "changed" ? undefined : { result: undefined }
    const { key, name, now, record, secret, slot, text, tokens } = found
    const next = yield* recordUse(found, lifetimes)
    const saved = next === record ? "saved" : yield* Effect.match(replace(key, text, next, now), {
      // A storage that is full or read-only still serves the sessions that it has. Later requests write the pending changes.
      onFailure: () => "lost" as const,
      onSuccess: (isReplaced) => isReplaced ? "saved" as const : "changed" as const
    })
    if (saved === "changed") return undefined
    const offered = saved === "saved" ? next.next : record.next
    const successor = slot === "current" && offered !== undefined
      ? yield* open(secret, successorContext, offered.secret)
      : undefined
    return {
      result: {
        tokens,
        successor: successor === undefined ? undefined : makeId(name, Redacted.make(successor)),
        expiresAt: new Date(record.createdAt + lifetimes.absolute)
      }
    }
  })

  const findReplacedUse = Effect.fnUntraced(function*(
    id: Redacted.Redacted<string>
  ): Effect.fn.Return<ReplacedIdUsed | undefined, SessionStoreUnavailable> {
    const parsed = parseId(id)
    if (parsed === undefined) return undefined
    const text = yield* records.get(yield* hashOf(parsed.name))
    const ended = text === undefined ? undefined : decodeEnded(text)
    return ended && (yield* eventOf(ended, parsed.name))
  })

  return { replace, find, read, use, findReplacedUse }
}
