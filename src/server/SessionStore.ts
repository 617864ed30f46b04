/**
 * Sessions on the server, for the backend-for-frontend pattern: the browser has an opaque id, and the tokens never leave the
 * server.
 *
 * An id is valid until the browser has used its successor, and for a few seconds after that. A lost response therefore signs
 * no user out. Two holders of one id get the same successor. As soon as one uses an id that the other has replaced, the
 * session ends for both, and `onReplacedIdUsed` reports it. The store contains neither ids nor plain tokens: tokens are
 * encrypted with a key that only the id decrypts.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CodedError } from "../platform/CodedError.ts"
import { open, randomSecret, seal } from "../platform/seal.ts"
import { Sha256 } from "../platform/Sha256.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { isSame, type Tokens } from "../session/Tokens.ts"
import { decodeTokens, encodeTokens } from "../session/tokensJson.ts"
import {
  decodeRecord,
  findSlot,
  getEnd,
  isRotationDue,
  isUseDue,
  type Lifetimes,
  promote,
  type SessionRecord
} from "./SessionRecord.ts"
import { checkServerNames } from "./verificationOptions.ts"

/** The session storage cannot be reached. Respond with 503: the user may still be signed in. */
export class SessionStoreUnavailable extends CodedError("SessionStoreUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A session in the store. */
export interface StoredSession {
  readonly tokens: Tokens
  /** The id that the browser must use from now on; `undefined` if its id does not change. */
  readonly successor: Redacted.Redacted<string> | undefined
  /** The time when the session ends at the latest. */
  readonly expiresAt: Date
}

/** All users' sessions. */
export class SessionStore extends withLayerHint(
  Context.Service<SessionStore, {
    /** Creates a session with a new random id. */
    readonly create: (
      tokens: Tokens
    ) => Effect.Effect<
      { readonly id: Redacted.Redacted<string>; readonly expiresAt: Date },
      SessionStoreUnavailable
    >
    /**
     * Returns an id's session, or `undefined` if the id is invalid. Records the use, and rotates the id when due. Ends
     * the session if the id was replaced, and its grace time has ended.
     */
    readonly get: (id: Redacted.Redacted<string>) => Effect.Effect<StoredSession | undefined, SessionStoreUnavailable>
    /**
     * Replaces a session's tokens with the result from `f` in one atomic step, and returns that result. If the result is
     * `undefined`, removes the session. Returns `undefined` if the id is invalid.
     */
    readonly update: (
      id: Redacted.Redacted<string>,
      f: (tokens: Tokens) => Tokens | undefined
    ) => Effect.Effect<Tokens | undefined, SessionStoreUnavailable>
    /** Removes an id's session. Has no effect if the id is invalid. */
    readonly remove: (id: Redacted.Redacted<string>) => Effect.Effect<void, SessionStoreUnavailable>
  }>()("latchkey/server/SessionStore"),
  "SessionStore.layerMemory, or RedisSessionStore.layer of latchkey/redis"
) {}

/**
 * A request has used an id that was replaced, after its grace time: the id was probably stolen, by this request's sender or
 * by the one who uses its successor. The session has been ended for both.
 */
export interface ReplacedIdUsed {
  readonly createdAt: Date
  /** The last use of a valid id, give or take a minute. */
  readonly lastUsedAt: Date
  /** When the last rotation took place. */
  readonly rotatedAt: Date
}

/** Options for the sessions on a server. */
export interface SessionStoreOptions {
  /** The time without requests after which a session ends; 30 days by default. */
  readonly idleLifetime?: Duration.Input | undefined
  /** The time after which a session ends in any case; 365 days by default. */
  readonly absoluteLifetime?: Duration.Input | undefined
  /** The time after which a session's id is replaced; 1 hour by default. */
  readonly rotationInterval?: Duration.Input | undefined
  /** The time for which a replaced id is valid after its successor's first use; 10 seconds by default. */
  readonly rotationGrace?: Duration.Input | undefined
  /** Is called after a session was ended because a replaced id was used. By default, logs a warning. */
  readonly onReplacedIdUsed?: ((event: ReplacedIdUsed) => Effect.Effect<void>) | undefined
}

/** Storage for the session records. All values are opaque strings. */
export interface SessionRecords {
  readonly get: (key: string) => Effect.Effect<string | undefined, SessionStoreUnavailable>
  /**
   * Replaces a record in one atomic step, and returns `true`. Returns `false` if the current record is not `expected`.
   * `undefined` means no record. The new record expires after `timeToLive`.
   */
  readonly replace: (
    key: string,
    expected: string | undefined,
    next: string | undefined,
    timeToLive: Duration.Duration
  ) => Effect.Effect<boolean, SessionStoreUnavailable>
}

/** An id names its record, so that a rotation changes one record only. The secret changes with each rotation. */
const parseId = (id: Redacted.Redacted<string>) => {
  const [, name, secret] = /^([\w-]{43})\.([\w-]{43})$/.exec(Redacted.value(id)) ?? []
  return name === undefined || secret === undefined ? undefined : { name, secret: Redacted.make(secret) }
}

const makeId = (name: string, secret: Redacted.Redacted<string>): Redacted.Redacted<string> =>
  Redacted.make(`${name}.${Redacted.value(secret)}`)

const hashOf = (text: string): Effect.Effect<string> => Effect.flatMap(Sha256, (sha256) => sha256(text))

/** The length of a secret's random part: 132 bits. */
const randomLength = 22

/** Returns a secret's second part, which proves that the secret was issued for a session. */
const proofOf = (proofKey: string, random: string): Effect.Effect<string> =>
  Effect.map(
    hashOf(`${proofKey}.${random}`),
    (hash) => hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 43 - randomLength)
  )

const issueSecret = (proofKey: string): Effect.Effect<Redacted.Redacted<string>> =>
  Effect.flatMap(randomSecret, (secret) => {
    const random = Redacted.value(secret).slice(0, randomLength)
    return Effect.map(proofOf(proofKey, random), (proof) => Redacted.make(random + proof))
  })

/** Returns `true` if a secret was issued for the session with this key, now or before. */
const isIssued = (proofKey: string, secret: Redacted.Redacted<string>): Effect.Effect<boolean> => {
  const text = Redacted.value(secret)
  return Effect.map(proofOf(proofKey, text.slice(0, randomLength)), (proof) => text.slice(randomLength) === proof)
}

const keyContext = "latchkey session key"
const tokensContext = "latchkey session tokens"
const successorContext = "latchkey session successor"

const logReplacedIdUsed = (event: ReplacedIdUsed) =>
  Effect.logWarning(
    "A session on the server was ended, because a replaced id was used. The id may have been stolen.",
    event
  )

const names: OptionNames<SessionStoreOptions> = {
  idleLifetime: true,
  absoluteLifetime: true,
  rotationInterval: true,
  rotationGrace: true,
  onReplacedIdUsed: true
}

/** More than the number of processes that change a record at the same time. */
const maxAttempts = 50

/**
 * Repeats a step until it has a result. A step returns `undefined` if another request has changed the record between its
 * read and its write.
 */
const retry = <A>(
  step: Effect.Effect<{ readonly result: A } | undefined, SessionStoreUnavailable>
): Effect.Effect<A, SessionStoreUnavailable> =>
  Effect.gen(function*() {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const done = yield* step
      if (done !== undefined) return done.result
    }
    return yield* new SessionStoreUnavailable({ message: "Other requests change the session all the time" })
  })

/** Creates a session's record, and its first id's secret. */
const makeRecord = Effect.fnUntraced(function*(tokens: Tokens, now: number) {
  const proofKey = Redacted.value(yield* randomSecret)
  const secret = yield* issueSecret(proofKey)
  const tokensKey = yield* randomSecret
  const record: SessionRecord = {
    version: 1,
    createdAt: now,
    usedAt: now,
    rotatedAt: now,
    current: {
      hash: yield* hashOf(Redacted.value(secret)),
      key: yield* seal(secret, keyContext, Redacted.value(tokensKey))
    },
    tokens: yield* seal(tokensKey, tokensContext, encodeTokens(tokens)),
    proofKey
  }
  return { secret, record }
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

/** A record that an id opens. */
interface OpenRecord {
  readonly name: string
  readonly secret: Redacted.Redacted<string>
  /** The record's key in the storage, and its value there. */
  readonly key: string
  readonly text: string | undefined
  readonly record: SessionRecord
  readonly slot: "current" | "next" | "previous"
  /** When the record was read. */
  readonly now: number
  readonly tokensKey: Redacted.Redacted<string>
  readonly tokens: Tokens
}

/**
 * Returns the record after a request with its id:
 *
 * - `next` becomes the current id.
 * - `current` gets a successor if its rotation is due.
 * - Otherwise `usedAt` is updated if that is due, also for `previous`.
 */
const recordUse = (
  { now, record, secret, slot, tokensKey }: OpenRecord,
  lifetimes: Lifetimes
): Effect.Effect<SessionRecord> => {
  if (slot === "next") return Effect.succeed(promote(record, now, lifetimes))
  const used = { ...record, usedAt: now }
  return slot === "current" && isRotationDue(record, now, lifetimes)
    ? addSuccessor(used, secret, tokensKey)
    : Effect.succeed(isUseDue(record, now, lifetimes) ? used : record)
}

/**
 * Creates a session store over any storage that can replace a record atomically, such as a database table. Throws
 * `InvalidOptions` for an unknown option.
 */
export const make = (records: SessionRecords, options: SessionStoreOptions = {}): SessionStore["Service"] => {
  Effect.runSync(checkServerNames(options, names))
  const millis = (input: Duration.Input) => Duration.toMillis(Duration.fromInputUnsafe(input))
  const lifetimes: Lifetimes = {
    idle: millis(options.idleLifetime ?? "30 days"),
    absolute: millis(options.absoluteLifetime ?? "365 days"),
    rotation: millis(options.rotationInterval ?? "1 hour"),
    grace: millis(options.rotationGrace ?? "10 seconds")
  }
  const { onReplacedIdUsed = logReplacedIdUsed } = options

  const replace = (key: string, expected: string | undefined, next: SessionRecord | undefined, now: number) =>
    records.replace(
      key,
      expected,
      next && JSON.stringify(next),
      Duration.millis(next === undefined ? 0 : getEnd(next, lifetimes) - now)
    )

  /** Ends a replaced id's session, and reports it. */
  const endReplaced = (key: string): Effect.Effect<void, SessionStoreUnavailable> =>
    retry(Effect.gen(function*() {
      const text = yield* records.get(key)
      const record = text === undefined ? undefined : decodeRecord(text)
      if (record === undefined) return { result: undefined }
      if (!(yield* replace(key, text, undefined, yield* Clock.currentTimeMillis))) return undefined
      const { createdAt, rotatedAt, usedAt } = record
      yield* onReplacedIdUsed({
        createdAt: new Date(createdAt),
        lastUsedAt: new Date(usedAt),
        rotatedAt: new Date(rotatedAt)
      })
      return { result: undefined }
    }))

  /** Reads an id's record, with its tokens. Returns `undefined` if the id is invalid. */
  const read = Effect.fnUntraced(function*(
    id: Redacted.Redacted<string>
  ): Effect.fn.Return<OpenRecord | undefined, SessionStoreUnavailable> {
    const parsed = parseId(id)
    if (parsed === undefined) return undefined
    const { name, secret } = parsed
    const key = yield* hashOf(name)
    const text = yield* records.get(key)
    const record = text === undefined ? undefined : decodeRecord(text)
    if (record === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    if (now >= getEnd(record, lifetimes)) return undefined
    const found = findSlot(record, yield* hashOf(Redacted.value(secret)), now)
    if (found === undefined) {
      if (record.proofKey !== undefined && (yield* isIssued(record.proofKey, secret))) yield* endReplaced(key)
      return undefined
    }
    const dataKey = yield* open(secret, keyContext, found.slot.key)
    if (dataKey === undefined) return undefined
    const tokensKey = Redacted.make(dataKey)
    const tokens = decodeTokens(yield* open(tokensKey, tokensContext, record.tokens))
    return tokens && { name, secret, key, text, record, now, slot: found.name, tokensKey, tokens }
  })

  return {
    create: Effect.fnUntraced(function*(tokens) {
      const now = yield* Clock.currentTimeMillis
      const name = Redacted.value(yield* randomSecret)
      const { record, secret } = yield* makeRecord(tokens, now)
      yield* replace(yield* hashOf(name), undefined, record, now)
      return { id: makeId(name, secret), expiresAt: new Date(now + lifetimes.absolute) }
    }),
    get: (id) =>
      retry(Effect.gen(function*() {
        const found = yield* read(id)
        if (found === undefined) return { result: undefined }
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
      })),
    update: (id, f) =>
      retry(Effect.gen(function*() {
        const found = yield* read(id)
        if (found === undefined) return { result: undefined }
        const { key, now, record, text, tokens, tokensKey } = found
        const result = f(tokens)
        // Concurrent requests save one refresh's access token. Only the first one has to write.
        if (result !== undefined && isSame(result, tokens)) return { result }
        const next = result &&
          { ...record, tokens: yield* seal(tokensKey, tokensContext, encodeTokens(result)) }
        return (yield* replace(key, text, next, now)) ? { result } : undefined
      })),
    remove: (id) =>
      retry(Effect.gen(function*() {
        const found = yield* read(id)
        return found === undefined || (yield* replace(found.key, found.text, undefined, found.now))
          ? { result: undefined }
          : undefined
      }))
  }
}

/** Creates storage for records in memory. */
export const makeMemoryRecords: Effect.Effect<SessionRecords> = /*#__PURE__*/ Effect.sync(() => {
  const records = new Map<string, { readonly value: string; readonly validUntil: number }>()
  const find = (key: string, now: number) => {
    const found = records.get(key)
    return found !== undefined && now < found.validUntil ? found.value : undefined
  }
  const removeExpired = (now: number) => {
    for (const [key, { validUntil }] of records) if (now >= validUntil) records.delete(key)
  }
  return {
    get: (key) => Effect.map(Clock.currentTimeMillis, (now) => find(key, now)),
    replace: (key, expected, next, timeToLive) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (find(key, now) !== expected) return false
        if (expected === undefined && records.size % 256 === 255) removeExpired(now)
        if (next === undefined) records.delete(key)
        else records.set(key, { value: next, validUntil: now + Duration.toMillis(timeToLive) })
        return true
      })
  }
})

/**
 * Layer for a session store in memory, for tests and for servers with one process. A restart ends all sessions.
 *
 * **Example** (Sessions that end after an hour without requests)
 *
 * ```ts
 * import { SessionStore } from "latchkey/server"
 *
 * const layer = SessionStore.layerMemory({ idleLifetime: "1 hour" })
 * ```
 */
export const layerMemory = (options?: SessionStoreOptions): Layer.Layer<SessionStore> =>
  Layer.effect(SessionStore, Effect.map(makeMemoryRecords, (records) => make(records, options)))
