import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Client } from "latchkey"
import { batch } from "../../src/session/batch.ts"
import { layerTest } from "./support.ts"

/** Creates a batched function for a name, with the list of its batches. */
const makeAsk = Effect.gen(function*() {
  const client = yield* Client.Client
  const batches: Array<ReadonlyArray<string>> = []
  const ask = (name: string, question: string) =>
    batch(client, name, question, (questions) =>
      Effect.suspend(() => {
        batches.push([...questions])
        return Effect.delay(Effect.succeed(`answer to ${questions.join()}`), 100)
      }))
  return { ask, batches }
})

const fork = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })

describe("batch", () => {
  it.effect("runs all requests of one tick together", () =>
    Effect.gen(function*() {
      const { ask, batches } = yield* makeAsk
      const all = yield* fork(Effect.all([ask("a", "1"), ask("a", "2"), ask("a", "3")], { concurrency: "unbounded" }))
      yield* TestClock.adjust(100)
      const result = { value: "answer to 1,2,3", isAlone: false }
      assert.deepStrictEqual(yield* Fiber.join(all), [result, result, result])
      assert.deepStrictEqual(batches, [["1", "2", "3"]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("marks a batch of two as shared and a batch of one as single", () =>
    Effect.gen(function*() {
      const { ask } = yield* makeAsk
      for (const count of [1, 2]) {
        const all = yield* fork(
          Effect.all(Array.from({ length: count }, () => ask("a", "x")), { concurrency: "unbounded" })
        )
        yield* TestClock.adjust(100)
        for (const { isAlone } of yield* Fiber.join(all)) assert.strictEqual(isAlone, count === 1)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("runs requests of different names separately", () =>
    Effect.gen(function*() {
      const { ask } = yield* makeAsk
      const all = yield* fork(Effect.all([ask("a", "1"), ask("b", "2")], { concurrency: "unbounded" }))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual((yield* Fiber.join(all)).map(({ value }) => value), ["answer to 1", "answer to 2"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("runs a request separately if it is made while a batch runs", () =>
    Effect.gen(function*() {
      const { ask, batches } = yield* makeAsk
      const first = yield* fork(ask("a", "1"))
      yield* TestClock.adjust(50)
      const second = yield* fork(ask("a", "2"))
      yield* TestClock.adjust(100)
      assert.strictEqual((yield* Fiber.join(first)).value, "answer to 1")
      assert.deepStrictEqual(yield* Fiber.join(second), { value: "answer to 2", isAlone: true })
      assert.deepStrictEqual(batches, [["1"], ["2"]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("includes requests made before and after other results in one tick", () =>
    Effect.gen(function*() {
      const client = yield* Client.Client
      const gate = yield* Deferred.make<string>()
      const batches: Array<ReadonlyArray<string>> = []
      const ask = (question: string) =>
        fork(batch(client, "a", question, (questions) => {
          batches.push([...questions])
          return Deferred.await(gate)
        }))
      yield* ask("1")
      yield* TestClock.adjust(0)
      yield* ask("2")
      yield* Deferred.succeed(gate, "answer")
      yield* ask("3")
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(batches, [["1"], ["2", "3"]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("batch: drops a request whose only caller is interrupted within the tick", () =>
    Effect.gen(function*() {
      const { ask, batches } = yield* makeAsk
      yield* Fiber.interrupt(yield* fork(ask("a", "1")))
      const second = yield* fork(ask("a", "2"))
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(yield* Fiber.join(second), { value: "answer to 2", isAlone: true })
      assert.deepStrictEqual(batches, [["2"]])
    }).pipe(Effect.provide(layerTest())))
})
