/** Refreshes that processes share, over a Redis in memory. */
import { assert } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { fakeRedis } from "./fakeRedis.ts"
import { suite } from "./SharedRefreshSuite.ts"
import { always, issue, openProcess, refreshToken } from "./support.ts"

suite(fakeRedis)

fakeRedis.describe("a process that waits for the refresh of another one", () => {
  fakeRedis.test("gets the token at most 200 ms later, however long the refresh takes", () =>
    Effect.gen(function*() {
      const { server } = yield* fakeRedis.startRedis()
      const [one, two] = [yield* openProcess(server), yield* openProcess(server)]
      const slow = Effect.delay(Effect.sync(() => issue()), "30 seconds")
      const finishedAt = yield* Effect.forEach(
        [one, two],
        ({ refresh }) => Effect.andThen(refresh(refreshToken, slow, always), Clock.currentTimeMillis),
        { concurrency: "unbounded" }
      )
      const [first = 0, second = 0] = finishedAt.toSorted((a, b) => a - b)
      assert.isAtMost(second - first, 200)
    }))
})
