/** Storage for the records of a session store. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SessionStoreUnavailable } from "./SessionStoreUnavailable.ts"

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
