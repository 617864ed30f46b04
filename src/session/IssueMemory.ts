/** The memory for a session's own issues. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Locks } from "../platform/Locks.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { decodeIssues, encodeIssues, type OwnIssues } from "./ownIssues.ts"
import type { Storage } from "./StorageTokenStore.ts"

/**
 * Keeps own issues by the refresh token's hash. All programs that use the same refresh token must share it, and each change
 * must be atomic.
 */
export interface IssueMemory {
  /** Returns the own issues, or `undefined` if none are known or the storage is unavailable. */
  readonly read: (id: string) => Effect.Effect<OwnIssues | undefined>
  /** Changes the own issues. Returns `false` if the change could not be stored. */
  readonly modify: (
    id: string,
    f: (memory: OwnIssues | undefined) => OwnIssues | undefined
  ) => Effect.Effect<boolean>
  /** `true` if a crash can lose the last changes, as those of `localStorage`. */
  readonly mayRollBack: boolean
  /** `true` if a request must not be sent before the memory knows it. Otherwise, a memory that cannot be written is deleted. */
  readonly isRequired: boolean
}

/** The memory that a server's processes share; `undefined` by default. `latchkey/redis` provides one. */
export const SharedIssueMemory: Context.Reference<IssueMemory | undefined> = /*#__PURE__*/ Context.Reference<
  IssueMemory | undefined
>("latchkey/session/SharedIssueMemory", { defaultValue: () => undefined })

/** Creates a memory for one process. */
export const makeProcessMemory: Effect.Effect<IssueMemory> = /*#__PURE__*/ Effect.sync(() => {
  const known = new Map<string, OwnIssues>()
  return {
    read: (id) => Effect.sync(() => known.get(id)),
    modify: (id, f) =>
      Effect.sync(() => {
        const next = f(known.get(id))
        // One token store has one session, and a program with many forgets the oldest.
        known.delete(id)
        if (next !== undefined) known.set(id, next)
        for (const oldest of known.keys()) {
          if (known.size <= 1000) break
          known.delete(oldest)
        }
        return true
      }),
    mayRollBack: false,
    isRequired: false
  }
})

/** The storage's key, and the name of the lock for changes. */
const key = "latchkey-issues"

/**
 * Creates a memory over a storage, which keeps one session, as a token store does. If a change cannot be stored, the memory is
 * deleted, so that it is never outdated.
 */
export const makeStorageMemory = (storage: Storage | (() => Storage), locks: Locks): IssueMemory => {
  const access = <A>(use: (storage: Storage) => A | PromiseLike<A>): Effect.Effect<A, void> =>
    Effect.tryPromise({
      try: async () => use(typeof storage === "function" ? storage() : storage),
      catch: () => undefined
    })
  const load = (id: string) =>
    Effect.map(access((storage) => storage.getItem(key)), (text) => {
      const stored = typeof text === "string" ? parseJson(text) : undefined
      return isObject(stored) && stored["id"] === id ? decodeIssues(stored["issues"]) : undefined
    })
  const store = (id: string, next: OwnIssues) => {
    const text = JSON.stringify({ id, issues: encodeIssues(next) })
    return access((storage) => storage.setItem(key, text)).pipe(
      Effect.andThen(access((storage) => storage.getItem(key))),
      Effect.filterOrFail((stored) => stored === text, () => undefined)
    )
  }
  const forget = Effect.catch(access((storage) => storage.removeItem(key)), () => Effect.void)
  return {
    read: (id) => Effect.catch(load(id), () => Effect.undefined),
    modify: (id, f) =>
      locks(
        key,
        Effect.uninterruptible(Effect.flatMap(load(id), (memory) => {
          const next = f(memory)
          return next === undefined || next === memory ? Effect.void : Effect.asVoid(store(id, next))
        })).pipe(
          Effect.as(true),
          Effect.catch(() => Effect.as(forget, false))
        )
      ),
    mayRollBack: true,
    isRequired: false
  }
}
