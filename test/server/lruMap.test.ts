import { assert, describe, it } from "@effect/vitest"
import * as ExpiringMap from "../../src/server/ExpiringMap.ts"
import { makeLruMap } from "../../src/server/lruMap.ts"

describe("makeLruMap", () => {
  it("evicts the entry that was read or set least recently", () => {
    const map = makeLruMap<number>(3)
    for (const key of ["a", "b", "c"]) map.set(key, 1)
    assert.strictEqual(map.get("a"), 1)
    map.set("b", 2)
    map.set("d", 1)
    assert.deepStrictEqual(["a", "b", "c", "d"].map(map.get), [1, 2, undefined, 1])
    assert.strictEqual(map.size(), 3)
  })

  it("a full map evicts no entry when it replaces the value of a key", () => {
    const map = makeLruMap<number>(2)
    map.set("a", 1)
    map.set("b", 1)
    map.set("b", 2)
    assert.deepStrictEqual(["a", "b"].map(map.get), [1, 2])
  })

  it("makeLruMap: stores no entry with capacity 0", () => {
    const map = makeLruMap<number>(0)
    map.set("a", 1)
    assert.deepStrictEqual([map.get("a"), map.size()], [undefined, 0])
  })
})

describe("ExpiringMap", () => {
  it("ExpiringMap: returns a value until its expiry, and then removes it", () => {
    const map = ExpiringMap.make<string>(2)
    map.set("a", "value", 100)
    assert.strictEqual(map.get("a", 99), "value")
    assert.isUndefined(map.get("a", 100))
    // With the clock set back.
    assert.isUndefined(map.get("a", 0))
  })

  it("a full map evicts no entry when it replaces the value of a key", () => {
    const map = ExpiringMap.make<number>(2)
    map.set("a", 1, 100)
    map.set("b", 1, 100)
    map.set("b", 2, 200)
    assert.deepStrictEqual([map.get("a", 0), map.get("b", 150)], [1, 2])
    map.delete("b")
    assert.isUndefined(map.get("b", 150))
  })
})
