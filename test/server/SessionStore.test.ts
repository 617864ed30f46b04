/** Session stores in memory, and over storages that misbehave. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens } from "latchkey"
import { SessionStore } from "latchkey/server"
import { decodeRecord } from "../../src/server/SessionRecord.ts"
import { suite } from "../suites/SessionStoreSuite.ts"

const ada = Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "access-of-ada" })!

suite("in memory", (options) =>
  Effect.map(SessionStore.makeMemoryRecords, (records) => [
    SessionStore.make(records, options),
    SessionStore.make(records, options)
  ]))

/** A store with its records, which tests can read and change. */
const open = Effect.gen(function*() {
  const texts = new Map<string, string>()
  const store = SessionStore.make({
    get: (key) => Effect.sync(() => texts.get(key)),
    replace: (key, expected, next) =>
      Effect.sync(() => {
        if (texts.get(key) !== expected) return false
        if (next === undefined) texts.delete(key)
        else texts.set(key, next)
        return true
      })
  })
  return { store, texts }
})

describe("SessionStore", () => {
  it.effect("stores neither the id nor a token in plain text", () =>
    Effect.gen(function*() {
      const { store, texts } = yield* open
      const { id } = yield* store.create(ada)
      const text = JSON.stringify([...texts])
      for (const secret of [...Redacted.value(id).split("."), "refresh-of-ada", "access-of-ada"]) {
        assert.notInclude(text, secret)
      }
    }))

  it.effect("treats changed records as missing, and never throws", () =>
    Effect.gen(function*() {
      const { store, texts } = yield* open
      const { id } = yield* store.create(ada)
      const [[key, text] = ["", ""]] = texts
      const record = decodeRecord(text)!
      const other = yield* open
      const { id: otherId } = yield* other.store.create(ada)
      const [[, otherText] = ["", ""]] = other.texts
      const otherRecord = decodeRecord(otherText)!
      const changed = [
        "",
        "null",
        "[]",
        "{}",
        text.slice(1),
        text.replace("\"version\":1", "\"version\":2"),
        JSON.stringify({ ...record, current: { ...record.current, key: "" } }),
        JSON.stringify({ ...record, tokens: otherRecord.tokens }),
        JSON.stringify({ ...record, current: { ...record.current, key: otherRecord.current.key } }),
        JSON.stringify({ ...record, usedAt: Number.NaN })
      ]
      for (const bad of changed) {
        texts.set(key, bad)
        assert.isUndefined(yield* store.get(id), bad)
        yield* store.remove(id)
      }
      texts.set(key, text)
      assert.isDefined(yield* store.get(id))
      assert.isUndefined(yield* store.get(otherId))
    }))

  it.effect("writes equal tokens once for 100 concurrent updates", () =>
    Effect.gen(function*() {
      const records = yield* SessionStore.makeMemoryRecords
      let writes = 0
      const store = SessionStore.make({
        get: (key) => Effect.andThen(Effect.yieldNow, records.get(key)),
        replace: (...args) =>
          Effect.tap(records.replace(...args), (isDone) => Effect.sync(() => writes += isDone ? 1 : 0))
      })
      const { id } = yield* store.create(ada)
      writes = 0
      const update = store.update(id, () => Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "next" })!)
      yield* Effect.all(Array.from({ length: 100 }, () => update), { concurrency: "unbounded" })
      assert.strictEqual(writes, 1)
    }))

  it.effect("fails with the error of its storage", () =>
    Effect.gen(function*() {
      const error = new SessionStore.SessionStoreUnavailable({ message: "down" })
      const store = SessionStore.make({ get: () => Effect.fail(error), replace: () => Effect.fail(error) })
      const id = Redacted.make(`${"x".repeat(43)}.${"y".repeat(43)}`)
      assert.strictEqual(yield* Effect.flip(store.create(ada)), error)
      assert.strictEqual(yield* Effect.flip(store.get(id)), error)
      assert.strictEqual(yield* Effect.flip(store.update(id, () => ada)), error)
      assert.strictEqual(yield* Effect.flip(store.remove(id)), error)
    }))

  it.effect("fails if its storage never accepts a change", () =>
    Effect.gen(function*() {
      const { store, texts } = yield* open
      const { id } = yield* store.create(ada)
      const stuck = SessionStore.make({
        get: (key) => Effect.succeed(texts.get(key)),
        replace: () => Effect.succeed(false)
      })
      assert.strictEqual((yield* Effect.flip(stuck.remove(id)))._tag, "SessionStoreUnavailable")
    }))

  it.effect("forgets the sessions of a layer in memory with the layer", () =>
    Effect.gen(function*() {
      const create = Effect.flatMap(SessionStore.SessionStore, (store) => store.create(ada))
      const { id } = yield* Effect.provide(create, SessionStore.layerMemory())
      const get = Effect.flatMap(SessionStore.SessionStore, (store) => store.get(id))
      assert.isUndefined(yield* Effect.provide(get, Layer.fresh(SessionStore.layerMemory())))
    }))
})

describe("a storage that can be read, but not written", () => {
  it.effect("serves its sessions: the time of use and the rotation wait for a later request", () =>
    Effect.gen(function*() {
      let isFull = false
      const memory = yield* SessionStore.makeMemoryRecords
      const store = SessionStore.make({
        get: memory.get,
        replace: (...args) =>
          isFull ? Effect.fail(new SessionStore.SessionStoreUnavailable({ message: "full" })) : memory.replace(...args)
      })
      const { id } = yield* store.create(ada)
      isFull = true
      for (const time of ["2 minutes", "1 hour"] as const) {
        yield* TestClock.adjust(time)
        const found = yield* store.get(id)
        assert.isTrue(Tokens.isSame(found?.tokens, ada))
        assert.isUndefined(found?.successor)
      }
      isFull = false
      const { successor } = (yield* store.get(id))!
      isFull = true
      assert.isTrue(Tokens.isSame((yield* store.get(successor!))?.tokens, ada))
      assert.strictEqual(Redacted.value((yield* store.get(id))!.successor!), Redacted.value(successor!))
      const next = Tokens.make({ refreshToken: "refresh-of-ada", accessToken: "next" })!
      for (
        const write of [Effect.asVoid(store.update(id, () => next)), store.remove(id), Effect.asVoid(store.create(ada))]
      ) {
        assert.strictEqual((yield* Effect.flip(write))._tag, "SessionStoreUnavailable")
      }
    }))
})
