/** The memory for own issues, which a server's processes share. */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import { open, seal } from "../platform/seal.ts"
import type { IssueMemory } from "../session/IssueMemory.ts"
import { decodeIssues, encodeIssues } from "../session/ownIssues.ts"
import type { Guard } from "./guardRedis.ts"
import { replaceValue } from "./replaceValue.ts"

/** The time after the last change. A session without a memory is not judged until it has one again. */
const lifetimeMillis = 30 * 86_400_000

/** More than the processes that refresh a session at the same time. */
const maxAttempts = 50

/** Creates a memory over Redis. A forged value is no value. */
export const makeIssueMemory = (
  redis: Redis.Redis["Service"],
  guard: Guard,
  prefix: string,
  secret: Redacted.Redacted<string>
): IssueMemory => {
  const replace = redis.eval(replaceValue)
  const contextOf = (id: string) => `latchkey/redis issues ${id}`
  const load = Effect.fnUntraced(function*(id: string) {
    const value = yield* guard(redis.send<unknown>("GET", `${prefix}issues:${id}`))
    const stored = typeof value === "string" ? value : ""
    return { stored, known: stored === "" ? undefined : decodeIssues(yield* open(secret, contextOf(id), stored)) }
  })
  return {
    read: (id) => Effect.catch(Effect.map(load(id), ({ known }) => known), () => Effect.undefined),
    modify: (id, f) =>
      Effect.gen(function*() {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { known, stored } = yield* load(id)
          const next = f(known)
          if (next === undefined || next === known) return true
          const sealed = yield* seal(secret, contextOf(id), encodeIssues(next))
          const reply = yield* guard(replace(`${prefix}issues:${id}`, stored, sealed, lifetimeMillis))
          if (Number(reply) === 1) return true
        }
        return false
      }).pipe(Effect.catch(() => Effect.succeed(false))),
    mayRollBack: false,
    isRequired: true
  }
}
