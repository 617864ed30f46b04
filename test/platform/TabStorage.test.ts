import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TabStorage } from "latchkey"

type Web = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** A browser's storage, and its content. */
const makeWeb = () => {
  const texts = new Map<string, string>()
  const web: Web = {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name)
  }
  return { texts, web }
}

const refuse = (): never => {
  throw new DOMException("No", "SecurityError")
}

/** Storages that keep values no longer than the page, or not at all. */
const poor: Readonly<Record<string, () => Web>> = {
  "that may not be looked at": refuse,
  "that may not be used": () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }),
  "that is full": () => ({ ...makeWeb().web, setItem: refuse }),
  // Sound: a browser with storage disabled may have this instead.
  "that is null": () => null as unknown as Web
}

const keeps = (storage: TabStorage.TextStorage) =>
  Effect.gen(function*() {
    assert.isUndefined(yield* storage.get("a"))
    yield* storage.set("a", "1")
    yield* storage.set("b", "")
    assert.strictEqual(yield* storage.get("a"), "1")
    assert.strictEqual(yield* storage.get("b"), "")
    yield* storage.set("a", "2")
    assert.strictEqual(yield* storage.get("a"), "2")
    yield* storage.remove("a")
    yield* storage.remove("a")
    assert.isUndefined(yield* storage.get("a"))
    assert.strictEqual(yield* storage.get("b"), "")
  })

/** Builds a program's default storage, as in a browser with this one. */
const inBrowser = (web: PropertyDescriptor) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = Object.getOwnPropertyDescriptor(globalThis, "sessionStorage")
      Object.defineProperty(globalThis, "sessionStorage", { ...web, configurable: true })
      return Object.assign(globalThis, { document: {} }) && before
    }),
    (before) =>
      Effect.sync(() => {
        Reflect.deleteProperty(globalThis, "document")
        Reflect.deleteProperty(globalThis, "sessionStorage")
        if (before !== undefined) Object.defineProperty(globalThis, "sessionStorage", before)
      })
  )

describe("TabStorage", () => {
  it.effect("TabStorage in memory keeps strings by name, separate for each layer", () =>
    Effect.gen(function*() {
      yield* keeps(yield* TabStorage.makeMemory)
      const build = Effect.map(
        Layer.build(Layer.fresh(TabStorage.layerMemory)),
        (context) => Context.get(context, TabStorage.TabStorage)
      )
      const one = yield* build
      const another = yield* build
      yield* one.set("a", "1")
      assert.isUndefined(yield* another.get("a"))
    }))

  it.effect("TabStorage over a browser's storage keeps strings only in it", () =>
    Effect.gen(function*() {
      const { texts, web } = makeWeb()
      const storage = TabStorage.makeWebStorage(() => web)
      yield* keeps(storage)
      assert.deepStrictEqual([...texts], [["b", ""]])
      texts.clear()
      assert.isUndefined(yield* storage.get("b"))
    }))

  for (const [which, web] of Object.entries(poor)) {
    it.effect(`TabStorage over a storage ${which} keeps strings in memory`, () => keeps(TabStorage.makeWebStorage(web)))
  }

  it.effect("TabStorage over a full storage never returns an old string instead of the new one", () =>
    Effect.gen(function*() {
      const { texts, web } = makeWeb()
      let full = false
      const storage = TabStorage.makeWebStorage(() => full ? { ...web, setItem: refuse } : web)
      yield* storage.set("a", "1")
      full = true
      yield* storage.set("a", "2")
      assert.strictEqual(yield* storage.get("a"), "2")
      full = false
      yield* storage.set("a", "3")
      assert.strictEqual(yield* storage.get("a"), "3")
      assert.strictEqual(texts.get("a"), "3")
      texts.set("a", "4")
      assert.strictEqual(yield* storage.get("a"), "4")
      yield* storage.remove("a")
      assert.isUndefined(yield* storage.get("a"))
    }))

  it.effect("TabStorage keeps no strings on a server by default, because all users would share them", () =>
    Effect.gen(function*() {
      const storage = yield* TabStorage.TabStorage
      yield* storage.set("a", "1")
      assert.isUndefined(yield* storage.get("a"))
      yield* storage.remove("a")
    }))

  it.effect("TabStorage uses sessionStorage in a browser by default", () =>
    Effect.gen(function*() {
      const { texts, web } = makeWeb()
      yield* inBrowser({ value: web })
      const storage = TabStorage.TabStorage.defaultValue()
      yield* storage.set("a", "1")
      assert.deepStrictEqual([...texts], [["a", "1"]])
    }))

  it.effect("TabStorage uses memory in a browser that blocks sessionStorage", () =>
    Effect.gen(function*() {
      yield* inBrowser({ get: refuse })
      yield* keeps(TabStorage.TabStorage.defaultValue())
    }))
})
