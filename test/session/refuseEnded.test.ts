import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Tokens } from "latchkey"
import type { CookieBackend } from "../../src/session/cookieBackend.ts"
import { EndedSessions, getKeysOf, make } from "../../src/session/EndedSessions.ts"
import { refuseEnded } from "../../src/session/refuseEnded.ts"

it.effect("an ended session is refused, and the cookies stay for the next session", () => {
  const known = new Set<string>()
  const [first, second] = ["first", "second"].map((refreshToken) => Tokens.make({ refreshToken })!)
  const writes: Array<Tokens.Tokens | undefined> = []
  let held = first
  const storage: CookieBackend = {
    read: Effect.sync(() => held),
    write: (tokens) => Effect.sync(() => void writes.push(tokens)),
    watch: () => Effect.void
  }
  return Effect.gen(function*() {
    const ended = yield* EndedSessions
    const { read } = yield* refuseEnded(storage)
    assert.strictEqual(yield* read, first)
    held = second
    yield* Effect.flatMap(getKeysOf(second!), ended.end)
    assert.isUndefined(yield* read)
    // A request that starts with an ended session may be older than the next sign-in, too.
    assert.isUndefined(yield* (yield* refuseEnded(storage)).read)
    assert.deepStrictEqual(writes, [])
  }).pipe(Effect.provideService(EndedSessions, make(() => known)))
})
