/** The memory for own issues, which a server's processes share. */
import * as Effect from "effect/Effect"
import type * as Redis from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import type { IssueMemory } from "../session/IssueMemory.ts"
import { decodeIssues, encodeIssues } from "../session/ownIssues.ts"
import type { Guard } from "./guardRedis.ts"
import { makeSealed } from "./makeSealed.ts"
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
  const { keyOf, open, seal } = makeSealed(prefix, "issues", secret)
  const load = Effect.fnUntraced(function*(id: string) {
    const value = yield* guard(redis.send<unknown>("GET", keyOf(id)))
    return { stored: typeof value === "string" ? value : "", known: decodeIssues(yield* open(id, value)) }
  })
  return {
    read: (id) => Effect.catch(Effect.map(load(id), ({ known }) => known), () => Effect.undefined),
    modify: (id, f) =>
      Effect.gen(function*() {
        for (let attempt = 0; attempt < maxAttempts; attempt++) {
          const { known, stored } = yield* load(id)
          const next = f(known)
          if (next === undefined || next === known) return true
          const sealed = yield* seal(id, encodeIssues(next))
          const reply = yield* guard(replace(keyOf(id), stored, sealed, lifetimeMillis))
          if (Number(reply) === 1) return true
        }
        return false
      }).pipe(Effect.catch(() => Effect.succeed(false))),
    mayRollBack: false,
    isRequired: true
  }
}
