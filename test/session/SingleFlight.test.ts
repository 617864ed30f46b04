import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as SingleFlight from "../../src/session/SingleFlight.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { busy, turns } from "./support.ts"

describe("SingleFlight", () => {
  /** A slow effect that counts its runs. */
  const makeJob = () => {
    const counts = { started: 0, interrupted: 0 }
    const job = Effect.suspend(() => {
      const run = ++counts.started
      return Effect.as(Effect.sleep(100), run)
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => counts.interrupted++)))
    return { counts, job }
  }

  it.effect("runs once for concurrent callers, and again for later ones", () =>
    Effect.gen(function*() {
      const singleFlight = yield* SingleFlight.make
      const { counts, job } = makeJob()
      const early = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(99)
      const late = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(1)
      assert.deepStrictEqual([yield* Fiber.join(early), yield* Fiber.join(late)], [1, 1])
      const later = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(100)
      assert.strictEqual(yield* Fiber.join(later), 2)
      assert.deepStrictEqual(counts, { started: 2, interrupted: 0 })
    }))

  it.effect("SingleFlight: runs separately for different keys", () =>
    Effect.gen(function*() {
      const singleFlight = yield* SingleFlight.make
      const { counts, job } = makeJob()
      const fibers = yield* Effect.forEach(["a", "b"], (key) => Effect.forkChild(singleFlight(key, job)))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [1, 2])
      assert.strictEqual(counts.started, 2)
    }))

  it.effect("SingleFlight: delivers a failure to all waiting callers, and does not cache it", () =>
    Effect.gen(function*() {
      const singleFlight = yield* SingleFlight.make
      let runs = 0
      const job = Effect.suspend(() => Effect.andThen(Effect.sleep(100), Effect.fail(++runs)))
      const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(Effect.flip(singleFlight("key", job))))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [1, 1, 1])
      const later = yield* Effect.forkChild(Effect.flip(singleFlight("key", job)))
      yield* TestClock.adjust(100)
      assert.strictEqual(yield* Fiber.join(later), 2)
    }))

  it.effect("is interrupted with the last waiting caller, and not before", () =>
    Effect.gen(function*() {
      const singleFlight = yield* SingleFlight.make
      const { counts, job } = makeJob()
      const [one, two] = [
        yield* Effect.forkChild(singleFlight("key", job)),
        yield* Effect.forkChild(singleFlight("key", job))
      ]
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(one)
      assert.strictEqual(counts.interrupted, 0)
      yield* Fiber.interrupt(two)
      assert.strictEqual(counts.interrupted, 1)
      const next = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(100)
      assert.strictEqual(yield* Fiber.join(next), 2)
    }))

  it.effect("runs again for a caller that arrives while an abandoned run is ending", () =>
    Effect.gen(function*() {
      const singleFlight = yield* SingleFlight.make
      const slowToEnd = Effect.never.pipe(Effect.onInterrupt(() => Effect.sleep(50)))
      const { job } = makeJob()
      const abandoned = yield* Effect.forkChild(singleFlight<number, never>("key", slowToEnd))
      yield* TestClock.adjust(10)
      abandoned.interruptUnsafe()
      yield* TestClock.adjust(10)
      const next = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(60)
      const last = yield* Effect.forkChild(singleFlight("key", job))
      yield* TestClock.adjust(40)
      assert.deepStrictEqual([yield* Fiber.join(next), yield* Fiber.join(last)], [1, 1])
    }))

  it.effect("serves every caller, at any interleaving of fibers", () =>
    Effect.forEach(Array.from({ length: runsOf(50) }, (_, seed) => seed), (seed) =>
      Effect.gen(function*() {
        const singleFlight = yield* SingleFlight.make
        const fibers = yield* Effect.forEach(Array.from({ length: 40 }, (_, i) => i), (i) =>
          Effect.forkChild(Effect.andThen(turns(i), singleFlight("key", Effect.as(turns(3), "done")))))
        const exits = yield* Effect.forEach(fibers, (fiber) =>
          Fiber.await(fiber))
        for (const exit of exits) assert.deepStrictEqual(exit, Exit.succeed("done"))
      }).pipe(busy(seed))))
})
