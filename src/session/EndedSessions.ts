/**
 * Sessions that were signed out. A server refuses them until their tokens have expired, because access tokens remain valid
 * after a sign-out, and responses to earlier requests may still set cookies.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Sha256 } from "../platform/Sha256.ts"
import { getSessionId } from "./sessionCookies.ts"
import type { Tokens } from "./Tokens.ts"

/**
 * The sessions that were signed out, by the hashes of their refresh tokens and ids.
 *
 * No effect fails. If state that processes share is unavailable, only this process's sign-outs are known.
 */
export interface EndedSessions {
  /** Marks a session as ended. */
  readonly end: (keys: ReadonlyArray<string>) => Effect.Effect<void>
  /** Returns `true` if one of the keys belongs to an ended session. */
  readonly isEnded: (keys: ReadonlyArray<string>) => Effect.Effect<boolean>
  /** Returns `true` if no session is known to have ended, and no shared state could know one: keys need not be computed. */
  readonly isEmpty: () => boolean
  /** Returns `true` if this process knows that one of the keys belongs to an ended session. */
  readonly isKnown: (keys: ReadonlyArray<string>) => boolean
}

/** The number of keys to remember. A session has two. The first ones are forgotten first. */
const capacity = 100_000

const property = Symbol.for("latchkey/EndedSessions")

/**
 * Returns this process's keys. A bundler may give each route in an app its own copy of this module, so
 * the keys are a property on the global object.
 */
const getKnown = (): Set<string> => {
  // Sound: only this function writes the property, and all package versions with this name have the same type.
  const host = globalThis as { [property]?: Set<string> }
  return host[property] ??= new Set()
}

/** Creates `EndedSessions` over a set of keys. */
export const make = (getKnown: () => Set<string>): EndedSessions => {
  const isKnown = (keys: ReadonlyArray<string>) => {
    const known = getKnown()
    return keys.some((key) => known.has(key))
  }
  return {
    end: (keys) =>
      Effect.sync(() => {
        const known = getKnown()
        for (const key of keys) {
          known.delete(key)
          known.add(key)
        }
        for (const oldest of known) {
          if (known.size <= capacity) return
          known.delete(oldest)
        }
      }),
    isEnded: (keys) => Effect.sync(() => isKnown(keys)),
    isEmpty: () => getKnown().size === 0,
    isKnown
  }
}

const ofProcess = /*#__PURE__*/ make(getKnown)

/** The sessions that were signed out, by default by this process. `latchkey/redis` shares them between processes. */
export const EndedSessions: Context.Reference<EndedSessions> = /*#__PURE__*/ Context.Reference(
  "latchkey/session/EndedSessions",
  { defaultValue: () => ofProcess }
)

/** Returns a session's keys: its refresh token's hash and its id's hash. They reveal neither. */
export const getKeys = (
  refreshToken: Redacted.Redacted<string> | undefined,
  sessionId: string | undefined
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.flatMap(Sha256, (sha256) =>
    Effect.forEach(
      [
        ...(refreshToken === undefined ? [] : [Redacted.value(refreshToken)]),
        // No refresh token has a line break.
        ...(sessionId === undefined ? [] : [`session\n${sessionId}`])
      ],
      sha256
    ))

/** Returns the token keys. The claims are not verified: they can only cause a refusal. */
export const getKeysOf = (tokens: Tokens): Effect.Effect<ReadonlyArray<string>> =>
  getKeys(tokens.refreshToken, getSessionId(tokens))

/**
 * Forgets that a session has ended. For emulators: with a seed, they create an earlier run's sessions again.
 *
 * @internal
 */
export const forget = (refreshToken: Redacted.Redacted<string>, sessionId: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const known = getKnown()
    return known.size === 0 ? Effect.void : Effect.map(getKeys(refreshToken, sessionId), (keys) => {
      for (const key of keys) known.delete(key)
    })
  })
