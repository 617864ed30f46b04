/** The exact ends of sessions and of replaced ids, over storage that never removes a record itself. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens } from "latchkey"
import { SessionStore } from "latchkey/server"
import { checkRowsEffect } from "../support/mismatches.ts"

const tokens = Tokens.make({ refreshToken: "refresh", accessToken: "access" })!

const makeStore = (options: SessionStore.SessionStoreOptions) => {
  const texts = new Map<string, string>()
  return SessionStore.make({
    get: (key) => Effect.sync(() => texts.get(key)),
    replace: (key, expected, next) =>
      Effect.sync(() => {
        if (texts.get(key) !== expected) return false
        if (next === undefined) texts.delete(key)
        else texts.set(key, next)
        return true
      })
  }, options)
}

const isValid = (store: SessionStore.SessionStore["Service"], id: Redacted.Redacted<string>) =>
  Effect.map(store.get(id), (found) => found !== undefined)

const millis = (value: number) => `${value} millis` as const

describe("SessionStore", () => {
  const rows = [
    { name: "idleLifetime", options: { idleLifetime: "1 hour" } },
    { name: "absoluteLifetime", options: { absoluteLifetime: "1 hour" } },
    { name: "both", options: { idleLifetime: "1 hour", absoluteLifetime: "1 hour" } }
  ] as const
  const hour = 3_600_000

  it.effect("ends a session exactly after its lifetime", () =>
    checkRowsEffect(
      rows.flatMap((row) => [-1, 0, 1].map((offset) => ({ ...row, offset }))),
      ({ name, offset }) => `${name}, ${offset} ms after the end`,
      ({ offset, options }) =>
        Effect.gen(function*() {
          const store = makeStore({ rotationInterval: "2 hours", ...options })
          const { id } = yield* store.create(tokens)
          yield* TestClock.adjust(millis(hour + offset))
          assert.strictEqual(yield* isValid(store, id), offset < 0)
          assert.strictEqual((yield* store.update(id, () => tokens)) !== undefined, offset < 0)
        })
    ))

  it.effect("accepts a replaced id for exactly the grace time after the first use of its successor", () =>
    checkRowsEffect([-1, 0, 1], (offset) => `${offset} ms after the grace time`, (offset) =>
      Effect.gen(function*() {
        const store = makeStore({ rotationInterval: "1 minute", rotationGrace: "10 seconds" })
        const { id } = yield* store.create(tokens)
        yield* TestClock.adjust("1 minute")
        const { successor } = (yield* store.get(id))!
        yield* store.get(successor!)
        yield* TestClock.adjust(millis(10_000 + offset))
        if (offset < 0) assert.isTrue(yield* isValid(store, id))
        assert.strictEqual(yield* isValid(store, successor!), true)
        if (offset >= 0) assert.isFalse(yield* isValid(store, id))
      })))

  it.effect("rotates an id exactly at the end of its interval", () =>
    checkRowsEffect([-1, 0, 1], (offset) => `${offset} ms after the interval`, (offset) =>
      Effect.gen(function*() {
        const store = makeStore({ rotationInterval: "1 minute" })
        const { id } = yield* store.create(tokens)
        yield* TestClock.adjust(millis(60_000 + offset))
        assert.strictEqual((yield* store.get(id))!.successor !== undefined, offset >= 0)
      })))

  it.effect("counts each kind of use for the idle time: a rotation, the first use of a successor, and another request", () => {
    const steps = [
      // Due for a rotation, with a successor that the browser does not receive.
      { name: "a rotation", rotationInterval: "40 minutes", first: "40 minutes" },
      { name: "another request", rotationInterval: "1 day", first: "40 minutes" }
    ] as const
    return checkRowsEffect(steps, ({ name }) => name, ({ first, rotationInterval }) =>
      Effect.gen(function*() {
        const store = makeStore({ idleLifetime: "1 hour", rotationInterval })
        const { id } = yield* store.create(tokens)
        yield* TestClock.adjust(first)
        const { successor = id } = (yield* store.get(id))!
        yield* TestClock.adjust("59 minutes")
        assert.isTrue(yield* isValid(store, successor))
        yield* TestClock.adjust("59 minutes")
        assert.isTrue(yield* isValid(store, successor))
        yield* TestClock.adjust("1 hour")
        assert.isFalse(yield* isValid(store, successor))
      }))
  })

  it.effect("records uses within a tenth of a short idle time", () =>
    Effect.gen(function*() {
      const store = makeStore({ idleLifetime: "100 seconds" })
      const { id } = yield* store.create(tokens)
      yield* TestClock.adjust("9999 millis")
      yield* store.get(id)
      yield* TestClock.adjust("1 millis")
      yield* store.get(id)
      yield* TestClock.adjust("99999 millis")
      assert.isTrue(yield* isValid(store, id))
      yield* TestClock.adjust("100 seconds")
      assert.isFalse(yield* isValid(store, id))
    }))

  it.effect("rotates an id not before the grace time of the last one has ended", () =>
    Effect.gen(function*() {
      const store = makeStore({ rotationInterval: "1 second", rotationGrace: "10 seconds" })
      const { id } = yield* store.create(tokens)
      yield* TestClock.adjust("10 seconds")
      const { successor } = (yield* store.get(id))!
      yield* store.get(successor!)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined((yield* store.get(successor!))!.successor)
      // A slow request of the browser still has the replaced id.
      assert.isTrue(yield* isValid(store, id))
      yield* TestClock.adjust("1 seconds")
      assert.isDefined((yield* store.get(successor!))!.successor)
    }))
})
