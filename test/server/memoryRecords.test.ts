import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { SessionStore } from "latchkey/server"

const make = Effect.map(SessionStore.makeMemoryRecords, ({ get, replace }) => ({
  get,
  add: (key: string, minutes: number) => replace(key, undefined, `value of ${key}`, Duration.minutes(minutes))
}))

describe("makeMemoryRecords", () => {
  it.effect("expires a record exactly at the end of its lifetime", () =>
    Effect.gen(function*() {
      const { add, get } = yield* make
      yield* add("a", 1)
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* get("a"), "value of a")
      yield* TestClock.adjust("1 millis")
      assert.isUndefined(yield* get("a"))
    }))

  it.effect("removes expired records while new ones are added, and keeps the others", () =>
    Effect.gen(function*() {
      const { add, get } = yield* make
      yield* add("expired", 1)
      yield* add("kept", 60)
      yield* TestClock.adjust("2 minutes")
      // Removal runs once for each 256 records.
      for (let index = 0; index < 256; index++) yield* add(`new ${index}`, 60)
      // With the clock set back, an expired record that is still in memory would be readable.
      yield* TestClock.setTime(0)
      assert.isUndefined(yield* get("expired"))
      assert.strictEqual(yield* get("kept"), "value of kept")
      assert.strictEqual(yield* get("new 255"), "value of new 255")
    }))
})
