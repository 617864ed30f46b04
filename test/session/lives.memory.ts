/** Case 28, measured: the memory of thousands of disposed clients, in a separate process. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"
import { run } from "../support/processes.ts"

interface Left {
  readonly lives: number
  readonly fibers: number
  readonly listeners: number
  readonly timers: number
  readonly bytesPerLife: number
}

const program = fileURLToPath(new URL("lives.ts", import.meta.url))

const leftOf = (...args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { ended, errors, output } = yield* run([
      "--expose-gc",
      "--conditions=@latchkey/source",
      program,
      ...args
    ])
    assert.strictEqual(yield* Effect.promise(() => ended), 0, errors())
    const left: Record<string, Left> = JSON.parse(output())
    return left
  }).pipe(Effect.scoped)

/** In bytes. Noise is some hundred bytes; a client leaked by one listener is some thousand. */
const limit = 700

describe("case 28: a thousand clients used with a cache, and disposed", () => {
  it.live(
    "leave no fiber, timer or listener at any level and over any store, and the heap is flat",
    () =>
      Effect.gen(function*() {
        const left = yield* leftOf()
        assert.deepStrictEqual(Object.keys(left), ["memory", "cookies", "storage", "request", "server", "admin"])
        for (const [kind, { bytesPerLife, fibers, listeners, lives, timers }] of Object.entries(left)) {
          assert.isAtLeast(lives, 1000)
          assert.deepStrictEqual({ fibers, listeners, timers }, { fibers: 0, listeners: 0, timers: 0 }, kind)
          assert.isBelow(bytesPerLife, limit, kind)
        }
      })
  )

  it.live("one unreleased subscription per client is detected", () =>
    Effect.gen(function*() {
      const { memory, storage } = yield* leftOf("leak")
      assert.isAbove(memory!.bytesPerLife, limit)
      assert.strictEqual(storage!.listeners, storage!.lives)
    }))
})
