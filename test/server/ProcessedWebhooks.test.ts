import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { Webhooks } from "latchkey/server"

const minute = Duration.minutes(1)

describe("Webhooks.makeMemory", () => {
  it.effect("a full store forgets the id whose claim or completion is the oldest", () =>
    Effect.gen(function*() {
      const store = Webhooks.makeMemory({ capacity: 2 })
      yield* store.claim("a", minute)
      yield* store.claim("b", minute)
      yield* store.complete("a", minute)
      assert.strictEqual(yield* store.claim("c", minute), "claimed")
      assert.strictEqual(yield* store.claim("a", minute), "processed")
      assert.strictEqual(yield* store.claim("c", minute), "processing")
      assert.strictEqual(yield* store.claim("b", minute), "claimed")
    }))

  it.effect("keeps a claim until its end, and a processed id from its completion on", () =>
    Effect.gen(function*() {
      const store = Webhooks.makeMemory()
      yield* store.claim("failed", minute)
      yield* store.claim("done", minute)
      yield* TestClock.adjust("30 seconds")
      yield* store.complete("done", minute)
      yield* TestClock.adjust("29999 millis")
      assert.strictEqual(yield* store.claim("failed", minute), "processing")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* store.claim("failed", minute), "claimed")
      assert.strictEqual(yield* store.claim("done", minute), "processed")
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* store.claim("done", minute), "claimed")
    }))

  it.effect("releasing an id makes only that id claimable again", () =>
    Effect.gen(function*() {
      const store = Webhooks.makeMemory()
      yield* store.claim("a", minute)
      yield* store.claim("b", minute)
      yield* store.release("a")
      assert.strictEqual(yield* store.claim("a", minute), "claimed")
      assert.strictEqual(yield* store.claim("b", minute), "processing")
    }))
})
