import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { waitFor } from "../../src/cache/waitFor.ts"

const make = (value: number, isLoud = false) => {
  const listeners = new Set<() => void>()
  const source = {
    value,
    picks: 0,
    subscriptions: 0,
    listeners,
    getSnapshot: () => source.value,
    subscribe: (listener: () => void) => {
      source.subscriptions++
      listeners.add(listener)
      if (isLoud) listener()
      return () => listeners.delete(listener)
    },
    pick: (value: number) => {
      source.picks++
      return value > 0 ? Effect.succeed(value) : undefined
    }
  }
  return source
}

describe("waitFor", () => {
  for (const isLoud of [false, true]) {
    it.effect(`returns an existing value, and leaves no listener, if listeners are ${isLoud ? "" : "not "}called when they subscribe`, () =>
      Effect.gen(function*() {
        const source = make(1, isLoud)
        assert.strictEqual(yield* waitFor(source, source.pick), 1)
        assert.deepStrictEqual([source.picks, source.listeners.size], [1, 0])
      }))
  }

  it.effect("waits for a value, and unsubscribes once it has one", () =>
    Effect.gen(function*() {
      const source = make(0)
      const fiber = yield* Effect.forkChild(waitFor(source, source.pick), { startImmediately: true })
      const [listener] = source.listeners
      listener!()
      source.value = 2
      listener!()
      assert.strictEqual(source.listeners.size, 0)
      source.value = 3
      listener!()
      assert.strictEqual(yield* Fiber.join(fiber), 2)
      assert.strictEqual(source.picks, 3)
    }))

  it.effect("waitFor: an interruption removes the listener", () =>
    Effect.gen(function*() {
      const source = make(0)
      const fiber = yield* Effect.forkChild(waitFor(source, source.pick), { startImmediately: true })
      assert.strictEqual(source.listeners.size, 1)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(source.listeners.size, 0)
    }))
})
