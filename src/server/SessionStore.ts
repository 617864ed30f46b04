/**
 * Sessions on the server, for the backend-for-frontend pattern: the browser has an opaque id, and the tokens never leave the
 * server.
 *
 * An id is valid until the browser has used its successor, and for a few seconds after that. A lost response therefore signs
 * no user out, and a stolen id is useless after the next rotation. The store contains neither ids nor plain tokens: tokens
 * are encrypted with a key that only the id decrypts.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { open, randomSecret, seal, sha256 } from "../platform/seal.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Tokens } from "../session/Tokens.ts"
import { decodeTokens, encodeTokens } from "../session/tokensJson.ts"
import {
  decodeRecord,
  encodeRecord,
  findSlot,
  getEnd,
  isRotationDue,
  isUseDue,
  type Lifetimes,
  promote,
  type SessionRecord
} from "./sessionRecord.ts"

/**
 * The storage of sessions cannot be reached. Respond with 503: the user may still be signed in.
 *
 * @category errors
 * @since 0.1.0
 */
export class SessionStoreUnavailable extends Data.TaggedError("SessionStoreUnavailable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * A session in the store.
 *
 * @category models
 * @since 0.1.0
 */
export interface StoredSession {
  readonly tokens: Tokens
  /** The id that the browser must use from now on; `undefined` if its id does not change. */
  readonly successor: Redacted.Redacted<string> | undefined
  /** The time when the session ends at the latest. */
  readonly expiresAt: Date
}

/**
 * The sessions of all users.
 *
 * @category services
 * @since 0.1.0
 */
export class SessionStore extends withLayerHint(
  Context.Service<SessionStore, {
    /** Creates a session with a new random id. */
    readonly create: (
      tokens: Tokens
    ) => Effect.Effect<
      { readonly id: Redacted.Redacted<string>; readonly expiresAt: Date },
      SessionStoreUnavailable
    >
    /** Returns the session of an id, or `undefined` if the id is invalid. Records the use, and rotates the id when due. */
    readonly get: (id: Redacted.Redacted<string>) => Effect.Effect<StoredSession | undefined, SessionStoreUnavailable>
    /**
     * Replaces the tokens of a session with the result of `f` in one atomic step, and returns that result. If the result is
     * `undefined`, removes the session. Returns `undefined` if the id is invalid.
     */
    readonly update: (
      id: Redacted.Redacted<string>,
      f: (tokens: Tokens) => Tokens | undefined
    ) => Effect.Effect<Tokens | undefined, SessionStoreUnavailable>
    /** Removes the session of an id. Has no effect if the id is invalid. */
    readonly remove: (id: Redacted.Redacted<string>) => Effect.Effect<void, SessionStoreUnavailable>
  }>()("latchkey/server/SessionStore"),
  "SessionStore.layerMemory, or RedisSessionStore.layer of latchkey/redis"
) {}

/**
 * Options of the sessions on a server.
 *
 * @category options
 * @since 0.1.0
 */
export interface SessionStoreOptions {
  /** The time without requests after which a session ends; 30 days by default. */
  readonly idleLifetime?: Duration.Input | undefined
  /** The time after which a session ends in any case; 365 days by default. */
  readonly absoluteLifetime?: Duration.Input | undefined
  /** The time after which the id of a session is replaced; 1 hour by default. */
  readonly rotationInterval?: Duration.Input | undefined
  /** The time for which a replaced id is valid after the first use of its successor; 10 seconds by default. */
  readonly rotationGrace?: Duration.Input | undefined
}

/**
 * Storage for the records of sessions. All values are opaque strings.
 *
 * @category models
 * @since 0.1.0
 */
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

const keyContext = "latchkey session key"
const tokensContext = "latchkey session tokens"
const successorContext = "latchkey session successor"

/** More than the number of processes that change a record at the same time. */
const maxAttempts = 50

/**
 * Creates a session store over any storage that can replace a record atomically, such as a table of a database.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (records: SessionRecords, options: SessionStoreOptions = {}): SessionStore["Service"] => {
  const millis = (input: Duration.Input) => Duration.toMillis(Duration.fromInputUnsafe(input))
  const lifetimes: Lifetimes = {
    idle: millis(options.idleLifetime ?? "30 days"),
    absolute: millis(options.absoluteLifetime ?? "365 days"),
    rotation: millis(options.rotationInterval ?? "1 hour"),
    grace: millis(options.rotationGrace ?? "10 seconds")
  }
  const replace = (key: string, expected: string | undefined, next: SessionRecord | undefined, now: number) =>
    records.replace(
      key,
      expected,
      next && encodeRecord(next),
      Duration.millis(next === undefined ? 0 : getEnd(next, lifetimes) - now)
    )

  /** Reads the record of an id, with its tokens. Returns `undefined` if the id is invalid. */
  const read = Effect.fnUntraced(function*(id: Redacted.Redacted<string>) {
    const parsed = parseId(id)
    if (parsed === undefined) return undefined
    const { name, secret } = parsed
    const key = yield* sha256(name)
    const text = yield* records.get(key)
    const record = text === undefined ? undefined : decodeRecord(text)
    if (record === undefined) return undefined
    const now = yield* Clock.currentTimeMillis
    const found = findSlot(record, yield* sha256(Redacted.value(secret)), now, lifetimes)
    const dataKey = found && (yield* open(secret, keyContext, found.slot.key))
    if (found === undefined || dataKey === undefined) return undefined
    const tokensKey = Redacted.make(dataKey)
    const tokens = decodeTokens(yield* open(tokensKey, tokensContext, record.tokens))
    return tokens && { name, secret, key, text, record, now, slot: found.name, tokensKey, tokens }
  })

  /** Runs a step until it changes the record that it has read. */
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

  const makeRecord = Effect.fnUntraced(function*(tokens: Tokens, now: number) {
    const secret = yield* randomSecret
    const tokensKey = yield* randomSecret
    const record: SessionRecord = {
      version: 1,
      createdAt: now,
      usedAt: now,
      rotatedAt: now,
      current: {
        hash: yield* sha256(Redacted.value(secret)),
        key: yield* seal(secret, keyContext, Redacted.value(tokensKey))
      },
      tokens: yield* seal(tokensKey, tokensContext, encodeTokens(tokens))
    }
    return { secret, record }
  })

  /** Adds a successor of the current id. Each response with the current id offers the same one. */
  const addSuccessor = Effect.fnUntraced(function*(
    record: SessionRecord,
    secret: Redacted.Redacted<string>,
    tokensKey: Redacted.Redacted<string>
  ) {
    const successor = yield* randomSecret
    const next = {
      hash: yield* sha256(Redacted.value(successor)),
      key: yield* seal(successor, keyContext, Redacted.value(tokensKey)),
      secret: yield* seal(secret, successorContext, Redacted.value(successor))
    }
    return { ...record, next }
  })

  return {
    create: Effect.fnUntraced(function*(tokens) {
      const now = yield* Clock.currentTimeMillis
      const name = Redacted.value(yield* randomSecret)
      const { record, secret } = yield* makeRecord(tokens, now)
      yield* replace(yield* sha256(name), undefined, record, now)
      return { id: makeId(name, secret), expiresAt: new Date(now + lifetimes.absolute) }
    }),
    get: (id) =>
      retry(Effect.gen(function*() {
        const found = yield* read(id)
        if (found === undefined) return { result: undefined }
        const { key, name, now, record, secret, slot, text, tokens, tokensKey } = found
        const isDue = slot === "current" && isRotationDue(record, now, lifetimes)
        const next = slot === "next"
          ? promote(record, now, lifetimes)
          : isDue
          ? yield* addSuccessor({ ...record, usedAt: now }, secret, tokensKey)
          : isUseDue(record, now, lifetimes)
          ? { ...record, usedAt: now }
          : record
        if (next !== record && !(yield* replace(key, text, next, now))) return undefined
        const successor = slot === "current" && next.next !== undefined
          ? yield* open(secret, successorContext, next.next.secret)
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
        if (result === tokens) return { result }
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

/**
 * Creates storage for records in memory.
 *
 * @category constructors
 * @since 0.1.0
 */
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
 * Layer of a session store in memory, for tests and for servers with one process. A restart ends all sessions.
 *
 * **Example** (Sessions that end after an hour without requests)
 *
 * ```ts
 * import { SessionStore } from "latchkey/server"
 *
 * const layer = SessionStore.layerMemory({ idleLifetime: "1 hour" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (options?: SessionStoreOptions): Layer.Layer<SessionStore> =>
  Layer.effect(SessionStore, Effect.map(makeMemoryRecords, (records) => make(records, options)))
