import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { makeLease } from "../../src/cache/lease.ts"

const make = Effect.gen(function*() {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const counts = { drops: 0, timers: 0 }
  const lease = makeLease((effect) => {
    counts.timers++
    return run(effect)
  }, () => {
    counts.drops++
  })
  return { counts, ...lease }
})

describe("makeLease", () => {
  it.effect("drops a value that rests for 5 seconds, with one timer", () =>
    Effect.gen(function*() {
      const { counts, rest } = yield* make
      rest()
      yield* TestClock.adjust(4000)
      rest()
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(counts, { drops: 0, timers: 1 })
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(counts, { drops: 1, timers: 1 })
    }))

  it.effect("keeps a value that is held, and begins the 5 seconds when the last holder lets go", () =>
    Effect.gen(function*() {
      const { counts, hold, rest } = yield* make
      rest()
      yield* TestClock.adjust(4999)
      const first = hold()
      const second = hold()
      rest()
      yield* TestClock.adjust("1 minute")
      first()
      first()
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(counts.drops, 0)
      second()
      yield* TestClock.adjust(4999)
      assert.strictEqual(counts.drops, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(counts.drops, 1)
    }))

  it.effect("drops nothing after its end, whether a timer runs or starts later", () =>
    Effect.gen(function*() {
      const { counts, end, hold, rest } = yield* make
      rest()
      end()
      rest()
      yield* TestClock.adjust("1 minute")
      hold()()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(counts, { drops: 0, timers: 1 })
    }))
})
