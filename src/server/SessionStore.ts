/**
 * Sessions on the server, for the backend-for-frontend pattern: the browser has an opaque id, and the tokens never leave the
 * server.
 *
 * An id is valid until the browser has used its successor, and for a few seconds after that. A lost response therefore signs
 * no user out. Two holders of one id get the same successor. As soon as one uses an id that the other has replaced, the
 * session ends for both, and `onReplacedIdUsed` reports it. The store contains neither ids nor plain tokens: tokens are
 * encrypted with a key that only the id decrypts.
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
import type * as Redacted from "effect/Redacted"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { isSame, type Tokens } from "../session/Tokens.ts"
import { makeOpenRecords, makeRecord, retry, sealTokens } from "./openRecord.ts"
import type { ReplacedIdUsed } from "./ReplacedIdUsed.ts"
import { make as makeDevices, type SessionDevices } from "./sessionDevices.ts"
import { hashOf, makeId } from "./sessionIds.ts"
import type { Lifetimes } from "./SessionRecord.ts"
import { makeMemoryRecords, type SessionRecords } from "./SessionRecords.ts"
import type { SessionStoreUnavailable } from "./SessionStoreUnavailable.ts"
import type { StoredSession } from "./StoredSession.ts"
import { checkServerNames } from "./verificationOptions.ts"

/** A new session. */
export interface NewSession {
  readonly id: Redacted.Redacted<string>
  /** The time when the session ends at the latest. */
  readonly expiresAt: Date
  /** The challenge for the registration of a device, with `isBindable`. */
  readonly challenge: Redacted.Redacted<string> | undefined
}

/** All users' sessions. */
export class SessionStore extends withLayerHint(
  Context.Service<SessionStore, {
    /** Creates a session with a new random id. With `isBindable`, a device can register for the next minutes. */
    readonly create: (
      tokens: Tokens,
      options?: { readonly isBindable?: boolean | undefined }
    ) => Effect.Effect<NewSession, SessionStoreUnavailable>
    /**
     * Returns an id's session, or `undefined` if the id is invalid. Records the use, and rotates the id when due. Ends
     * the session if the id was replaced, and its grace time has ended: then `findReplacedUse` returns the event.
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
    /**
     * Returns the event that ended the session of an id, for the id's thief as for its owner. Returns `undefined` if the
     * session is valid, or has ended for another reason.
     */
    readonly findReplacedUse: (
      id: Redacted.Redacted<string>
    ) => Effect.Effect<ReplacedIdUsed | undefined, SessionStoreUnavailable>
    /** The devices that sessions are bound to. `DeviceBoundSessions.handle` uses them. */
    readonly devices: SessionDevices
  }>()("latchkey/server/SessionStore"),
  "SessionStore.layerMemory, or RedisSessionStore.layer of latchkey/redis"
) {}

/** Options for the sessions on a server. */
export interface SessionStoreOptions {
  /** The time without requests after which a session ends; 30 days by default. */
  readonly idleLifetime?: Duration.Input | undefined
  /** The time after which a session ends in any case; 365 days by default. */
  readonly absoluteLifetime?: Duration.Input | undefined
  /** The time after which a session's id is replaced; 1 hour by default. */
  readonly rotationInterval?: Duration.Input | undefined
  /** The time for which a replaced id is valid after its successor's first use; 1 minute by default. */
  readonly rotationGrace?: Duration.Input | undefined
  /** The lifetime of the cookie in a session that is bound to a device; 10 minutes by default. */
  readonly boundLifetime?: Duration.Input | undefined
  /** Is called after a session was ended because a replaced id was used. By default, logs a warning. */
  readonly onReplacedIdUsed?: ((event: ReplacedIdUsed) => Effect.Effect<void>) | undefined
}

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
  boundLifetime: true,
  onReplacedIdUsed: true
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
    grace: millis(options.rotationGrace ?? "1 minute"),
    bound: millis(options.boundLifetime ?? "10 minutes")
  }
  const open = makeOpenRecords(records, lifetimes, options.onReplacedIdUsed ?? logReplacedIdUsed)
  return {
    create: Effect.fnUntraced(function*(tokens, { isBindable = false } = {}) {
      const now = yield* Clock.currentTimeMillis
      const { challenge, name, record, secret } = yield* makeRecord(tokens, now, isBindable)
      yield* open.replace(yield* hashOf(name), undefined, record, now)
      return { id: makeId(name, secret), expiresAt: new Date(now + lifetimes.absolute), challenge }
    }),
    get: (id) => retry(open.use(id)),
    update: (id, f) =>
      retry(Effect.gen(function*() {
        const found = yield* open.read(id)
        if (typeof found !== "object") return found === "changed" ? undefined : { result: undefined }
        const { key, now, record, text, tokens, tokensKey } = found
        const result = f(tokens)
        // Concurrent requests save one refresh's access token. Only the first one has to write.
        if (result !== undefined && isSame(result, tokens)) return { result }
        const next = result && { ...record, ...yield* sealTokens(result, tokensKey, found.name, record) }
        return (yield* open.replace(key, text, next, now)) ? { result } : undefined
      })),
    remove: (id) =>
      retry(Effect.gen(function*() {
        const found = yield* open.read(id)
        if (typeof found !== "object") return found === "changed" ? undefined : { result: undefined }
        return (yield* open.replace(found.key, found.text, undefined, found.now)) ? { result: undefined } : undefined
      })),
    findReplacedUse: open.findReplacedUse,
    devices: makeDevices(open, lifetimes)
  }
}

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

export type { DeviceKey } from "./deviceKey.ts"
export type { ReplacedIdUsed } from "./ReplacedIdUsed.ts"
export type { BoundSession, RenewedSession, SessionDevices } from "./sessionDevices.ts"
export { makeMemoryRecords, type SessionRecords } from "./SessionRecords.ts"
export { SessionStoreUnavailable } from "./SessionStoreUnavailable.ts"
export type { StoredSession } from "./StoredSession.ts"
