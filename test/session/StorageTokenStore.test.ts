import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { StorageTokenStore, Tokens, TokenStore } from "latchkey"
import { suite } from "../suites/TokenStoreSuite.ts"
import { codePoint } from "../support/codePoint.ts"
import { makeStorage, type StorageMood } from "../support/host.ts"
import { runsOf } from "../support/propertyRuns.ts"

const over = (latchkey?: string, moods: ReadonlyArray<StorageMood> = []) =>
  Layer.suspend(() => {
    const { moods: those, storage, values } = makeStorage()
    if (latchkey !== undefined) values.set("latchkey", latchkey)
    for (const mood of moods) those.add(mood)
    return StorageTokenStore.layer(storage)
  })

const open = (layer: Layer.Layer<TokenStore.TokenStore>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), Context.get(TokenStore.TokenStore))

const unreadableTexts: Readonly<Record<string, string>> = {
  "a text that is no JSON": "{",
  "an empty text": "",
  "a number": "7",
  "null": "null",
  "a list": "[\"refresh\"]",
  "an access token alone": JSON.stringify({ accessToken: "7" }),
  "a refresh token that is no text": JSON.stringify({ refreshToken: 7 }),
  "the text undefined": JSON.stringify({ refreshToken: "undefined" })
}

const unreadable = (over: (text: string) => Layer.Layer<TokenStore.TokenStore>) =>
  Object.fromEntries(Object.entries(unreadableTexts).map(([what, text]) => [what, over(text)]))

suite("over localStorage", over(), {
  unreadable: unreadable(over),
  tabs: Effect.suspend(() => {
    const { storage, tab } = makeStorage()
    const openTab = Effect.suspend(() => open(StorageTokenStore.layer(storage, { events: tab() })))
    return Effect.all([openTab, openTab])
  })
})

suite("over a storage that returns promises", over(undefined, ["slow"]), {
  unreadable: unreadable((text) => over(text, ["slow"]))
})

for (const mood of ["refuses to be read", "refuses to be written", "is not there"] as const) {
  suite(`over a storage that ${mood}`, over(undefined, [mood]))
  suite(`over a storage that ${mood}, with promises`, over(undefined, [mood, "slow"]))
}

const overKeyValue = (text?: string) =>
  Layer.unwrap(Effect.gen(function*() {
    const store = yield* KeyValueStore.KeyValueStore
    if (text !== undefined) yield* Effect.orDie(store.set("latchkey", text))
    return StorageTokenStore.layerKeyValue(store)
  })).pipe(Layer.provide(KeyValueStore.layerMemory))

suite("over a KeyValueStore", overKeyValue(), { unreadable: unreadable(overKeyValue) })

const fails = () => Effect.fail("on purpose")
suite("over a KeyValueStore that fails", StorageTokenStore.layerKeyValue({ get: fails, set: fails, remove: fails }))

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const alice = Tokens.make({ refreshToken: "alice", accessToken: "of alice" })!

describe("StorageTokenStore", () => {
  it.effect("stores one string under the default key, or under the option key", () =>
    Effect.gen(function*() {
      const { storage, values } = makeStorage()
      const store = yield* open(StorageTokenStore.layer(storage))
      const other = yield* open(StorageTokenStore.layer(storage, { key: "another" }))
      yield* store.modify(() => alice)
      assert.deepStrictEqual(Array.from(values), [[
        "latchkey",
        "{\"refreshToken\":\"alice\",\"accessToken\":\"of alice\"}"
      ]])
      assert.isUndefined(yield* other.get)
      yield* other.modify(() => Tokens.make({ refreshToken: "bob" }))
      yield* store.modify(() => undefined)
      assert.deepStrictEqual(Array.from(values), [["another", "{\"refreshToken\":\"bob\"}"]])
    }))

  it.effect("keeps tokens for any return value of setItem", () =>
    Effect.gen(function*() {
      for (const result of [undefined, null, {}, true, "text"]) {
        const { storage, values } = makeStorage()
        const setItem = (key: string, value: string) => {
          values.set(key, value)
          return result
        }
        const getItem = (key: string) => values.get(key)
        const removeItem = (key: string) => values.delete(key)
        const store = yield* open(StorageTokenStore.layer({ ...storage, getItem, setItem, removeItem }))
        yield* store.modify(() => alice)
        assert.isTrue(values.has("latchkey"), String(result))
      }
    }))

  it.effect("listens to the host only while it has subscribers", () =>
    Effect.gen(function*() {
      const { storage, tab } = makeStorage()
      const events = tab()
      const store = yield* open(StorageTokenStore.layer(storage, { events }))
      yield* store.modify(() => alice)
      assert.strictEqual(events.listeners.size, 0)
      yield* Effect.scoped(Effect.gen(function*() {
        yield* store.subscribe(() => {})
        yield* store.subscribe(() => {})
        assert.strictEqual(events.listeners.size, 1)
      }))
      assert.strictEqual(events.listeners.size, 0)
    }))

  it.effect("notifies a subscriber after an earlier and a later one unsubscribed", () =>
    Effect.gen(function*() {
      const { storage, tab, values } = makeStorage()
      const events = tab()
      const store = yield* open(StorageTokenStore.layer(storage, { events }))
      yield* store.modify(() => alice)
      const received: Array<unknown> = []
      const earlier = yield* Effect.forkChild(Effect.scoped(Effect.andThen(store.subscribe(() => {}), Effect.never)), {
        startImmediately: true
      })
      yield* store.subscribe((tokens) => received.push(plain(tokens)))
      yield* Fiber.interrupt(earlier)
      yield* Effect.scoped(store.subscribe(() => {}))
      values.clear()
      for (const { listener } of events.listeners) listener({ key: null })
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(received, [undefined])
    }))

  it.effect("reports a cleared storage, and changes of no other key", () =>
    Effect.gen(function*() {
      const { storage, tab, values } = makeStorage()
      const events = tab()
      const store = yield* open(StorageTokenStore.layer(storage, { events }))
      yield* store.modify(() => alice)
      const told: Array<unknown> = []
      yield* store.subscribe((tokens) => told.push(plain(tokens)))
      values.clear()
      for (const { listener } of events.listeners) listener({ key: "another" })
      yield* TestClock.adjust(0)
      assert.lengthOf(told, 0)
      for (const { listener } of events.listeners) listener({ key: null })
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(told, [undefined])
    }))

  it.effect("is signed out if there is no room for the tokens of a new session", () =>
    Effect.gen(function*() {
      const { moods, storage, values } = makeStorage()
      const store = yield* open(StorageTokenStore.layer(storage))
      yield* store.modify(() => alice)
      moods.add("is full")
      const bob = Tokens.make({ refreshToken: "bob" })
      yield* store.modify(() => bob)
      assert.deepStrictEqual(plain(yield* store.get), ["bob", undefined])
      assert.strictEqual(values.size, 0)
    }))

  it.effect("accepts a storage that is resolved lazily, because accessing localStorage can throw", () =>
    Effect.gen(function*() {
      const store = yield* open(StorageTokenStore.layer(() => {
        throw new DOMException("Storage is blocked", "SecurityError")
      }))
      assert.isUndefined(yield* store.get)
      yield* store.modify(() => alice)
      assert.deepStrictEqual(plain(yield* store.get), plain(alice))
    }))

  it.effect("when interrupted, waits for a pending write and writes nothing afterwards", () =>
    Effect.gen(function*() {
      const writes: Array<string> = []
      let finish = () => {}
      const store = yield* open(StorageTokenStore.layer({
        getItem: () => null,
        setItem: (_, value) =>
          new Promise<void>((resolve) => {
            finish = () => {
              writes.push(value)
              resolve()
            }
          }),
        removeItem: () => {}
      }))
      const first = yield* Effect.forkChild(store.modify(() => alice))
      const second = yield* Effect.forkChild(store.modify(() => Tokens.make({ refreshToken: "bob" })))
      yield* TestClock.adjust(0)
      const interrupting = yield* Effect.forkChild(Fiber.interruptAll([second, first]))
      yield* TestClock.adjust(0)
      assert.isUndefined(interrupting.pollUnsafe())
      finish()
      yield* Fiber.join(interrupting)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(writes, 1)
    }))

  it("never throws for any stored string, and reads back any tokens", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.json(),
          fc.record({ refreshToken: fc.jsonValue(), accessToken: fc.jsonValue() }).map((value) => JSON.stringify(value))
        ),
        fc.string({ unit: codePoint, minLength: 1 }),
        fc.option(fc.string({ unit: codePoint, minLength: 1 })),
        (text, refreshToken, accessToken) =>
          Effect.runSync(Effect.scoped(Effect.gen(function*() {
            const { storage, values } = makeStorage()
            values.set("latchkey", text)
            const [store, another] = [
              yield* open(StorageTokenStore.layer(storage)),
              yield* open(StorageTokenStore.layer(storage))
            ]
            const found = yield* store.get
            if (found !== undefined) assert.notInclude(["", "undefined"], Redacted.value(found.refreshToken!))
            const tokens = Tokens.make({ refreshToken, accessToken })
            yield* store.modify(() => tokens)
            for (const one of [store, another]) assert.deepStrictEqual(plain(yield* one.get), plain(tokens))
          })))
      ),
      { numRuns: runsOf(100) }
    )
  })
})
