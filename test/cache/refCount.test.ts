import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { makeRefCount } from "../../src/cache/refCount.ts"

const make = Effect.gen(function*() {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const counts = { drops: 0, timers: 0 }
  const refCount = makeRefCount((effect) => {
    counts.timers++
    return run(effect)
  }, () => {
    counts.drops++
  })
  return { counts, ...refCount }
})

describe("makeRefCount", () => {
  it.effect("drops an unreferenced value after 5 seconds, with one timer", () =>
    Effect.gen(function*() {
      const { counts, touch } = yield* make
      touch()
      yield* TestClock.adjust(4000)
      touch()
      yield* TestClock.adjust(999)
      assert.deepStrictEqual(counts, { drops: 0, timers: 1 })
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(counts, { drops: 1, timers: 1 })
    }))

  it.effect("keeps a referenced value, and starts the 5 seconds when the last reference is released", () =>
    Effect.gen(function*() {
      const { counts, acquire, touch } = yield* make
      touch()
      yield* TestClock.adjust(4999)
      const first = acquire()
      const second = acquire()
      touch()
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

  it.effect("makeRefCount: drops no value after its end, even with a running timer", () =>
    Effect.gen(function*() {
      const { counts, dispose, acquire, touch } = yield* make
      touch()
      dispose()
      touch()
      yield* TestClock.adjust("1 minute")
      acquire()()
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(counts, { drops: 0, timers: 1 })
    }))
})
