import { assert, describe, it } from "@effect/vitest"
import { findOverruns } from "./findOverruns.ts"

describe("findOverruns", () => {
  const bundled = { kB: 28.3, laterKB: 6.2 }
  const external = { kB: 12.8, laterKB: 6.3 }

  it("returns no message for sizes within the budget, or without a limit", () => {
    assert.deepStrictEqual(
      findOverruns({ fixture: "a", bundled: 28.3, external: 13, laterKB: 6.2 }, bundled, external),
      []
    )
    assert.deepStrictEqual(findOverruns({ fixture: "a" }, bundled, external), [])
  })

  it("returns a message for each size over its limit", () => {
    assert.deepStrictEqual(
      findOverruns({ fixture: "a", bundled: 28, external: 12.5, laterKB: 6 }, bundled, external),
      [
        "a, bundled: 28.3 kB, 0.30 over 28",
        "a, external: 12.8 kB, 0.30 over 12.5",
        "a, later: 6.2 kB, 0.20 over 6"
      ]
    )
  })

  it("compares the code that the program loads with its own limit", () => {
    const loads = { modules: ["a.js", "b.js"], kB: 4 }
    const sizeOf = (modules: ReadonlyArray<string>) => modules.length * 2.5
    assert.deepStrictEqual(findOverruns({ fixture: "a", loads }, { ...bundled, sizeOf }, external), [
      "a, loaded: 5.0 kB, 1.00 over 4"
    ])
  })
})
